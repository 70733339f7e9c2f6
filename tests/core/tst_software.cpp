// SPDX-License-Identifier: GPL-3.0-or-later
// What changes with releases and with a card's generation; the losses of older releases are in tst_measuredruns.
#include "memory/estimate.h"
#include "memory/timeline.h"
#include "scenario/scenariofile.h"
#include "step/gputraits.h"
#include "step/trainingloop.h"

#include <QTest>

using namespace plimsoll;

namespace {

constexpr std::int64_t workspace = 32 * mib;
constexpr std::int64_t smallWorkspace = 8'519'680;

Scenario with(const char* torch, const char* transformers)
{
    Scenario scenario = workedExample();
    scenario.model.layers = 6;
    scenario.model.bias = false;
    scenario.training.microBatch = 8;
    scenario.software = {torch, transformers};
    return scenario;
}

} // namespace

class TestSoftware : public QObject
{
    Q_OBJECT

private slots:
    void hasRulesByRelease_data()
    {
        QTest::addColumn<QString>("torch");
        QTest::addColumn<QString>("transformers");
        QTest::addColumn<int>("path");
        QTest::addColumn<bool>("keeps");
        QTest::addRow("newest") << "2.15"
                                << "5.24" << 0 << false;
        QTest::addRow("torch 2.14") << "2.14"
                                    << "5.24" << 0 << true;
        QTest::addRow("torch 2.3.1") << "2.3.1"
                                     << "4.50" << 0 << true;
        QTest::addRow("transformers 4.49") << "2.15"
                                           << "4.49.0" << 0 << false;
        QTest::addRow("transformers 4.48") << "2.15"
                                           << "4.48.3" << 1 << false;
        QTest::addRow("transformers 4.46") << "2.15"
                                           << "4.46" << 1 << false;
        QTest::addRow("transformers 4.45") << "2.15"
                                           << "4.45.2" << 2 << false;
    }

    void hasRulesByRelease()
    {
        QFETCH(QString, torch);
        QFETCH(QString, transformers);
        QFETCH(int, path);
        QFETCH(bool, keeps);
        const SoftwarePlan plan{torch.toStdString(), transformers.toStdString()};
        const SoftwareRules rules = rulesOf(plan);
        QCOMPARE(static_cast<int>(rules.lossPath), path);
        QCOMPARE(rules.keepsWorkspaces, keeps);
        QCOMPARE(softwareNotes(plan).size(), static_cast<std::size_t>((path > 0) + (keeps ? 1 : 0)));
    }

    // The thread that runs the program and the engine's multiply; each keeps its workspace from step to step.
    void keepsTwoWorkspacesInOlderReleases()
    {
        const auto timeline = [](const char* torch) {
            return replay(step::record(with(torch, "5.24"), {}, step::Recording::SteadyStep));
        };
        const Timeline now = timeline("2.15");
        const Timeline before = timeline("2.14");
        QCOMPARE(before.resident.count() - now.resident.count(), 2 * workspace);
        QVERIFY(before.peak >= now.peak + Bytes(workspace));
        const Result<Estimate> first = estimate(with("2.14", "5.24"));
        QVERIFY(first->resident >= before.resident);
    }

    void takesTheGenerationOfAllDevices()
    {
        const Scenario scenario = with("2.14", "5.24");
        const Device& a100 = *findDevice("a100-sxm4-40gb");
        const Device& h100 = *findDevice("h100-sxm5-80gb");
        const Result<Estimate> hopper = estimate(scenario);
        const Result<Estimate> ampere = estimate(scenario, std::vector{a100, *findDevice("a100-sxm4-80gb")});
        QCOMPARE(hopper->resident.count() - ampere->resident.count(), 2 * (workspace - smallWorkspace));
        QCOMPARE(estimate(scenario, std::vector{a100, h100})->resident.count(), hopper->resident.count());
    }

    void knowsGenerations()
    {
        QCOMPARE(step::traitsOf("9.0"), step::GpuTraits());
        QCOMPARE(step::traitsOf(""), step::GpuTraits());
        QCOMPARE(step::traitsOf("8.0").multiprocessors, 108);
        QCOMPARE(step::traitsOf("8.0").cublasWorkspace, smallWorkspace);
        QCOMPARE(step::traitsOf("12.0").threadsPerMultiprocessor, 1536);
    }

    void isWrittenAndRead()
    {
        const Scenario scenario = with("2.9", "4.48");
        QVERIFY(readScenario(writeScenario(scenario), {})->scenario.software == scenario.software);
    }
};

QTEST_APPLESS_MAIN(TestSoftware)
#include "tst_software.moc"
