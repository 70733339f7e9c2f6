// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/megatronrules.h"

#include "base/format.h"
#include "scenario/choices.h"
#include "scenario/nearestcounts.h"
#include "scenario/parallellayout.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

constexpr std::array megatronFamilies{Family::Plain, Family::Llama, Family::Mistral, Family::Qwen2, Family::Mixtral};

std::optional<Misfit> modelMisfit(const Scenario& scenario)
{
    const ModelSpec& m = scenario.model;
    const auto other = [](const char* with) {
        return Misfit{"stack", std::string("another than megatron with ") + with};
    };
    if (std::ranges::find(megatronFamilies, m.family) == megatronFamilies.end())
        return Misfit{
            "stack",
            "another than megatron, which this version knows for models given by their sizes, Llama, Mistral, "
            "Qwen2 and Mixtral"};
    if (m.slidingWindow)
        return other("a sliding window");
    if (m.headBias)
        return other("a bias of the head");
    if (m.outputBias || m.mlpBias)
        return other("biases of some layers only");
    if (m.family != Family::Plain)
        return std::nullopt;
    if (m.mlpDropout)
        return other("mlp_dropout, which Megatron's MLP has not");
    if (m.dropout > 0 && !m.embeddingDropout)
        return other("dropout but no embedding_dropout: --hidden-dropout drops embeddings too");
    if (m.gatedMlp ? m.activation == Activation::Relu : m.activation != Activation::Gelu)
        return other(m.gatedMlp ? "a gate that is neither SiLU nor GELU" : "an activation that is not GELU");
    return std::nullopt;
}

std::optional<Misfit> kernelsMisfit(const TrainingPlan& t)
{
    const bool local = t.megatron.layers == MegatronLayers::Local;
    if (local && t.attention != Attention::Eager)
        return Misfit{"attention", "eager with Megatron's own layers, whose attention makes all scores"};
    if (t.precision == Precision::Fp32 && t.attention != Attention::Eager)
        return Misfit{"attention", "eager with precision fp32: fused attention takes 16 bits"};
    if (t.kernels != Kernels::Eager)
        return Misfit{"kernels", "eager with stack megatron, whose layers are fused as training.megatron says"};
    if (t.loss != Loss::Logits)
        return Misfit{"loss", "logits with stack megatron; training.megatron.cross_entropy chooses among its own"};
    return std::nullopt;
}

} // namespace

std::optional<Misfit> megatronMisfit(const Scenario& scenario)
{
    const TrainingPlan& t = scenario.training;
    if (t.stack != Stack::Megatron)
        return std::nullopt;
    if (std::optional<Misfit> misfit = modelMisfit(scenario))
        return misfit;
    if (t.method != Method::Full)
        return Misfit{"method", "full with stack megatron"};
    if (t.precision != Precision::Fp32 && !hasMasterWeights(t.precision))
        return Misfit{"precision",
                      "bf16-master-fp32-grad, bf16-master, fp16-master or fp32, as Megatron keeps weights"};
    if (t.optimizer != Optimizer::AdamW)
        return Misfit{"optimizer", "adamw with stack megatron, whose FusedAdam this version knows"};
    if (std::optional<Misfit> misfit = kernelsMisfit(t))
        return misfit;
    if (t.checkpointing != Checkpointing::None && t.checkpointing != Checkpointing::Full
        && t.checkpointing != Checkpointing::Selective)
        return Misfit{"checkpointing", "none, full or selective, which Megatron has"};
    if (t.packedSequences > 1)
        return Misfit{"packed_sequences", "1 with stack megatron"};
    if (t.keepGradients)
        return Misfit{"keep_gradients", "false: Megatron's gradient buffers stay all the same"};
    if (t.keepLogits)
        return Misfit{"keep_logits", "false with stack megatron, whose model returns losses"};
    if (t.optimizerInBackward)
        return Misfit{"optimizer_in_backward", "false with stack megatron"};
    if (t.autocastOverBf16)
        return Misfit{"autocast", "false with stack megatron, which runs without"};
    return std::nullopt;
}

