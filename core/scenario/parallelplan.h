// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/zeroplan.h"

#include <cstdint>
#include <optional>

namespace plimsoll {

enum class DataParallel { None, Ddp, Zero1, Zero2, Zero3, Fsdp, Hsdp, Fsdp1 };
enum class ReduceType { Fp32, Bf16 };
enum class FlatSharding { Full, None }; // ShardingStrategy.FULL_SHARD, NO_SHARD
enum class ParameterOffload { None, Cpu };
enum class PipelineSchedule { OneForwardOneBackward, GPipe, Interleaved, ZeroBubble, ZeroBubbleV };

// How a training is spread over several GPUs, as in the scenario file's "parallelism" (design §4).
struct ParallelPlan
{
    std::int64_t gpus = 1;
    DataParallel data = DataParallel::None;
    bool bucketView = false;     // with DDP: gradients are views of the buckets they are reduced in
    std::int64_t shardGroup = 8; // with HSDP: over how many GPUs weights are spread; groups of them hold the same
    bool mixedPrecision = true;  // with FSDP: weights are gathered in bf16
    ReduceType reduceType = ReduceType::Fp32;
    bool reshardAfterForward = true; // blocks' gathered weights go after their forward, and are gathered anew
    bool reshardRoot = true;         // the same of what belongs to no block: embedding, last norm, head
    // With FSDP1.
    FlatSharding flatSharding = FlatSharding::Full;
    bool originalParameters = true; // use_orig_params: the optimizer has each parameter's part instead of flat ones
    bool wrapsAdapters = false;     // peft's policy: each of an adapter's matrices is a unit of its own
    ZeroPlan zero;                  // with ZeRO
    // What waits on the host: with FSDP weights, gradients and states together, with ZeRO states or with them weights.
    ParameterOffload offload = ParameterOffload::None; // of weights
    ParameterOffload offloadOptimizer = ParameterOffload::None;
    bool pinnedMemory = true; // page-locked there

    std::int64_t tensor = 1;           // over how many GPUs each layer is split
    bool sequenceParallel = false;     // with tensor: what lies between split layers is split too
    std::int64_t pipeline = 1;         // over how many stages the layers are spread
    std::int64_t virtualStages = 1;    // parts of the model that a stage has
    std::int64_t microBatches = 8;     // that go through the pipeline in a step
    std::optional<std::int64_t> stage; // whose figures are shown; none: the one that needs most
    PipelineSchedule schedule = PipelineSchedule::OneForwardOneBackward;
    std::int64_t context = 1;   // over how many GPUs each sequence is cut
    std::int64_t expert = 1;    // over how many a layer's experts are spread
    double expertImbalance = 1; // tokens of the GPU whose experts get most, beside those of an even spread

    // How many hold the same layers and split them alike, with other sequences of the batch.
    std::int64_t dataGroup() const { return gpus / (tensor * pipeline * context); }
    bool isFlat() const { return data == DataParallel::Fsdp1; }
    bool isSharded() const { return data == DataParallel::Fsdp || data == DataParallel::Hsdp || isFlat(); }
    // DeepSpeed's stage; 0 where it is not DeepSpeed that spreads.
    int zeroStage() const
    {
        const bool zeros = data == DataParallel::Zero1 || data == DataParallel::Zero2 || data == DataParallel::Zero3;
        return zeros ? static_cast<int>(data) - static_cast<int>(DataParallel::Zero1) + 1 : 0;
    }
    bool overlapsReduction() const { return zero.overlapComm.value_or(zeroStage() == 3); }
    // Whether stages make gradients of what they got first, and those of weights later.
    bool splitsBackward() const
    {
        return schedule == PipelineSchedule::ZeroBubble || schedule == PipelineSchedule::ZeroBubbleV;
    }
    // Which of the model's parts a stage's i-th is. In a V the second lies as far from the end as the first from the
    // beginning.
    std::int64_t partOf(std::int64_t ofStage, std::int64_t i) const
    {
        const bool back = schedule == PipelineSchedule::ZeroBubbleV && i == 1;
        return back ? 2 * pipeline - 1 - ofStage : i * pipeline + ofStage;
    }
    // Over how many GPUs each weight is spread.
    std::int64_t shards() const
    {
        if (data == DataParallel::Hsdp)
            return shardGroup;
        if (isFlat())
            return flatSharding == FlatSharding::Full ? gpus : 1;
        return data == DataParallel::Fsdp || data == DataParallel::Zero3 ? dataGroup() : 1;
    }

    bool operator==(const ParallelPlan&) const = default;
};

} // namespace plimsoll
