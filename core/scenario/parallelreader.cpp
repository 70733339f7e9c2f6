// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/parallelreader.h"

#include "base/format.h"
#include "scenario/parallellayout.h"
#include "scenario/readchoice.h"
#include "scenario/zeroreader.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

constexpr JsonObjectReader::Range gpusRange{1, std::int64_t{1} << 20};
constexpr JsonObjectReader::Range stagesRange{1, 1024};

// FSDP2's offload policy takes weights, gradients and states to the host together; DeepSpeed's states go before
// weights.
void readOffload(JsonObjectReader reader, ParallelPlan& plan)
{
    readChoice(reader, "parameters", plan.offload);
    plan.offloadOptimizer = plan.offload;
    if (reader.has("optimizer"))
        readChoice(reader, "optimizer", plan.offloadOptimizer);
    const std::string parameters(choice(plan.offload).id);
    if (plan.offloadOptimizer != plan.offload && (plan.zeroStage() == 0 || plan.offload == ParameterOffload::Cpu))
        reader.refuse("optimizer", parameters + ", as parameters: they move together");
    if (plan.offload == ParameterOffload::Cpu && plan.zeroStage() > 0 && plan.zeroStage() < 3)
        reader.refuse("parameters", "none, or data zero3 beside it");
    if (plan.offloadOptimizer == ParameterOffload::Cpu || reader.has("pin_memory"))
        reader.flag("pin_memory", plan.pinnedMemory);
    reader.finish();
}

// Over how many GPUs layers are split, and over how many stages they are spread.
void readLayers(JsonObjectReader& reader, ParallelPlan& plan)
{
    const auto counts = [&reader](std::string_view key, bool inForce) { return inForce || reader.has(key); };
    const bool pipeline = plan.pipeline > 1;
    if (counts("sequence_parallel", plan.tensor > 1))
        reader.flag("sequence_parallel", plan.sequenceParallel);
    if (counts("virtual_stages", pipeline))
        reader.whole("virtual_stages", plan.virtualStages, stagesRange);
    if (counts("micro_batches", pipeline))
        reader.whole("micro_batches", plan.microBatches, gpusRange);
    if (counts("stage", pipeline))
        reader.whole("stage", plan.stage, {0, stagesRange.most - 1});
    if (counts("schedule", pipeline))
        readChoice(reader, "schedule", plan.schedule);
}

void readImbalance(JsonObjectReader& reader, ParallelPlan& plan)
{
    reader.number("expert_imbalance", plan.expertImbalance, 1, 64, true);
}

void checkData(JsonObjectReader& reader, const ParallelPlan& plan)
{
    if (plan.data == DataParallel::Hsdp && plan.gpus % plan.shardGroup != 0)
        reader.refuse("shard_group", "a divisor of gpus (" + formatCount(plan.gpus) + ")");
    const bool offloads = plan.offload != ParameterOffload::None || plan.offloadOptimizer != ParameterOffload::None;
    if (offloads && !plan.isSharded() && plan.zeroStage() == 0)
        reader.refuse("offload", "none, or data zero1, zero2, zero3, fsdp or hsdp beside it");
}

bool encodes(Family family)
{
    constexpr std::array encoders{Family::Bert, Family::Roberta, Family::ModernBert, Family::T5};
    return std::ranges::find(encoders, family) != encoders.end();
}

// What FSDP1 does not go with: combinations that PyTorch refuses, and those that this version has not counted.
void checkFlat(JsonObjectReader& reader, const Scenario& scenario)
{
    const ParallelPlan& plan = scenario.parallelism;
    const TrainingPlan& t = scenario.training;
    if (!plan.isFlat())
        return;
    const bool wideAdapters = t.lora.fp32Adapters;
    if (t.method == Method::Qlora)
        reader.refuse("data", "another than fsdp1, which cannot flatten packed weights with others");
    else if (t.method == Method::Lora && !plan.originalParameters && !plan.wrapsAdapters)
        reader.refuse("orig_params",
                      "true, or wrap_adapters: else what one flat parameter holds must train or be frozen");
    else if (t.method == Method::Lora && t.precision == Precision::Bf16 && wideAdapters && !plan.wrapsAdapters)
        reader.refuse("wrap_adapters", "true, or adapters in bf16: one flat parameter has one type");
    else if (t.method == Method::Lora && wideAdapters && plan.mixedPrecision && plan.wrapsAdapters)
        reader.refuse(
            "mixed_precision",
            "false with fp32 adapters that are wrapped: peft widens what FSDP then narrows, and PyTorch stops");
    if (t.method == Method::Full && plan.wrapsAdapters)
        reader.refuse("wrap_adapters",
                      "false with method full: each layer would be a unit, which is not in this version");
    if (t.method == Method::Lora && plan.shards() < 2 && plan.originalParameters && !plan.mixedPrecision
        && scenario.model.tiedEmbeddings)
        reader.refuse("orig_params", "false, or mixed_precision, with tied weights that are not spread: PyTorch stops");
    const bool plain = scenario.model.family == Family::Plain;
    if (t.stack == Stack::Torchtune)
        reader.refuse("data", "another than fsdp1 with torchtune's model code");
    else if (plain && t.loss != Loss::Logits)
        reader.refuse("data", "another than fsdp1 with a loss that runs a plain model's head");
    else if (plain && t.checkpointing != Checkpointing::None && (t.reentrant || t.checkpointing == Checkpointing::Sqrt))
        reader.refuse("data", "another than fsdp1, which a plain model's reentrant or √n checkpoints would hold");
    if (plan.wrapsAdapters && scenario.model.experts
        && std::ranges::find(t.lora.targets, "all-linear") != t.lora.targets.end())
        reader.refuse("wrap_adapters", "false with adapters on experts, which no layer holds");
    if (t.optimizerInBackward)
        reader.refuse("data", "another than fsdp1 with an optimizer that steps in backward, whose hooks never run");
    if (t.keepGradients && plan.shards() < 2 && plan.originalParameters && plan.mixedPrecision
        && t.precision != Precision::Bf16)
        reader.refuse("mixed_precision", "false with whole gradients that are kept, which each step makes anew");
    if (plan.offload != ParameterOffload::None)
        reader.refuse("offload", "none with fsdp1");
}