namespace {

// A part of the sequence is two pieces, one from its beginning and one from its end, so that causal work is even.
std::optional<Misfit> sequenceMisfit(const Scenario& scenario)
{
    const ParallelPlan& plan = scenario.parallelism;
    const std::int64_t sequence = scenario.training.sequenceLength;
    const std::int64_t pieces = plan.context > 1 ? 2 * plan.context : 1;
    if (sequence % pieces != 0)
        return Misfit{"context",
                      "a number of which twice divides training.sequence_length (" + formatCount(sequence) + "); "
                          + nearestDivisors(std::max<std::int64_t>(sequence / 2, 1), plan.context) + " would do"};
    const bool shares = plan.sequenceParallel && plan.tensor > 1;
    if (shares && sequence % (plan.context * plan.tensor) != 0)
        return Misfit{"sequence_parallel",
                      "false, or a training.sequence_length of which context × tensor ("
                          + formatCount(plan.context * plan.tensor)
                          + ") is a divisor: " + nearestMultiples(plan.context * plan.tensor, sequence)};
    const bool spreadsHeads
        = plan.context > 1 && scenario.training.megatron.contextExchange == ContextExchange::AllToAll;
    const std::int64_t keyHeads = scenario.model.kvHeads / plan.tensor;
    if (spreadsHeads && keyHeads % plan.context != 0)
        return Misfit{"context",
                      "a divisor of kv_heads / tensor (" + formatCount(keyHeads)
                          + ") where heads are spread (context_exchange a2a); "
                          + nearestDivisors(keyHeads, plan.context) + " would do"};
    if (plan.context > 1 && scenario.training.attention == Attention::Eager)
        return Misfit{"context", "1, or training.attention sdpa or flash, whose kernels take parts of sequences"};
    return std::nullopt;
}

std::optional<Misfit> stagesMisfit(const Scenario& scenario)
{
    const ParallelPlan& plan = scenario.parallelism;
    if (plan.pipeline == 1)
        return std::nullopt;
    const std::int64_t parts = plan.pipeline * plan.virtualStages;
    const std::int64_t layers = scenario.model.layers;
    if (layers % parts != 0)
        return Misfit{"pipeline",
                      (plan.virtualStages > 1 ? "pipeline × " + named("virtual_stages", plan.virtualStages) + " = "
                               + formatCount(parts) + " must divide "
                                              : std::string("a divisor of "))
                          + named("layers", layers) + "; "
                          + nearestDivisors(std::max<std::int64_t>(layers / plan.virtualStages, 1), plan.pipeline)
                          + " would do"};
    if (plan.stage && *plan.stage >= plan.pipeline)
        return Misfit{"stage", "0 to " + formatCount(plan.pipeline - 1) + ", or null: the one that needs most"};
    if (plan.schedule == PipelineSchedule::GPipe || plan.splitsBackward())
        return Misfit{"schedule", "1f1b or interleaved, which Megatron has"};
    if (plan.schedule == PipelineSchedule::Interleaved && plan.virtualStages == 1)
        return Misfit{"virtual_stages", "2 or more with schedule interleaved"};
    if (plan.schedule == PipelineSchedule::OneForwardOneBackward && plan.virtualStages > 1)
        return Misfit{"schedule", "interleaved with virtual_stages " + formatCount(plan.virtualStages)};
    if (plan.virtualStages > 1 && plan.microBatches % plan.pipeline != 0)
        return Misfit{"micro_batches",
                      "a multiple of pipeline (" + formatCount(plan.pipeline)
                          + ") with virtual stages: " + nearestMultiples(plan.pipeline, plan.microBatches)};
    if (scenario.training.gradientAccumulation > 1)
        return Misfit{"pipeline", "1 with gradient_accumulation: a pipeline's micro_batches accumulate"};
    return std::nullopt;
}

// Experts are spread over GPUs that hold the same other layers.
std::optional<Misfit> expertsMisfit(const Scenario& scenario)
{
    const ParallelPlan& plan = scenario.parallelism;
    const std::optional<MixtureOfExperts>& experts = scenario.model.experts;
    if (!experts)
        return plan.expert > 1 ? std::optional(Misfit{"expert", "1 with a model that has no experts"}) : std::nullopt;
    if (scenario.training.megatron.layers == MegatronLayers::Local)
        return Misfit{"expert",
                      "1, and training.megatron.layers transformer_engine, whose grouped products run experts"};
    if (experts->experts % plan.expert != 0)
        return Misfit{"expert",
                      "a divisor of " + named("experts", experts->experts) + "; "
                          + nearestDivisors(experts->experts, plan.expert) + " would do"};
    const std::int64_t copies = plan.dataGroup() * plan.context;
    if (copies % plan.expert != 0)
        return Misfit{"expert",
                      "a divisor of the GPUs that hold the same layers, gpus / (tensor × pipeline) = "
                          + formatCount(copies) + "; " + nearestDivisors(copies, plan.expert) + " would do"};
    if (experts->ffn % plan.tensor != 0)
        return Misfit{"tensor",
                      "a divisor of " + named("an expert's ffn", experts->ffn) + "; "
                          + nearestDivisors(experts->ffn, plan.tensor) + " would do"};
    if (plan.tensor > 1 && !plan.sequenceParallel)
        return Misfit{"sequence_parallel", "true with experts and tensor, as Megatron has it"};
    return std::nullopt;
}

std::optional<Misfit> gpusMisfit(const ParallelPlan& plan)
{
    const std::int64_t group = plan.tensor * plan.context * plan.pipeline;
    const std::string product = "tensor (" + formatCount(plan.tensor) + ") × context (" + formatCount(plan.context)
        + ") × pipeline (" + formatCount(plan.pipeline) + ")";
    if (plan.data != DataParallel::None && plan.data != DataParallel::Ddp && plan.data != DataParallel::Zero1)
        return Misfit{"data", "none, ddp or zero1 with stack megatron: zero1 is its distributed optimizer"};
    if (plan.data == DataParallel::None && plan.gpus != group)
        return Misfit{"gpus", formatCount(group) + ", as " + product + ", or data ddp or zero1 beside it"};
    if (plan.gpus % group != 0)
        return Misfit{"gpus", "a multiple of " + product + ": " + nearestMultiples(group, plan.gpus)};
    if (plan.offload != ParameterOffload::None || plan.offloadOptimizer != ParameterOffload::None)
        return Misfit{"offload", "none with stack megatron"};
    return std::nullopt;
}

} // namespace

std::optional<Misfit> megatronLayoutMisfit(const Scenario& scenario)
{
    for (const auto& check : {headsMisfit, sequenceMisfit, stagesMisfit})
        if (std::optional<Misfit> misfit = check(scenario))
            return misfit;
    if (std::optional<Misfit> misfit = gpusMisfit(scenario.parallelism))
        return misfit;
    return expertsMisfit(scenario);
}

} // namespace plimsoll
