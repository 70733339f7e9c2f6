// SPDX-License-Identifier: GPL-3.0-or-later
// The engine against what other people measured on GPUs, or ran out of memory on: tests/data/public-runs.jsonl,
// described in tests/data/README.md. Nothing is fitted to these rows; what misses says why.
#include "memory/allocatorreplay.h"
#include "memory/cardcheck.h"
#include "memory/estimate.h"
#include "scenario/scenariofile.h"
#include "step/gputraits.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

using namespace plimsoll;

namespace {

struct PublicRun
{
    std::string id;
    std::string scenario;
    std::optional<std::int64_t> measured; // torch.cuda.max_memory_allocated()
    bool ran = false;                     // to its end, on the device the scenario names
    bool explained = false;               // why it is off
    bool megatron = false;                // of its stack, which has bars of its own
    bool nanotron = false;                // the same
    bool firstStep = false;               // its peak alone: later batches are shorter
};

std::vector<PublicRun> readPublicRuns()
{
    std::ifstream in(std::string(PLIMSOLL_TEST_DATA) + "/public-runs.jsonl");
    std::vector<PublicRun> runs;
    for (std::string line; std::getline(in, line);) {
        const boost::json::object row = boost::json::parse(line).as_object();
        PublicRun run;
        run.id = row.at("id").as_string();
        run.scenario = boost::json::serialize(row.at("scenario"));
        if (const boost::json::value* measured = row.if_contains("measured_bytes"))
            run.measured = measured->to_number<std::int64_t>();
        run.ran = row.at("ran").as_bool();
        run.explained = row.contains("explained");
        run.megatron = run.scenario.find(R"("stack":"megatron")") != std::string::npos;
        run.nanotron = run.scenario.find(R"("stack":"nanotron")") != std::string::npos;
        run.firstStep = row.contains("first_step");
        runs.push_back(std::move(run));
    }
    return runs;
}

Bytes firstPeak(const ScenarioFile& file)
{
    const step::GpuTraits gpu = step::traitsOf(capabilityOf(file.devices));
    return replayThroughAllocator(firstSteps(file.scenario, gpu)).figures.firstStepRequested;
}

double quantile(std::vector<double> values, double share)
{
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size()))) - 1];
}

} // namespace

class TestPublicRuns : public QObject
{
    Q_OBJECT

private slots:
    void isEstimated_data()
    {
        QTest::addColumn<int>("index");
        m_runs = readPublicRuns();
        for (std::size_t i = 0; i < m_runs.size(); ++i)
            QTest::addRow("%s", m_runs[i].id.c_str()) << static_cast<int>(i);
    }

    // Every row by itself: a peak within 8 % and the verdict that the run had, or else an explanation.
    void isEstimated()
    {
        QFETCH(int, index);
        const PublicRun& run = m_runs[static_cast<std::size_t>(index)];
        const Result<ScenarioFile> file = readScenario(run.scenario, run.id);
        QVERIFY2(file, file ? "" : file.error().message().c_str());
        QCOMPARE(file->devices.size(), std::size_t(1));
        const Result<Estimate> result = estimate(file->scenario, file->devices);
        QVERIFY(result);

        if (run.measured) {
            const Bytes peak = run.firstStep ? firstPeak(*file) : result->peak.allocated;
            const double ours = peak.toDouble();
            const auto measured = static_cast<double>(*run.measured);
            const double error = std::abs(ours - measured) / measured;
            (run.megatron ? m_megatronErrors : run.nanotron ? m_nanotronErrors : m_errors).push_back(error);
            qInfo("%s: %.3f GB, measured %.3f, %+.2f %%", run.id.c_str(), ours / 1e9, measured / 1e9,
                  100 * (ours - measured) / measured);
            QVERIFY(error <= farOff || run.explained);
        }
        const DeviceVerdict& device = result->devices.front();
        const bool fits = device.verdict != Verdict::Oom;
        if (fits != run.ran)
            qInfo("%s: %.3f GB, usable %.3f%s", run.id.c_str(), device.total.toDouble() / 1e9,
                  device.device.usable.toDouble() / 1e9,
                  device.oom ? (", no room for " + device.oom->tensor).c_str() : "");
        (run.ran ? m_ran : m_outOfMemory) += 1;
        (run.ran ? m_ranCalledOom : m_outOfMemoryCalledFits) += fits != run.ran ? 1 : 0;
        QVERIFY(fits == run.ran || run.explained);
    }

    void reachesItsBars()
    {
        QVERIFY(!m_errors.empty());
        const double median = quantile(m_errors, 0.5);
        const double nineteenOfTwenty = quantile(m_errors, 0.95);
        qInfo(
            "%zu measured: median %.2f %%, 95th %.2f %%; %d of %d out of memory called fits, %d of %d that ran called "
            "out of memory",
            m_errors.size(), 100 * median, 100 * nineteenOfTwenty, m_outOfMemoryCalledFits, m_outOfMemory,
            m_ranCalledOom, m_ran);
        QVERIFY(median <= 0.02);
        QVERIFY(nineteenOfTwenty <= farOff);
        QCOMPARE(m_outOfMemoryCalledFits, 0);
        QVERIFY(m_ranCalledOom <= 0.03 * m_ran);

        for (const auto& [name, errors] :
             {std::pair{"Megatron", &m_megatronErrors}, std::pair{"nanotron", &m_nanotronErrors}}) {
            const double middle = quantile(*errors, 0.5);
            const double most = quantile(*errors, 0.95);
            qInfo("%zu of %s: median %.2f %%, 95th %.2f %%", errors->size(), name, 100 * middle, 100 * most);
            QVERIFY(middle <= 0.03);
            QVERIFY(most <= 0.1);
        }
    }

private:
    static constexpr double farOff = 0.08;

    std::vector<PublicRun> m_runs;
    std::vector<double> m_errors;
    std::vector<double> m_megatronErrors;
    std::vector<double> m_nanotronErrors;
    int m_ran = 0;
    int m_ranCalledOom = 0;
    int m_outOfMemory = 0;
    int m_outOfMemoryCalledFits = 0;
};

QTEST_APPLESS_MAIN(TestPublicRuns)
#include "tst_publicruns.moc"
