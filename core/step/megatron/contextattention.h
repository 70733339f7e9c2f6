// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/megatron/attention.h"

namespace plimsoll::step::megatron {

// Attention of sequences that are cut over GPUs, of which each has its part of queries, keys and values
// (transformer_engine/pytorch/attention/dot_product_attention/context_parallel.py). flash-attn's kernel takes the batch
// first, so that its result is laid out again.
Tensor acrossContext(const Heads& heads, std::int64_t gpus, ContextExchange exchange, bool flash);

} // namespace plimsoll::step::megatron