// What the spread does not go with elsewhere in the scenario.
void checkTraining(JsonObjectReader& reader, const Scenario& scenario)
{
    const ParallelPlan& plan = scenario.parallelism;
    const TrainingPlan& t = scenario.training;
    if (plan.data == DataParallel::None)
        return;
    const bool byParameter = plan.isSharded() && !plan.isFlat(); // FSDP2
    if (byParameter && plan.shards() < 2)
        reader.refuse(plan.data == DataParallel::Fsdp ? "gpus" : "shard_group",
                      formatCount(2 * plan.tensor * plan.pipeline) + " or more, to spread weights over");
    if (byParameter && t.method == Method::Qlora)
        reader.refuse("data", "none or ddp with packed weights, which this version does not spread");
    if (plan.isSharded() && encodes(scenario.model.family))
        reader.refuse("data", "none or ddp with an encoder");
    if (byParameter && scenario.model.family == Family::Plain && t.loss != Loss::Logits)
        reader.refuse("data", "none or ddp with a loss that runs a plain model's head");
    const bool fusedSgd = t.optimizerKernel == OptimizerKernel::Fused
        && (t.optimizer == Optimizer::Sgd || t.optimizer == Optimizer::SgdMomentum);
    if (byParameter && fusedSgd)
        reader.refuse("data", "none or ddp with fused SGD, which PyTorch cannot run on spread weights");
    if (plan.zeroStage() == 0 && t.precision != Precision::Bf16Autocast && t.precision != Precision::Fp16Autocast
        && t.precision != Precision::Fp32 && t.precision != Precision::Bf16)
        reader.refuse("data", "none with precision " + std::string(choice(t.precision).id));
    if (t.kernels == Kernels::Compiled)
        reader.refuse("data", "none with compiled blocks");
    if (t.optimizerInBackward && plan.zeroStage() > 0)
        reader.refuse("data", "none, ddp, fsdp or hsdp with an optimizer that steps in backward");
    if (t.optimizerInBackward && plan.offload != ParameterOffload::None)
        reader.refuse("offload", "none with an optimizer that steps in backward");
}

} // namespace

// Fields that have no effect beside the rest are read where they stand, so that they are kept.
void readParallelism(JsonObjectReader reader, Scenario& scenario)
{
    if (!reader.isObject())
        return;
    ParallelPlan& plan = scenario.parallelism;
    reader.whole("gpus", plan.gpus, gpusRange);
    readChoice(reader, "data", plan.data);
    reader.whole("tensor", plan.tensor, stagesRange);
    reader.whole("pipeline", plan.pipeline, stagesRange);
    const auto counts = [&reader](std::string_view key, bool inForce) { return inForce || reader.has(key); };
    if (counts("bucket_view", plan.data == DataParallel::Ddp))
        reader.flag("bucket_view", plan.bucketView);
    if (counts("shard_group", plan.data == DataParallel::Hsdp))
        reader.whole("shard_group", plan.shardGroup, gpusRange);
    if (counts("mixed_precision", plan.isSharded()))
        reader.flag("mixed_precision", plan.mixedPrecision);
    if (counts("reduce_dtype", plan.isSharded() && !plan.isFlat()))
        readChoice(reader, "reduce_dtype", plan.reduceType);
    if (counts("reshard_after_forward", plan.isSharded() && !plan.isFlat()))
        reader.flag("reshard_after_forward", plan.reshardAfterForward);
    if (counts("reshard_root", plan.isSharded() && !plan.isFlat()))
        reader.flag("reshard_root", plan.reshardRoot);
    if (counts("shard", plan.isFlat()))
        readChoice(reader, "shard", plan.flatSharding);
    if (counts("orig_params", plan.isFlat()))
        reader.flag("orig_params", plan.originalParameters);
    if (counts("wrap_adapters", plan.isFlat()))
        reader.flag("wrap_adapters", plan.wrapsAdapters);
    readLayers(reader, plan);
    if (counts("context", scenario.training.stack == Stack::Megatron))
        reader.whole("context", plan.context, stagesRange);
    if (counts("expert", scenario.training.stack == Stack::Megatron))
        reader.whole("expert", plan.expert, stagesRange);
    if (counts("expert_imbalance", scenario.training.stack == Stack::Megatron))
        readImbalance(reader, plan);
    if (counts("zero", plan.zeroStage() > 0))
        readZero(reader.object("zero"), scenario);
    if (reader.has("offload"))
        readOffload(reader.object("offload"), plan);
    if (const std::optional<Misfit> misfit = layoutMisfit(scenario))
        reader.refuse(misfit->key, misfit->expected);
    if (scenario.training.stack != Stack::Megatron && scenario.training.stack != Stack::Nanotron) {
        checkData(reader, plan);
        checkTraining(reader, scenario);
        checkFlat(reader, scenario);
        checkZero(reader, scenario);
    }
    reader.finish();
}

} // namespace plimsoll
