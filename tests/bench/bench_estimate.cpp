// SPDX-License-Identifier: GPL-3.0-or-later
// How long an estimate takes, on one core. The bar for the requested peak of Llama-3.1-8B is 100 µs.
#include "base/heap.h"
#include "memory/allocatorreplay.h"
#include "memory/estimate.h"
#include "memory/timeline.h"
#include "step/trainingloop.h"
#include "step/unroll.h"

#include <benchmark/benchmark.h>

namespace {

using namespace plimsoll;

Scenario llama8b()
{
    Scenario scenario;
    scenario.model.family = Family::Llama;
    scenario.model.layers = 32;
    scenario.model.hidden = 4096;
    scenario.model.heads = 32;
    scenario.model.kvHeads = 8;
    scenario.model.headDim = 128;
    scenario.model.rotaryDim = 128;
    scenario.model.ffn = 14336;
    scenario.model.vocab = 128256;
    scenario.training.stack = Stack::Transformers;
    scenario.training.precision = Precision::Bf16;
    scenario.training.microBatch = 1;
    scenario.training.sequenceLength = 4096;
    return scenario;
}

Scenario llama405b()
{
    Scenario scenario = llama8b();
    scenario.model.layers = 126;
    scenario.model.hidden = 16384;
    scenario.model.heads = 128;
    scenario.model.ffn = 53248;
    return scenario;
}

Scenario withLayers(Scenario scenario, std::int64_t layers)
{
    scenario.model.layers = layers;
    return scenario;
}

Scenario checkpointed(Scenario scenario)
{
    scenario.training.checkpointing = Checkpointing::Full;
    return scenario;
}

Scenario adapted(Scenario scenario, Method method)
{
    scenario.training.method = method;
    return scenario;
}

Scenario compiled(Scenario scenario)
{
    scenario.training.kernels = Kernels::Compiled;
    return scenario;
}

void requestedPeak(benchmark::State& state, const Scenario& scenario)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(replay(step::record(scenario, {}, step::Recording::SteadyStep)).peak);
}

void allocatorFigures(benchmark::State& state, const Scenario& scenario)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(
            replayThroughAllocator(*step::unroll(step::record(scenario, {}, step::Recording::FirstSteps))));
}

void wholeEstimate(benchmark::State& state, const Scenario& scenario)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(estimate(scenario, deviceCatalog()));
}

BENCHMARK_CAPTURE(requestedPeak, worked_example, workedExample())->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(requestedPeak, llama_8b, llama8b())->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(requestedPeak, llama_8b_126_layers, withLayers(llama8b(), 126))->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(requestedPeak, llama_8b_checkpointed, checkpointed(llama8b()))->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(requestedPeak, llama_8b_lora, adapted(llama8b(), Method::Lora))->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(requestedPeak, llama_8b_qlora, adapted(llama8b(), Method::Qlora))->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(requestedPeak, llama_8b_lora_checkpointed, checkpointed(adapted(llama8b(), Method::Lora)))
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(requestedPeak, llama_8b_compiled, compiled(llama8b()))->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(allocatorFigures, worked_example, workedExample())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(allocatorFigures, llama_8b, llama8b())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(allocatorFigures, llama_405b, llama405b())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(wholeEstimate, worked_example, workedExample())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(wholeEstimate, llama_8b, llama8b())->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    plimsoll::keepFreedMemory();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
