// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/trainingplan.h"
#include "step/megatron/group.h"
#include "step/tensor.h"

// Attention's core on heads [sequence, batch, heads, head size].
namespace plimsoll::step::megatron {

struct Heads
{
    Tensor query;
    Tensor key;
    Tensor value;
};

// The product of queries, keys and values, which lie group by group, taken apart (SplitAlongDim).
Heads splitHeads(const Tensor& mixed, std::int64_t groups, std::int64_t headDim);

// transformer_engine's FusedRoPEFunc: a new tensor; the angles are kept.
Tensor turned(const Tensor& x, const Tensor& angles);

struct CoreRules
{
    Attention kind = Attention::Sdpa; // cuDNN's, flash-attn's, or unfused: with all scores
    bool dropout = false;
    bool recomputed = false;
};

// [sequence, batch, heads × head size]
Tensor coreAttention(const Heads& heads, const CoreRules& rules, const Group& group);

} // namespace plimsoll::step::megatron
