// SPDX-License-Identifier: GPL-3.0-or-later
// The search over layouts against estimates of every layout.
#include "advice/layoutfloor.h"
#include "advice/layoutplan.h"
#include "scenario/scenariofile.h"
#include "step/gputraits.h"

#include <QTest>

#include <algorithm>
#include <set>
#include <string>

using namespace plimsoll;

namespace {

Scenario scenarioOf(const std::string& file)
{
    return readScenario(file, {}).value().scenario;
}

Scenario smallLlama()
{
    return scenarioOf(R"({"plimsoll": 1, "model": {"config": {"model_type": "llama", "hidden_size": 1024,
        "intermediate_size": 2816, "num_attention_heads": 16, "num_key_value_heads": 8, "num_hidden_layers": 12,
        "vocab_size": 32000}}, "training": {"precision": "bf16", "sequence_length": 2048}})");
}

Scenario megatronLlama()
{
    return scenarioOf(R"({"plimsoll": 1, "model": {"config": {"model_type": "llama", "hidden_size": 1024,
        "intermediate_size": 2816, "num_attention_heads": 16, "num_key_value_heads": 8, "num_hidden_layers": 12,
        "vocab_size": 32000}}, "training": {"stack": "megatron", "precision": "bf16-master-fp32-grad",
        "sequence_length": 2048}})");
}

Scenario megatronMixtral()
{
    return scenarioOf(R"({"plimsoll": 1, "model": {"config": {"model_type": "mixtral", "hidden_size": 1024,
        "intermediate_size": 2048, "num_attention_heads": 16, "num_key_value_heads": 8, "num_hidden_layers": 8,
        "num_local_experts": 8, "num_experts_per_tok": 2, "vocab_size": 32000}}, "training": {"stack": "megatron",
        "precision": "bf16-master", "sequence_length": 2048}})");
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

void rowsOfStacks()
{
    QTest::addColumn<Scenario>("scenario");
    QTest::newRow("PyTorch, Llama") << smallLlama();
    QTest::newRow("Megatron, Llama") << megatronLlama();
    QTest::newRow("Megatron, Mixtral") << megatronMixtral();
}

} // namespace

Q_DECLARE_METATYPE(plimsoll::Scenario)

class TestLayoutPlan : public QObject
{
    Q_OBJECT

private slots:
    // Every layout divides what it splits, so that a scenario file may hold it.
    void layoutsAreScenarios_data() { rowsOfStacks(); }
    void layoutsAreScenarios()
    {
        QFETCH(Scenario, scenario);
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

    // With Megatron-LM sequences are cut and experts spread too.
    void variesWhatMegatronDoes()
    {
        std::set<std::int64_t> contexts;
        std::set<std::int64_t> experts;
        std::set<DataParallel> kinds;
        for (const Layout& layout : allLayouts(megatronMixtral(), {8, 8})) {
            contexts.insert(layout.parallelism.context);
            experts.insert(layout.parallelism.expert);
            kinds.insert(layout.parallelism.data);
        }
        QCOMPARE(contexts, (std::set<std::int64_t>{1, 2, 4, 8}));
        QCOMPARE(experts, (std::set<std::int64_t>{1, 2, 4, 8}));
        QCOMPARE(kinds, (std::set{DataParallel::None, DataParallel::Ddp, DataParallel::Zero1}));
        for (const Layout& layout : allLayouts(smallLlama(), {8, 8}))
            QCOMPARE(layout.parallelism.context * layout.parallelism.expert, 1);
    }

    // What rules a layout out is never more than it needs.
    void floorsAreBelowPeaks_data() { rowsOfStacks(); }
    void floorsAreBelowPeaks()
    {
        QFETCH(Scenario, scenario);
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
    void findsTheFastest_data()
    {
        QTest::addColumn<Scenario>("scenario");
        QTest::addColumn<qint64>("usable");
        QTest::newRow("PyTorch, Llama") << smallLlama() << qint64(2'500'000'000);
        QTest::newRow("Megatron, Llama") << megatronLlama() << qint64(3'000'000'000);
        QTest::newRow("Megatron, Mixtral") << megatronMixtral() << qint64(3'500'000'000);
    }
    void findsTheFastest()
    {
        QFETCH(Scenario, scenario);
        QFETCH(qint64, usable);
        const Device device = deviceOf(usable);
        const LayoutSpace space{8, 8};
        const Result<LayoutPlan> plan = planLayouts(scenario, space, device, 5);
        QVERIFY(plan);
        QCOMPARE(plan->layouts.size(), 5U);
        const std::int64_t parameters = estimate(scenario)->parameters.total;
        const Workload workload = workloadOf(scenario.model, parameters, device);
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

    // A window may hold a scenario that no file may.
    void refusesWhatFilesMayNotHold()
    {
        Scenario scenario = smallLlama();
        scenario.training.method = Method::Lora;
        scenario.training.lora.targets = {"nothing"};
        const Result<LayoutPlan> plan = planLayouts(scenario, {8, 8}, *findDevice("h100-sxm5-80gb"), 4);
        QVERIFY(!plan);
        QCOMPARE(plan.error().path, std::string("training.lora.targets"));
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
        const Workload workload = workloadOf(scenario.model, 180'000'000, deviceOf(85'000'000'000));
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

    // What goes around a ring hides behind attention within a server, and not where it is short; tokens that are sent
    // to experts wait.
    void costsOfMegatronRise()
    {
        Scenario scenario = megatronMixtral();
        const Workload workload = workloadOf(scenario.model, 400'000'000, deviceOf(85'000'000'000));
        QCOMPARE(workload.ofExperts, 8 * 8 * 3 * 1024 * 2048);
        QCOMPARE(workload.parameters - workload.active, workload.ofExperts * 6 / 8);
        Layout layout;
        layout.parallelism.gpus = 16;
        layout.parallelism.context = 16;
        const auto communication = [&] { return costOf(scenario, workload, layout).communication; };
        const double acrossServers = communication();
        QVERIFY(acrossServers > 0);
        scenario.training.sequenceLength = 131'072;
        layout.parallelism.gpus = 2;
        layout.parallelism.context = 2;
        const double hidden = communication();
        QVERIFY(hidden < acrossServers);
        layout.parallelism.expert = 2;
        QVERIFY(communication() > hidden);
    }
};

QTEST_APPLESS_MAIN(TestLayoutPlan)
#include "tst_layoutplan.moc"
