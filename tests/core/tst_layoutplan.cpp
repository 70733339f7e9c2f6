// SPDX-License-Identifier: GPL-3.0-or-later
// The search over layouts against estimates of every layout.
#include "advice/layoutfloor.h"
#include "advice/layoutplan.h"
#include "scenario/scenariofile.h"
#include "step/gputraits.h"

#include <QTest>

#include <algorithm>

using namespace plimsoll;

namespace {

Scenario smallLlama()
{
    return readScenario(R"({"plimsoll": 1, "model": {"config": {"model_type": "llama", "hidden_size": 1024,
        "intermediate_size": 2816, "num_attention_heads": 16, "num_key_value_heads": 8, "num_hidden_layers": 12,
        "vocab_size": 32000}}, "training": {"precision": "bf16", "sequence_length": 2048}})",
                        {})
        .value()
        .scenario;
}

Device deviceOf(std::int64_t usable)
{
    Device device = *findDevice("h100-sxm5-80gb");
    device.usable = Bytes(usable);
    return device;
}

std::vector<Layout> allLayouts(const Scenario& scenario, const LayoutSpace& space)
{
    std::vector<Layout> all;
    visitLayouts(
        scenario, space, [](const ParallelPlan&) {}, [&all](const Layout& layout) { all.push_back(layout); });
    return all;
}

Result<Estimate> estimateOf(const Scenario& scenario, const Layout& layout, const Device& device)
{
    const Result<ScenarioFile> spread = readScenario(writeScenario(withLayout(scenario, layout)), {});
    if (!spread)
        return spread.error();
    return estimate(spread->scenario, std::span(&device, 1));
}

} // namespace

class TestLayoutPlan : public QObject
{
    Q_OBJECT

private slots:
    // Every layout divides what it splits, so that a scenario file may hold it.
    void layoutsAreScenarios()
    {
        const Scenario scenario = smallLlama();
        const std::vector<Layout> layouts = allLayouts(scenario, {8, 8});
        QVERIFY(layouts.size() > 50);
        for (const Layout& layout : layouts) {
            const Result<ScenarioFile> spread = readScenario(writeScenario(withLayout(scenario, layout)), {});
            QVERIFY2(spread, spread ? "" : spread.error().message().c_str());
            QCOMPARE(spread->scenario.training.microBatch * layout.microBatches
                         * spread->scenario.parallelism.dataGroup(),
                     8);
        }
    }

    // What rules a layout out is never more than it needs.
    void floorsAreBelowPeaks()
    {
        const Scenario scenario = smallLlama();
        LayoutFloor floor(scenario, step::traitsOf("9.0"));
        const Device device = deviceOf(85'000'000'000);
        for (const Layout& layout : allLayouts(scenario, {8, 8})) {
            const std::int64_t least = floor.bytes(layout, floor.resident(layout.parallelism));
            const Result<Estimate> spread = estimateOf(scenario, layout, device);
            QVERIFY(spread);
            QVERIFY2(least <= spread->peak.requested.count(), inWords(spread->scenario).c_str());
            QVERIFY(least > 0);
            QVERIFY2(floor.firstStagePeak(layout) <= spread->peak.requested.count(), inWords(spread->scenario).c_str());
        }
    }

    // Nothing that fits and is faster is missing; what is listed fits.
    void findsTheFastest()
    {
        const Scenario scenario = smallLlama();
        const Device device = deviceOf(2'500'000'000);
        const LayoutSpace space{8, 8};
        const Result<LayoutPlan> plan = planLayouts(scenario, space, device, 5);
        QVERIFY(plan);
        QCOMPARE(plan->layouts.size(), 5U);
        const std::int64_t parameters = estimate(scenario)->parameters.total;
        const Workload workload = workloadOf(parameters, parameters, device);
        QVERIFY(std::ranges::is_sorted(plan->layouts, {}, [](const RankedLayout& each) { return each.cost.time(); }));
        const double slowest = plan->layouts.back().cost.time();
        std::size_t faster = 0;
        std::int64_t fitting = 0;
        for (const Layout& layout : allLayouts(scenario, space)) {
            const Result<Estimate> spread = estimateOf(scenario, layout, device);
            QVERIFY(spread);
            const bool fits = spread->devices.front().verdict != Verdict::Oom;
            fitting += fits ? 1 : 0;
            faster += fits && costOf(scenario, workload, layout).time() < slowest ? 1 : 0;
        }
        QVERIFY(faster < 5);
        QVERIFY(fitting > 5);
        for (const RankedLayout& listed : plan->layouts) {
            const Result<Estimate> again = estimateOf(scenario, listed.layout, device);
            QCOMPARE(again->peak.requested, listed.check.requested);
            QCOMPARE(again->devices.front().total, listed.check.total);
            QVERIFY(again->devices.front().verdict == listed.check.verdict);
            QVERIFY(listed.check.verdict != Verdict::Oom);
        }
    }

    void nothingFits()
    {
        const Result<LayoutPlan> plan = planLayouts(smallLlama(), {8, 8}, deviceOf(1'250'000'000), 5);
        QVERIFY(plan);
        QVERIFY(plan->layouts.empty());
        QVERIFY(plan->complete);
        QVERIFY(plan->checked > 0);
        QVERIFY(plan->tooLarge > 0);
        QCOMPARE(plan->tooLarge + plan->estimated, plan->checked);
    }

    // More time for what runs twice, waits in a pipeline, or sends more.
    void costsRise()
    {
        const Scenario scenario = smallLlama();
        const Workload workload = workloadOf(180'000'000, 180'000'000, deviceOf(85'000'000'000));
        Layout layout;
        layout.microBatches = 8;
        const double alone = costOf(scenario, workload, layout).time();
        QCOMPARE(alone, 1.0);
        layout.checkpointing = Checkpointing::Full;
        QCOMPARE(costOf(scenario, workload, layout).time(), 4.0 / 3.0);
        layout.checkpointing = Checkpointing::None;
        layout.parallelism.gpus = 4;
        layout.parallelism.pipeline = 4;
        QCOMPARE(costOf(scenario, workload, layout).bubble, 3.0 / 8.0);
        layout.parallelism.virtualStages = 3;
        QCOMPARE(costOf(scenario, workload, layout).bubble, 3.0 / 24.0);
        layout.parallelism.pipeline = 1;
        layout.parallelism.virtualStages = 1;
        layout.parallelism.tensor = 2;
        layout.parallelism.gpus = 2;
        const double within = costOf(scenario, workload, layout).communication;
        layout.parallelism.tensor = 16;
        layout.parallelism.gpus = 16;
        QVERIFY(costOf(scenario, workload, layout).communication > 10 * within);
    }
};

QTEST_APPLESS_MAIN(TestLayoutPlan)
#include "tst_layoutplan.moc"
