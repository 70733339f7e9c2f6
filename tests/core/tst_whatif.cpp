// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/savings.h"
#include "advice/stops.h"
#include "memory/reservedcourse.h"
#include "scenario/scenariofile.h"

#include <QTest>

#include <algorithm>
#include <numeric>

using namespace plimsoll;

namespace {

Scenario with(const char* assignment)
{
    return *withValue(workedExample(), assignment);
}

} // namespace

class TestWhatIf : public QObject
{
    Q_OBJECT

private slots:
    void courseHoldsThePeak_data();
    void courseHoldsThePeak();
    void courseFollowsThePhases();
    void reservedSurroundsWhatLives();
    void sweepGoesThroughWhereTheLeverStands_data();
    void sweepGoesThroughWhereTheLeverStands();
    void sweepOfCountsDoubles();
    void sweepOfAnUnknownLeverIsEmpty();
    void changesAreEstimatesOfOtherScenarios();
    void halvedBatchKeepsItsTokens();
};

void TestWhatIf::courseHoldsThePeak_data()
{
    QTest::addColumn<QString>("assignment");
    for (const char* assignment : {"training.micro_batch=256", "training.checkpointing=full", "training.optimizer=sgd",
                                   "training.gradient_accumulation=3", "model.layers=3"})
        QTest::newRow(assignment) << assignment;
}

void TestWhatIf::courseHoldsThePeak()
{
    QFETCH(QString, assignment);
    const Scenario scenario = with(qPrintable(assignment));
    const Estimate whole = *estimate(scenario);
    for (const std::int64_t moments : {1, 50, 480, 1'000'000}) {
        const LiveCourse course = liveCourse(scenario, {}, moments);
        const LiveCourse::Moment& peak = course.moments.at(course.peak);
        QCOMPARE(peak.total, whole.peak.requested);
        QCOMPARE(QString::fromStdString(peak.operation), QString::fromStdString(whole.peak.operation));
        for (std::size_t i = 0; i < lineItemCount; ++i)
            QCOMPARE(peak.items[i], whole.lineItems[i].atPeak);
        for (const LiveCourse::Moment& moment : course.moments)
            QCOMPARE(std::accumulate(moment.items.begin(), moment.items.end(), Bytes()), moment.total);
    }
}

void TestWhatIf::courseFollowsThePhases()
{
    const LiveCourse course = liveCourse(workedExample());
    QVERIFY(course.moments.size() >= 480 && course.moments.size() < 1000);
    std::vector<Phase> phases;
    for (const LiveCourse::Moment& moment : course.moments)
        if (phases.empty() || phases.back() != moment.phase)
            phases.push_back(moment.phase);
    QVERIFY(phases == std::vector({Phase::Forward, Phase::Loss, Phase::Backward, Phase::OptimizerStep}));
    const Estimate whole = *estimate(workedExample());
    for (const PhaseFigure& figure : whole.phases) {
        Bytes highest;
        for (const LiveCourse::Moment& moment : course.moments)
            if (moment.phase == figure.phase || (figure.phase == Phase::Forward && moment.phase == Phase::Loss))
                highest = std::max(highest, moment.total);
        QCOMPARE(highest, figure.peak);
    }
}

// To the byte at its highest, and never less than what lives in it. Most runs are level by the third step.
void TestWhatIf::reservedSurroundsWhatLives()
{
    for (const char* assignment : {"training.micro_batch=256", "training.checkpointing=full", "model.layers=3",
                                   "training.gradient_accumulation=3", "memory.allocator=expandable"}) {
        const Scenario scenario = with(assignment);
        const LiveCourse course = liveCourse(scenario);
        const std::vector<Bytes> reserved = reservedAlong(course, scenario, {});
        QCOMPARE(reserved.size(), course.moments.size());
        QCOMPARE(*std::ranges::max_element(reserved), estimate(scenario)->reserved.expected);
        for (std::size_t i = 0; i < reserved.size(); ++i)
            QVERIFY2(reserved[i] >= course.moments[i].total, assignment);
    }
    Scenario tall = workedExample();
    tall.model.layers = 2000;
    QVERIFY(reservedAlong(liveCourse(tall), tall, {}).empty());
}

void TestWhatIf::sweepGoesThroughWhereTheLeverStands_data()
{
    QTest::addColumn<QByteArray>("lever");
    for (const StopLever& lever : stopLevers())
        QTest::newRow(lever.path.data()) << QByteArray(lever.path.data(), static_cast<qsizetype>(lever.path.size()));
}

void TestWhatIf::sweepGoesThroughWhereTheLeverStands()
{
    QFETCH(QByteArray, lever);
    for (const Scenario& scenario : {workedExample(), with("training.micro_batch=3"), with("model.layers=7")}) {
        const std::vector<LeverStop> stops = leverStops(scenario, lever.toStdString());
        QCOMPARE(std::ranges::count(stops, true, &LeverStop::isCurrent), 1);
        for (std::size_t i = 0; i < stops.size(); ++i) {
            QCOMPARE(stops[i].isCurrent, stops[i].scenario == scenario);
            QVERIFY(!stops[i].label.empty());
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY2(!(stops[i].scenario == stops[j].scenario), stops[i].label.c_str());
        }
    }
}

void TestWhatIf::sweepOfCountsDoubles()
{
    std::vector<std::int64_t> batches;
    for (const LeverStop& stop : leverStops(with("training.micro_batch=6"), "training.micro_batch"))
        batches.push_back(stop.scenario.training.microBatch);
    QVERIFY(batches == std::vector<std::int64_t>({1, 2, 4, 6, 8, 16, 32, 64}));
}

void TestWhatIf::sweepOfAnUnknownLeverIsEmpty()
{
    QVERIFY(leverStops(workedExample(), "training.moon").empty());
}

void TestWhatIf::changesAreEstimatesOfOtherScenarios()
{
    const Scenario scenario = workedExample();
    const std::vector<Change> changes = singleChanges(scenario);
    QVERIFY(changes.size() > 20);
    for (const Change& change : changes) {
        QVERIFY2(!(change.scenario == scenario), change.label.c_str());
        QVERIFY2(readScenario(writeScenario(change.scenario), {}), change.label.c_str());
    }
    const auto labelled
        = [&](const char* label) { return std::ranges::count(changes, std::string(label), &Change::label); };
    QCOMPARE(labelled("checkpointing: full"), 1);
    QCOMPARE(labelled("checkpointing: none"), 0);
    QCOMPARE(labelled("method: LoRA"), 0); // a model given by its sizes is trained in full
}

void TestWhatIf::halvedBatchKeepsItsTokens()
{
    const std::vector<Change> changes = singleChanges(workedExample());
    const auto halved = std::ranges::find(changes, std::vector<std::string>{"training.micro_batch"}, &Change::levers);
    QVERIFY(halved != changes.end());
    QCOMPARE(halved->scenario.training.microBatch, 128);
    QCOMPARE(halved->scenario.training.gradientAccumulation, 2);
    const std::vector<Change> ofOne = singleChanges(with("training.micro_batch=1"));
    QCOMPARE(std::ranges::count(ofOne, std::vector<std::string>{"training.micro_batch"}, &Change::levers), 0);
}

QTEST_GUILESS_MAIN(TestWhatIf)
#include "tst_whatif.moc"
