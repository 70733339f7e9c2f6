// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/parallellayout.h"

#include "base/format.h"
#include "scenario/choices.h"
#include "scenario/megatronrules.h"
#include "scenario/nanotronrules.h"
#include "scenario/nearestcounts.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>

namespace plimsoll {

namespace {

// Each was counted with torchtitan's plan for a Llama block.
constexpr std::array columnFamilies{Family::Llama, Family::Mistral, Family::Qwen2, Family::SmolLm3, Family::Qwen3};
constexpr std::array stageFamilies{Family::Llama,    Family::Mistral, Family::Qwen2,    Family::SmolLm3,
                                   Family::Qwen3,    Family::Phi3,    Family::Olmo,     Family::Olmo2,
                                   Family::StableLm, Family::Glm4,    Family::Nemotron, Family::Starcoder2};

std::string label(const Scenario& scenario)
{
    return std::string(info(scenario.model.family).label);
}

// What tensor must divide: heads of both kinds, the MLP's width, and what of the sequence each GPU has.
std::optional<Misfit> tensorMisfit(const Scenario& scenario)
{
    const ParallelPlan& plan = scenario.parallelism;
    const ModelSpec& model = scenario.model;
    if (plan.tensor == 1)
        return std::nullopt;
    if (!splitsIntoColumns(model.family))
        return Misfit{"tensor", "1 with " + label(scenario) + ", whose layers this version does not split"};
    if (std::optional<Misfit> misfit = headsMisfit(scenario))
        return misfit;
    if (std::optional<Misfit> misfit = sequenceShareMisfit(scenario))
        return misfit;
    if (model.outputBias || model.mlpBias)
        return Misfit{"tensor", "1 with biases after attention or in the MLP, which this version does not split"};
    return std::nullopt;
}

std::optional<Misfit> pipelineMisfit(const Scenario& scenario)
{
    const ParallelPlan& plan = scenario.parallelism;
    if (plan.pipeline == 1)
        return std::nullopt;
    if (!splitsIntoStages(scenario.model.family))
        return Misfit{"pipeline", "1 with " + label(scenario) + ", whose code this version does not cut into stages"};
    const std::int64_t parts = plan.pipeline * plan.virtualStages;
    const std::int64_t layers = scenario.model.layers;
    if (parts > layers)
        return Misfit{"pipeline",
                      formatCount(std::max<std::int64_t>(layers / plan.virtualStages, 1)) + " or fewer: "
                          + (plan.virtualStages > 1 ? "pipeline × " + named("virtual_stages", plan.virtualStages)
                                     + " parts need a layer each"
                                                    : std::string("each stage needs a layer"))
                          + ", and layers is " + formatCount(layers)};
    if (plan.stage && *plan.stage >= plan.pipeline)
        return Misfit{"stage", "0 to " + formatCount(plan.pipeline - 1) + ", or null: the one that needs most"};
    const bool interleaved = plan.schedule == PipelineSchedule::Interleaved;
    if (interleaved && plan.virtualStages == 1)
        return Misfit{"virtual_stages", "2 or more with schedule interleaved"};
    if (plan.schedule == PipelineSchedule::OneForwardOneBackward && plan.virtualStages > 1)
        return Misfit{"schedule",
                      "interleaved, gpipe or zero-bubble with virtual_stages " + formatCount(plan.virtualStages)};
    const bool isV = plan.schedule == PipelineSchedule::ZeroBubbleV;
    if (isV && plan.virtualStages != 2)
        return Misfit{"virtual_stages", "2 with schedule zbv: each stage has two parts"};
    if (plan.virtualStages > 1 && !isV && plan.microBatches % plan.pipeline != 0)
        return Misfit{"micro_batches",
                      "a multiple of pipeline (" + formatCount(plan.pipeline)
                          + ") with virtual stages: " + nearestMultiples(plan.pipeline, plan.microBatches)};
    return std::nullopt;
}

std::optional<Misfit> worldMisfit(const ParallelPlan& plan)
{
    const std::int64_t group = plan.tensor * plan.pipeline;
    if (plan.data == DataParallel::None && plan.gpus != group)
        return Misfit{"gpus",
                      group == 1 ? "1, or data ddp, zero1, zero2, zero3, fsdp, hsdp or fsdp1 beside it"
                                 : formatCount(group) + ", as tensor (" + formatCount(plan.tensor) + ") × pipeline ("
                              + formatCount(plan.pipeline) + "), or data fsdp beside it"};
    if (group > 1 && plan.data != DataParallel::None && plan.data != DataParallel::Fsdp)
        return Misfit{"data", "none or fsdp with tensor or pipeline parallelism"};
    if (plan.gpus % group != 0)
        return Misfit{"gpus",
                      "a multiple of tensor (" + formatCount(plan.tensor) + ") × pipeline ("
                          + formatCount(plan.pipeline) + "): " + nearestMultiples(group, plan.gpus)};
    return std::nullopt;
}

// What of the training this version does not count beside split or staged layers.
std::optional<Misfit> trainingMisfit(const Scenario& scenario)
{
    const ParallelPlan& plan = scenario.parallelism;
    const TrainingPlan& t = scenario.training;
    if (plan.tensor * plan.pipeline == 1)
        return std::nullopt;
    const std::string_view field = plan.tensor > 1 ? "tensor" : "pipeline";
    const auto one = [field](const std::string& with) { return Misfit{field, "1 with " + with}; };
    if (t.method != Method::Full)
        return one("adapters, which this version does not split");
    if (t.kernels != Kernels::Eager)
        return one("fused or compiled kernels");
    if (t.loss != Loss::Logits)
        return one("another loss than that of whole logits");
    if (t.precision != Precision::Bf16Autocast && t.precision != Precision::Fp32 && t.precision != Precision::Bf16)
        return one("precision " + std::string(choice(t.precision).id));
    if (t.autocastOverBf16)
        return one("autocast over bf16 weights");
    if (t.packedSequences > 1)
        return one("packed sequences");
    if (t.stack == Stack::Torchtune)
        return one("torchtune's model code");
    if (t.stack == Stack::Litgpt)
        return one("litgpt's model code");
    if (t.optimizerInBackward)
        return one("an optimizer that steps in backward");
    if (plan.offload != ParameterOffload::None)
        return one("offload to the host");
    if (t.reentrant && t.checkpointing != Checkpointing::None)
        return one("reentrant checkpointing");
    if (t.checkpointing == Checkpointing::Offloaded)
        return one("checkpoints that wait on the host");
    if (plan.tensor > 1 && plan.data == DataParallel::None && t.optimizer != Optimizer::AdamW
        && t.optimizer != Optimizer::AdamAmsgrad && t.optimizer != Optimizer::Sgd)
        return one("optimizer " + std::string(choice(t.optimizer).id) + ", which this version counts with fsdp only");
    if (plan.tensor > 1 && plan.data == DataParallel::None && t.keepGradients)
        return one("keep_gradients: PyTorch cannot set parts of a sum to zero in place");
    if (plan.sequenceParallel && plan.tensor > 1 && t.attention == Attention::Eager)
        return Misfit{"sequence_parallel",
                      "false with eager attention, whose mask is made for the share of the sequence"};
    if (plan.tensor > 1 && t.checkpointing == Checkpointing::Sqrt)
        return one("√n checkpointing, whose segments are no blocks to be split");
    if (plan.pipeline > 1 && plan.splitsBackward()) {
        const std::string with = " with schedule " + std::string(choice(plan.schedule).id);
        if (plan.tensor > 1 || plan.data != DataParallel::None)
            return Misfit{plan.tensor > 1 ? "tensor" : "data",
                          (plan.tensor > 1 ? "1" : "none") + with + ", which this version counts by itself"};
        if (t.checkpointing != Checkpointing::None)
            return Misfit{"schedule",
                          "1f1b, gpipe or interleaved with checkpointing: PyTorch would run a block once more for each "
                          "of its weights"};
    }
    if (plan.pipeline > 1 && t.gradientAccumulation > 1)
        return one("gradient_accumulation: a pipeline's micro_batches accumulate");
    if (plan.pipeline > 1 && t.keepLogits)
        return one("keep_logits: logits go with their micro-batch");
    return std::nullopt;
}

} // namespace

bool splitsIntoColumns(Family family)
{
    return std::ranges::find(columnFamilies, family) != columnFamilies.end();
}

bool splitsIntoStages(Family family)
{
    return std::ranges::find(stageFamilies, family) != stageFamilies.end();
}

std::int64_t layersOfPart(std::int64_t layers, const ParallelPlan& plan, std::int64_t part)
{
    const std::int64_t parts = plan.pipeline * plan.virtualStages;
    return layers / parts + (part < layers % parts ? 1 : 0);
}

std::optional<Misfit> layoutMisfit(const Scenario& scenario)
{
    if (scenario.training.stack == Stack::Megatron)
        return megatronLayoutMisfit(scenario);
    if (scenario.training.stack == Stack::Nanotron)
        return nanotronLayoutMisfit(scenario);
    if (scenario.parallelism.context > 1)
        return Misfit{"context", "1, or training.stack megatron, which cuts sequences over GPUs here"};
    if (scenario.parallelism.expert > 1)
        return Misfit{"expert", "1, or training.stack megatron, which spreads experts here"};
    for (const auto& check : {tensorMisfit, pipelineMisfit, trainingMisfit})
        if (std::optional<Misfit> misfit = check(scenario))
            return misfit;
    return worldMisfit(scenario.parallelism);
}

std::optional<Misfit> headsMisfit(const Scenario& scenario)
{
    const ModelSpec& model = scenario.model;
    const std::int64_t tensor = scenario.parallelism.tensor;
    const std::int64_t dividesAll = std::gcd(std::gcd(model.heads, model.kvHeads), model.ffn);
    for (const auto& [name, value] : {std::pair{"heads", model.heads}, {"kv_heads", model.kvHeads}, {"ffn", model.ffn}})
        if (value % tensor != 0)
            return Misfit{"tensor",
                          "a divisor of " + named(name, value) + "; " + nearestDivisors(dividesAll, tensor)
                              + " would do"};
    return std::nullopt;
}

std::optional<Misfit> sequenceShareMisfit(const Scenario& scenario)
{
    const ParallelPlan& plan = scenario.parallelism;
    const std::int64_t sequence = scenario.training.sequenceLength;
    if (plan.sequenceParallel && sequence % plan.tensor != 0)
        return Misfit{"sequence_parallel",
                      "false, or a training.sequence_length of which tensor (" + formatCount(plan.tensor)
                          + ") is a divisor: " + nearestMultiples(plan.tensor, sequence)};
    return std::nullopt;
}

} // namespace plimsoll
