// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/flatshard.h"
#include "step/tape.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace plimsoll::step {

// A parameter as modules read it, and this GPU's piece of it: none where the shard has none.
struct FlatShard::Part
{
    Tensor parameter;
    bool trains = false;
    Tensor piece;
};

// A FlatParamHandle.
struct FlatShard::Unit
{
    static constexpr std::int64_t noBlock = -2;

    std::int64_t id = -1; // of the model's own; a block's, or within a block noBlock
    std::int32_t layer = noLayer;
    std::vector<Part> parts;
    std::vector<std::int64_t> lengths; // of what lies in the flat parameter, with the padding between parts
    std::vector<std::size_t> places;   // of the parts, among them
    std::int64_t elements = 0;
    std::int64_t shardElements = 0;
    DType wide = DType::Float32; // of the shard
    DType low = DType::Float32;  // of what is gathered
    bool trains = false;

    Tensor shard;
    Tensor lowShard; // what is gathered from, where it is narrower; its storage comes and goes
    Tensor whole;    // the flat parameter in autograd's graph; its storage comes and goes
    Tensor sum;      // of gradients: this GPU's shard of it

    State state = State::Idle;
    bool prefetched = false;
    bool wanted = false; // by a backward to come
    bool ranBeforeBackward = false;
    std::optional<std::size_t> place;         // in the order of forwards
    std::int32_t betweenSteps = noAllocation; // of the sum, where it stays
    std::int32_t made = noAllocation;         // of the present sum, before it took that one's place

    bool narrows() const { return low != wide; }
    bool isRoot() const { return id == -1; }
    bool isWithinBlock() const { return id == noBlock; }
};

} // namespace plimsoll::step
