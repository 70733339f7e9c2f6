// SPDX-License-Identifier: GPL-3.0-or-later
// How long the search over layouts takes. The bars: a million layouts checked a second on one core, and an answer for
// Llama-3.1-405B on 1,024 H100 within a second.
#include "advice/layoutfloor.h"
#include "advice/layoutplan.h"
#include "base/heap.h"
#include "scenario/scenariofile.h"
#include "step/gputraits.h"

#include <benchmark/benchmark.h>

#include <string>

namespace {

using namespace plimsoll;

Scenario llama405b(const std::string& training)
{
    return readScenario(R"({"plimsoll": 1, "model": {"preset": "meta-llama/Llama-3.1-405B"},
        "training": {"sequence_length": 8192, )"
                            + training + "}}",
                        {})
        .value()
        .scenario;
}

constexpr const char* bf16 = R"("precision": "bf16")";
constexpr const char* autocast = R"("precision": "bf16-autocast")";
constexpr const char* megatron = R"("stack": "megatron", "precision": "bf16-master-fp32-grad")";

Device h100()
{
    return *findDevice("h100-sxm5-80gb");
}

// What most layouts are ruled out by, with their cost; what floors are made of is recorded before.
void checkedLayouts(benchmark::State& state, const char* training, std::int64_t gpus)
{
    const Scenario scenario = llama405b(training);
    const Device device = h100();
    const LayoutSpace space{gpus, gpus};
    const Workload workload = workloadOf(scenario.model, 405'853'388'800, device);
    LayoutFloor floor(scenario, step::traitsOf(device.computeCapability));
    std::int64_t checked = 0;
    const auto check = [&] {
        std::int64_t resident = 0;
        double fastest = 1e9;
        visitLayouts(
            scenario, space, [&](const ParallelPlan& plan) { resident = floor.resident(plan); },
            [&](const Layout& layout) {
                ++checked;
                if (floor.bytes(layout, resident) <= device.usable.count())
                    fastest = std::min(fastest, costOf(scenario, workload, layout).time());
            });
        benchmark::DoNotOptimize(fastest);
    };
    check();
    checked = 0;
    for (auto _ : state)
        check();
    state.SetItemsProcessed(checked);
    state.counters["layouts"] = static_cast<double>(checked) / static_cast<double>(state.iterations());
}

void search(benchmark::State& state, const char* training, std::int64_t gpus)
{
    const Scenario scenario = llama405b(training);
    const Device device = h100();
    for (auto _ : state)
        benchmark::DoNotOptimize(planLayouts(scenario, {gpus, gpus}, device, 20));
}

} // namespace

// Megatron-LM deals out layers evenly: 126 of them.
BENCHMARK_CAPTURE(checkedLayouts, bf16 / 1024, bf16, 1024)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(checkedLayouts, bf16 / 16384, bf16, 16384)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(checkedLayouts, megatron / 1008, megatron, 1008)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(search, bf16 / 1024, bf16, 1024)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK_CAPTURE(search, autocast / 1024, autocast, 1024)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK_CAPTURE(search, megatron / 1008, megatron, 1008)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

int main(int argc, char** argv)
{
    plimsoll::keepFreedMemory();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
