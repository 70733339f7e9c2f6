// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace plimsoll {

enum class DataParallel { None, Ddp, Fsdp, Hsdp };
enum class ReduceType { Fp32, Bf16 };
enum class ParameterOffload { None, Cpu };

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
    ParameterOffload offload = ParameterOffload::None; // with FSDP: weights, gradients and states wait on the host

    bool isSharded() const { return data == DataParallel::Fsdp || data == DataParallel::Hsdp; }
    // Over how many GPUs each weight is spread.
    std::int64_t shards() const
    {
        if (data == DataParallel::Hsdp)
            return shardGroup;
        return data == DataParallel::Fsdp ? gpus : 1;
    }

    bool operator==(const ParallelPlan&) const = default;
};

} // namespace plimsoll
