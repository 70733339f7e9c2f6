// SPDX-License-Identifier: GPL-3.0-or-later
// How long the search over layouts takes. The bars: a million layouts checked a second on one core, and an answer for
// Llama-3.1-405B on 1,024 H100 within a second.
#include "advice/layoutfloor.h"
#include "advice/layoutplan.h"
#include "base/heap.h"
#include "scenario/scenariofile.h"
#include "step/gputraits.h"

#include <benchmark/benchmark.h>

#include <optional>

namespace {

using namespace plimsoll;

Scenario llama405b()
{
    return readScenario(R"({"plimsoll": 1, "model": {"preset": "meta-llama/Llama-3.1-405B"},
        "training": {"precision": "bf16", "sequence_length": 8192}})",
                        {})
        .value()
        .scenario;
}

Device h100()
{
    return *findDevice("h100-sxm5-80gb");
}

// What most layouts are ruled out by, with their cost; what floors are made of is recorded before.
void checkedLayouts(benchmark::State& state)
{
    const Scenario scenario = llama405b();
    const Device device = h100();
    const LayoutSpace space{state.range(0), state.range(0)};
    const Workload workload = workloadOf(405'853'388'800, 405'853'388'800, device);
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

void search(benchmark::State& state)
{
    const Scenario scenario = llama405b();
    const Device device = h100();
    for (auto _ : state)
        benchmark::DoNotOptimize(planLayouts(scenario, {1024, 1024}, device, 20));
}

} // namespace

BENCHMARK(checkedLayouts)->Arg(1024)->Arg(16384)->Unit(benchmark::kMillisecond);
BENCHMARK(search)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();

int main(int argc, char** argv)
{
    plimsoll::keepFreedMemory();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
