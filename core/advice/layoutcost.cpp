// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/layoutcost.h"

#include "memory/stepcost.h"
#include "scenario/parallellayout.h"

#include <algorithm>

namespace plimsoll {

namespace {

// Bytes a second that a GPU sends and receives: NVLink 4 within a server (NVIDIA H100 data sheet, 900 GB/s in both
// directions together), and one 400 Gbit/s adapter each between servers (NVIDIA DGX H100 user guide).
constexpr double withinServer = 450e9;
constexpr double betweenServers = 50e9;
constexpr std::int64_t gpusOfServer = 8;

// Of the peak rate on the data sheet that large trainings get done (Llama 3 paper, table 4: 38 to 43 %).
constexpr double usedOfPeak = 0.4;
// Dense bf16 of an A100, for devices whose rate is not known.
constexpr double usualTflops = 312;

constexpr double bytesOfElement = 2; // activations and weights travel in bf16

double speed(std::int64_t groupSize, std::int64_t step)
{
    return groupSize * step <= gpusOfServer ? withinServer : betweenServers;
}

// A ring passes on all but its own part.
double passedOn(std::int64_t group)
{
    return static_cast<double>(group - 1) / static_cast<double>(group);
}

// Seconds of a step that a GPU works: 6 operations for each parameter and token, and 6 × length × width for causal
// attention in each layer (PaLM paper, appendix B).
double workSeconds(const Scenario& scenario, const Workload& workload, const Layout& layout)
{
    const ModelSpec& model = scenario.model;
    const ParallelPlan& plan = layout.parallelism;
    const auto length = static_cast<double>(scenario.training.sequenceLength);
    const double tokens = length * static_cast<double>(layout.microBatch * layout.microBatches);
    const double attention = 6.0 * static_cast<double>(model.layers * model.heads * model.headDim) * length;
    const double operations = (6.0 * static_cast<double>(workload.active) + attention) * tokens;
    return operations / static_cast<double>(plan.tensor * plan.pipeline) / workload.flopsPerSecond;
}

// One micro-batch's hidden states.
double hiddenBytes(const Scenario& scenario, const Layout& layout)
{
    return bytesOfElement * static_cast<double>(layout.microBatch * scenario.training.sequenceLength)
        * static_cast<double>(scenario.model.hidden);
}

// Two sums over the tensor group in a layer's forward and two in its backward, each as a reduce-scatter and a gather;
// a forward that runs again has its two again.
double tensorSeconds(const Scenario& scenario, const Layout& layout)
{
    const ParallelPlan& plan = layout.parallelism;
    if (plan.tensor == 1)
        return 0;
    const double sums = layout.checkpointing == Checkpointing::Full ? 6 : 4;
    const double layers = static_cast<double>(scenario.model.layers) / static_cast<double>(plan.pipeline);
    return sums * 2 * passedOn(plan.tensor) * hiddenBytes(scenario, layout) * layers
        * static_cast<double>(layout.microBatches) / speed(plan.tensor, 1);
}

// Each part sends its result on, and its gradient back.
double pipelineSeconds(const Scenario& scenario, const Layout& layout)
{
    const ParallelPlan& plan = layout.parallelism;
    if (plan.pipeline == 1)
        return 0;
    const double split = plan.sequenceParallel ? static_cast<double>(plan.tensor) : 1;
    return 2 * hiddenBytes(scenario, layout) / split * static_cast<double>(plan.virtualStages * layout.microBatches)
        / speed(plan.pipeline, plan.tensor * plan.dataGroup());
}

// Gradients are summed once a step; spread weights are gathered in each micro-batch, and their gradients summed there.
double dataSeconds(const Workload& workload, const Layout& layout)
{
    const ParallelPlan& plan = layout.parallelism;
    if (plan.dataGroup() == 1)
        return 0;
    const double own
        = bytesOfElement * static_cast<double>(workload.parameters) / static_cast<double>(plan.tensor * plan.pipeline);
    const bool gathered = plan.shards() > 1;
    const double gathers = plan.reshardAfterForward ? 2 : 1;
    const double times = gathered ? (gathers + 1) * static_cast<double>(layout.microBatches) : 2;
    const std::int64_t group = gathered ? plan.shards() : plan.dataGroup();
    return times * passedOn(group) * own / speed(group, plan.tensor);
}

double layersOf(const Scenario& scenario, const ParallelPlan& plan, std::int64_t part)
{
    return static_cast<double>(layersOfPart(scenario.model.layers, plan, part));
}

// While a pipeline fills and drains, stages wait for one part of each other.
double bubbleOf(const Scenario& scenario, const Layout& layout)
{
    const ParallelPlan& plan = layout.parallelism;
    const double ofStage = static_cast<double>(scenario.model.layers) / static_cast<double>(plan.pipeline);
    return static_cast<double>(plan.pipeline - 1) * layersOf(scenario, plan, 0) / ofStage
        / static_cast<double>(layout.microBatches);
}

// Where layers do not divide evenly, stages wait for the first, which has most.
double unevenOf(const Scenario& scenario, const ParallelPlan& plan)
{
    double ofFirst = 0;
    for (std::int64_t part = 0; part < plan.virtualStages; ++part)
        ofFirst += layersOf(scenario, plan, part * plan.pipeline);
    return ofFirst * static_cast<double>(plan.pipeline) / static_cast<double>(scenario.model.layers) - 1;
}

} // namespace

const std::string_view layoutCostMethod
    = "Time is against work that is spread without loss and never waits. Recomputation: a checkpointed forward runs "
      "twice. Bubble: (stages − 1) ÷ (virtual stages × micro-batches), more where layers do not divide evenly. "
      "Communication: what tensor and pipeline groups "
      "send waits, at 450 GB/s within 8 GPUs and 50 GB/s between servers; what data groups send hides behind work, and "
      "only the excess counts; GPUs get 40 % of their bf16 peak done.";

Workload workloadOf(std::int64_t parameters, std::int64_t active, const Device& device)
{
    const double tflops = device.bf16Tflops > 0 ? device.bf16Tflops : usualTflops;
    return {parameters, active, usedOfPeak * tflops * 1e12};
}

LayoutCost costOf(const Scenario& scenario, const Workload& workload, const Layout& layout)
{
    const double work = workSeconds(scenario, workload, layout);
    const double waited = tensorSeconds(scenario, layout) + pipelineSeconds(scenario, layout)
        + std::max(0.0, dataSeconds(workload, layout) - work);
    return {recomputeFactor(layout.checkpointing, scenario.model.layers, scenario.training.checkpointEvery),
            bubbleOf(scenario, layout) + unevenOf(scenario, layout.parallelism), waited / work};
}

} // namespace plimsoll
