// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's allocations and frees of 64 KiB and more, from loading through three steps, against those that PyTorch's
// allocator recorded (tests/data/traces; tests/data/samples.jsonl says which scenarios they are of).
#include "scenario/scenariofile.h"
#include "step/trainingloop.h"
#include "step/unroll.h"
#include "support/traces.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <QTest>

#include <algorithm>
#include <fstream>
#include <map>

using namespace plimsoll;

namespace {

constexpr std::int64_t leastCompared = 64 * 1024;

using Sizes = std::vector<std::int64_t>; // made (positive) and freed (negative)

Sizes recordedSizes(const std::string& trace)
{
    Sizes sizes;
    std::map<std::int64_t, std::int64_t> live;
    for (const test::TraceEvent& event : test::readTrace(trace + ".trace.tsv.gz")) {
        if (event.kind == 'a')
            live[event.id] = event.bytes;
        const auto found = live.find(event.id);
        if ((event.kind == 'a' || event.kind == 'f') && found->second >= leastCompared)
            sizes.push_back(event.kind == 'a' ? found->second : -found->second);
    }
    return sizes;
}

void append(Sizes& sizes, const StepProgram& program, std::size_t fromSection)
{
    for (std::uint32_t e = program.sections[fromSection].firstEvent; e < program.events.size(); ++e) {
        const std::int32_t event = program.events[e];
        const std::int64_t bytes = program.allocations[static_cast<std::size_t>(event >= 0 ? event : ~event)].bytes;
        if (bytes >= leastCompared)
            sizes.push_back(event >= 0 ? bytes : -bytes);
    }
}

Sizes engineSizes(const Scenario& scenario)
{
    const StepProgram program = step::record(scenario, {}, step::Recording::FirstStepsWhole);
    Sizes sizes;
    append(sizes, program, 0);
    if (program.secondStepAt == 0) // else all three steps are there
        append(sizes, program, program.steadyFrom);
    return sizes;
}

// Of both sequences together, the share that a longest common subsequence leaves out (Myers' greedy algorithm).
double shareApart(const Sizes& a, const Sizes& b)
{
    const auto n = static_cast<std::ptrdiff_t>(a.size());
    const auto m = static_cast<std::ptrdiff_t>(b.size());
    std::vector<std::ptrdiff_t> furthest(static_cast<std::size_t>(2 * (n + m) + 3));
    const auto at
        = [&](std::ptrdiff_t k) -> std::ptrdiff_t& { return furthest[static_cast<std::size_t>(k + n + m + 1)]; };
    for (std::ptrdiff_t d = 0; d <= n + m; ++d)
        for (std::ptrdiff_t k = -d; k <= d; k += 2) {
            std::ptrdiff_t x = k == -d || (k != d && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1;
            while (x < n && x - k < m && a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(x - k)])
                ++x;
            at(k) = x;
            if (x >= n && x - k >= m)
                return static_cast<double>(d) / static_cast<double>(n + m);
        }
    return 1;
}

} // namespace

class TestEventOrder : public QObject
{
    Q_OBJECT

private slots:
    void isTheRecordedOne()
    {
        std::ifstream in(PLIMSOLL_TEST_DATA "/samples.jsonl");
        int compared = 0;
        int equal = 0;
        for (std::string line; std::getline(in, line);) {
            const boost::json::value sample = boost::json::parse(line);
            const std::string trace(sample.at("trace").as_string());
            const Result<ScenarioFile> file = readScenario(boost::json::serialize(sample.at("scenario")), {});
            if (!file)
                continue; // of what this version does not compute
            ++compared;
            const double apart = shareApart(engineSizes(file->scenario), recordedSizes(trace));
            equal += apart == 0;
            if (apart > 0)
                qInfo("%s: %.3f %% of the events apart", trace.c_str(), 100 * apart);
            QVERIFY2(apart <= 0.01, trace.c_str());
        }
        qInfo("%d of %d in the recorded order", equal, compared);
        QVERIFY(compared >= 27);
        QVERIFY(equal >= 20);
    }
};

QTEST_APPLESS_MAIN(TestEventOrder)
#include "tst_eventorder.moc"
