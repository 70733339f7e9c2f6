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

constexpr double bytesOfElement = 2;         // activations and weights travel in bf16
constexpr std::int64_t matricesOfExpert = 3; // gate, up, down

double speed(std::int64_t groupSize, std::int64_t step)
{
    return groupSize * step <= gpusOfServer ? withinServer : betweenServers;
}

// A ring passes on all but its own part.
double passedOn(std::int64_t group)
{
    return static_cast<double>(group - 1) / static_cast<double>(group);
}

// Operations of causal attention for each token of a layer: 6 × length × width (PaLM paper, appendix B).
double attentionOperations(const Scenario& scenario)
{
    const ModelSpec& model = scenario.model;
    return 6.0 * static_cast<double>(model.heads * model.headDim)
        * static_cast<double>(scenario.training.sequenceLength);
}

// Tokens of a micro-batch that a GPU has: where sequences are cut, its part of them.
double tokensOf(const Scenario& scenario, const Layout& layout)
{
    return static_cast<double>(layout.microBatch * scenario.training.sequenceLength)
        / static_cast<double>(layout.parallelism.context);
}

double layersOfStage(const Scenario& scenario, const ParallelPlan& plan)
{
    return static_cast<double>(scenario.model.layers) / static_cast<double>(plan.pipeline);
}

// Seconds of a step that a GPU works: 6 operations for each parameter and token, beside attention.
double workSeconds(const Scenario& scenario, const Workload& workload, const Layout& layout)
{
    const ParallelPlan& plan = layout.parallelism;
    const double tokens = tokensOf(scenario, layout) * static_cast<double>(layout.microBatches);
    const double attention = attentionOperations(scenario) * static_cast<double>(scenario.model.layers);
    const double operations = (6.0 * static_cast<double>(workload.active) + attention) * tokens;
    return operations / static_cast<double>(plan.tensor * plan.pipeline) / workload.flopsPerSecond;
}

// One micro-batch's hidden states.
double hiddenBytes(const Scenario& scenario, const Layout& layout)
{
    return bytesOfElement * tokensOf(scenario, layout) * static_cast<double>(scenario.model.hidden);
}

// Two sums over the tensor group in a layer's forward and two in its backward, each as a reduce-scatter and a gather;
// a forward that runs again has its two again.
double tensorSeconds(const Scenario& scenario, const Layout& layout)
{
    const ParallelPlan& plan = layout.parallelism;
    if (plan.tensor == 1)
        return 0;
    const double sums = layout.checkpointing == Checkpointing::Full ? 6 : 4;
    return sums * 2 * passedOn(plan.tensor) * hiddenBytes(scenario, layout) * layersOfStage(scenario, plan)
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
        / speed(plan.pipeline, plan.tensor * plan.context * plan.dataGroup());
}

// Where sequences are cut, keys and values go around a ring while attention works, back with their gradients, and only
// the excess waits; or heads are spread before attention and back after it, which waits.
double contextSeconds(const Scenario& scenario, const Workload& workload, const Layout& layout)
{
    const ParallelPlan& plan = layout.parallelism;
    const ModelSpec& model = scenario.model;
    if (plan.context == 1)
        return 0;
    const double tokens = tokensOf(scenario, layout);
    const auto split = static_cast<double>(plan.tensor);
    const auto bytesOf = [&](std::int64_t heads) {
        return bytesOfElement * tokens * static_cast<double>(heads * model.headDim) / split;
    };
    const double again = layout.checkpointing == Checkpointing::None ? 0 : 1;
    const double times = layersOfStage(scenario, plan) * static_cast<double>(layout.microBatches);
    const double bytesPerSecond = speed(plan.context, plan.tensor);
    if (scenario.training.megatron.contextExchange == ContextExchange::AllToAll)
        return times * (2 + again) * passedOn(plan.context) * bytesOf(2 * (model.heads + model.kvHeads))
            / bytesPerSecond;
    const double sent
        = (3 + again) * static_cast<double>(plan.context - 1) * bytesOf(2 * model.kvHeads) / bytesPerSecond;
    const double attention = attentionOperations(scenario) * tokens / split / workload.flopsPerSecond;
    return times * std::max(0.0, sent - attention);
}

