// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/tensor.h"

#include <cstdint>

namespace plimsoll::step {

// Tables of cosines and sines, [1, S, D].
struct RotaryTables
{
    Tensor cos;
    Tensor sin;
};

enum class RotaryWidth {
    Full,  // in the stream's type
    Half,  // D / 2 angles, in the stream's type (GPT-OSS)
    Float, // stays fp32 (OLMo)
};

RotaryTables rotaryTables(const Tensor& stream, std::int64_t sequence, std::int64_t dim,
                          RotaryWidth width = RotaryWidth::Full);

struct RotatedHeads
{
    Tensor query;
    Tensor key;
};

// apply_rotary_pos_emb of transformers: q·cos + rotate_half(q)·sin, likewise k. Heads are dimension 1.
RotatedHeads rotate(const Tensor& query, const Tensor& key, const RotaryTables& tables);

Tensor rotateHalf(const Tensor& x);

} // namespace plimsoll::step
