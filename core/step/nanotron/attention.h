// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/tensor.h"

// flash-attn 2.5.0 as nanotron calls it.
namespace plimsoll::step::nanotron {

// apply_rotary_emb with inplace=True, apply_rotary_emb_kv_ (flash_attn/layers/rotary.py): turned where they lie, as
// their gradient is.
Tensor turnedInPlace(const Tensor& x);

// flash_attn_varlen_func: rows [tokens, heads, head size] of so many sequences of one length; starts: where they begin,
// of queries and of keys.
struct Starts
{
    Tensor ofQueries;
    Tensor ofKeys;
};
Tensor rowsAttention(const Tensor& query, const Tensor& key, const Tensor& value, const Starts& starts);

} // namespace plimsoll::step::nanotron