// Where experts are spread, tokens are sent to them and back, and so are their gradients.
double expertSeconds(const Scenario& scenario, const Layout& layout)
{
    const ParallelPlan& plan = layout.parallelism;
    if (plan.expert == 1)
        return 0;
    const double ways = layout.checkpointing == Checkpointing::Full ? 6 : 4;
    const double sent = hiddenBytes(scenario, layout) * static_cast<double>(scenario.model.experts->expertsPerToken)
        / static_cast<double>(plan.tensor);
    return ways * passedOn(plan.expert) * sent * layersOfStage(scenario, plan)
        * static_cast<double>(layout.microBatches) / speed(plan.expert, plan.tensor);
}

// Gradients are summed once a step; spread weights are gathered in each micro-batch, and their gradients summed there.
double dataSeconds(const Workload& workload, const Layout& layout)
{
    const ParallelPlan& plan = layout.parallelism;
    const std::int64_t copies = plan.dataGroup() * plan.context;
    if (copies == 1)
        return 0;
    const double own = bytesOfElement / static_cast<double>(plan.tensor * plan.pipeline);
    const bool gathered = plan.shards() > 1;
    const double gathers = plan.reshardAfterForward ? 2 : 1;
    const double times = gathered ? (gathers + 1) * static_cast<double>(layout.microBatches) : 2;
    const auto seconds = [&](std::int64_t parameters, std::int64_t group, std::int64_t step) {
        return times * passedOn(group) * own * static_cast<double>(parameters) / speed(group, step);
    };
    const std::int64_t spread = plan.expert > 1 ? workload.ofExperts : 0;
    return seconds(workload.parameters - spread, gathered ? plan.shards() : copies, plan.tensor)
        + seconds(spread, copies / plan.expert, plan.tensor * plan.expert) / static_cast<double>(plan.expert);
}

double layersOf(const Scenario& scenario, const ParallelPlan& plan, std::int64_t part)
{
    return static_cast<double>(layersOfPart(scenario.model.layers, plan, part));
}

// While a pipeline fills and drains, stages wait for one part of each other.
double bubbleOf(const Scenario& scenario, const Layout& layout)
{
    const ParallelPlan& plan = layout.parallelism;
    return static_cast<double>(plan.pipeline - 1) * layersOf(scenario, plan, 0) / layersOfStage(scenario, plan)
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
      "Communication: what tensor, pipeline and expert groups "
      "send waits, at 450 GB/s within 8 GPUs and 50 GB/s between servers; what data groups send hides behind work, "
      "what "
      "goes around a context group's ring behind attention, and only the excess counts; GPUs get 40 % of their bf16 "
      "peak done.";

Workload workloadOf(const ModelSpec& model, std::int64_t parameters, const Device& device)
{
    const double tflops = device.bf16Tflops > 0 ? device.bf16Tflops : usualTflops;
    Workload workload{parameters, 0, parameters, usedOfPeak * tflops * 1e12};
    if (!model.experts)
        return workload;
    const MixtureOfExperts& experts = *model.experts;
    std::int64_t layers = 0;
    for (std::int64_t layer = 0; layer < model.layers; ++layer)
        layers += experts.takesLayer(layer) ? 1 : 0;
    const std::int64_t ofOne = layers * matricesOfExpert * model.hidden * experts.ffn;
    workload.ofExperts = ofOne * experts.experts;
    workload.active -= ofOne * (experts.experts - experts.expertsPerToken);
    return workload;
}

LayoutCost costOf(const Scenario& scenario, const Workload& workload, const Layout& layout)
{
    const double work = workSeconds(scenario, workload, layout);
    const double waited = tensorSeconds(scenario, layout) + pipelineSeconds(scenario, layout)
        + contextSeconds(scenario, workload, layout) + expertSeconds(scenario, layout)
        + std::max(0.0, dataSeconds(workload, layout) - work);
    return {recomputeFactor(scenario, layout.checkpointing, layout.parallelism.pipeline),
            bubbleOf(scenario, layout) + unevenOf(scenario, layout.parallelism), waited / work};
}

} // namespace plimsoll
