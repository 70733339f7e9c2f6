// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/nanotronrules.h"

#include "base/format.h"
#include "scenario/choices.h"
#include "scenario/nearestcounts.h"
#include "scenario/parallellayout.h"

#include <algorithm>

namespace plimsoll {

namespace {

struct Placement
{
    std::vector<std::int64_t> layers;
    std::int64_t head = 0; // the stage that has it
    std::int64_t loss = 0;
};

// get_block_compute_costs of models/llama.py.
Placement placed(const Scenario& scenario)
{
    const ModelSpec& m = scenario.model;
    const ParallelPlan& plan = scenario.parallelism;
    const std::int64_t vocabulary = (m.vocab + plan.tensor - 1) / plan.tensor * plan.tensor;
    const auto ofLayer = static_cast<double>(4 * m.heads * m.headDim * m.hidden + 3 * m.ffn * m.hidden);
    const auto ofHead = static_cast<double>(vocabulary * m.hidden);
    const double all = static_cast<double>(m.layers) * ofLayer + ofHead;
    Placement found;
    found.layers.assign(static_cast<std::size_t>(plan.pipeline), 0);
    std::int64_t stage = 0;
    const auto isFull
        = [&](double work) { return work > all * static_cast<double>(stage + 1) / static_cast<double>(plan.pipeline); };
    for (std::int64_t i = 0; i < m.layers; ++i) {
        ++found.layers[static_cast<std::size_t>(stage)];
        if (stage + 1 < plan.pipeline && isFull(static_cast<double>(i + 1) * ofLayer))
            ++stage;
    }
    found.head = stage;
    found.loss = stage + 1 < plan.pipeline && isFull(all) ? stage + 1 : stage;
    return found;
}

std::optional<Misfit> modelMisfit(const ModelSpec& m)
{
    const auto other = [](const char* with) {
        return Misfit{"stack", std::string("another than nanotron with ") + with};
    };
    if (m.family != Family::Llama)
        return Misfit{"stack", "another than nanotron, whose Llama is known here"};
    if (m.headDim * m.heads != m.hidden)
        return other("heads that are not hidden_size / num_attention_heads wide");
    if (m.qkvBias || m.outputBias || m.mlpBias)
        return other("biases, which its layers have not");
    if (m.attentionDropout > 0)
        return other("dropout of attention, which it has not");
    return std::nullopt;
}

} // namespace

std::vector<std::int64_t> nanotronLayers(const Scenario& scenario)
{
    return placed(scenario).layers;
}

std::optional<Misfit> nanotronMisfit(const Scenario& scenario)
{
    const TrainingPlan& t = scenario.training;
    if (t.stack != Stack::Nanotron)
        return std::nullopt;
    if (std::optional<Misfit> misfit = modelMisfit(scenario.model))
        return misfit;
    if (t.method != Method::Full)
        return Misfit{"method", "full with stack nanotron"};
    if (t.precision != Precision::Bf16MasterFp32Grad)
        return Misfit{"precision", "bf16-master-fp32-grad: nanotron's accumulator of gradients in fp32"};
    if (t.optimizer != Optimizer::AdamW)
        return Misfit{"optimizer", "adamw with stack nanotron"};
    if (t.optimizerKernel != OptimizerKernel::Fused)
        return Misfit{"optimizer_kernel", "fused with stack nanotron (torch_adam_is_fused)"};
    if (t.attention != Attention::Flash)
        return Misfit{"attention", "flash with stack nanotron, which calls flash-attn"};
    if (t.kernels != Kernels::Eager)
        return Misfit{"kernels", "eager with stack nanotron, whose norms are flash-attn's"};
    if (t.loss != Loss::Logits)
        return Misfit{"loss", "logits with stack nanotron, which makes all of them in fp32"};
    if (t.checkpointing != Checkpointing::None && t.checkpointing != Checkpointing::Full)
        return Misfit{"checkpointing", "none or full (recompute_layer) with stack nanotron"};
    if (t.packedSequences > 1)
        return Misfit{"packed_sequences", "1 with stack nanotron"};
    if (t.keepGradients || t.keepLogits)
        return Misfit{t.keepGradients ? "keep_gradients" : "keep_logits", "false with stack nanotron"};
    if (t.optimizerInBackward)
        return Misfit{"optimizer_in_backward", "false with stack nanotron"};
    if (t.nanotron.asyncCommunication && !scenario.parallelism.sequenceParallel)
        return Misfit{"nanotron", "async_communication false, or parallelism.sequence_parallel beside it"};
    return std::nullopt;
}

namespace {

std::optional<Misfit> stagesMisfit(const Scenario& scenario)
{
    const ParallelPlan& plan = scenario.parallelism;
    if (plan.pipeline == 1)
        return std::nullopt;
    const Placement found = placed(scenario);
    if (found.loss != plan.pipeline - 1 || found.head != found.loss)
        return Misfit{"pipeline",
                      "fewer stages: nanotron's split of " + named("layers", scenario.model.layers)
                          + " by their work leaves the last one without the head"};
    if (plan.stage && *plan.stage >= plan.pipeline)
        return Misfit{"stage", "0 to " + formatCount(plan.pipeline - 1) + ", or null: the one that needs most"};
    if (plan.schedule == PipelineSchedule::Interleaved || plan.virtualStages > 1)
        return Misfit{plan.virtualStages > 1 ? "virtual_stages" : "schedule",
                      plan.virtualStages > 1 ? "1 with stack nanotron" : "1f1b or gpipe, which nanotron has"};
    if (plan.microBatches < plan.pipeline)
        return Misfit{"micro_batches", formatCount(plan.pipeline) + " or more, as there are stages"};
    if (scenario.training.gradientAccumulation > 1)
        return Misfit{"pipeline", "1 with gradient_accumulation: a pipeline's micro_batches accumulate"};
    return std::nullopt;
}

std::optional<Misfit> gpusMisfit(const ParallelPlan& plan)
{
    const std::int64_t group = plan.tensor * plan.pipeline;
    const std::string product
        = "tensor (" + formatCount(plan.tensor) + ") × pipeline (" + formatCount(plan.pipeline) + ")";
    if (plan.context > 1)
        return Misfit{"context", "1 with stack nanotron"};
    if (plan.expert > 1)
        return Misfit{"expert", "1 with stack nanotron"};
    if (plan.data != DataParallel::None && plan.data != DataParallel::Zero1)
        return Misfit{"data", "none or zero1 with stack nanotron: zero1 is its ZeroDistributedOptimizer"};
    if (plan.data == DataParallel::None && plan.gpus != group)
        return Misfit{"gpus", formatCount(group) + ", as " + product + ", or data zero1 beside it"};
    if (plan.gpus % group != 0)
        return Misfit{"gpus", "a multiple of " + product + ": " + nearestMultiples(group, plan.gpus)};
    if (plan.offload != ParameterOffload::None || plan.offloadOptimizer != ParameterOffload::None)
        return Misfit{"offload", "none with stack nanotron"};
    return std::nullopt;
}

} // namespace

std::optional<Misfit> nanotronLayoutMisfit(const Scenario& scenario)
{
    for (const auto& check : {headsMisfit, sequenceShareMisfit, stagesMisfit})
        if (std::optional<Misfit> misfit = check(scenario))
            return misfit;
    return gpusMisfit(scenario.parallelism);
}

} // namespace plimsoll
