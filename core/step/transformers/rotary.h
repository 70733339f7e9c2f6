// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/tensor.h"

#include <array>
#include <cstdint>

namespace plimsoll::step {

// Tables of cosines and sines, [1, S, D].
struct RotaryTables
{
    Tensor cos;
    Tensor sin;
};

enum class RotaryWidth {
    Full,     // in the stream's type
    Half,     // D / 2 angles, in the stream's type (GPT-OSS)
    Float,    // stays fp32 (OLMo)
    Complex,  // D / 2 angles as complex fp32 numbers, in one table (DeepSeek-V2)
    Gathered, // D / 2 angles, rows of a table that the model keeps (GPT-J)
};

// rows: of the positions; one where all rows of the batch share them.
RotaryTables rotaryTables(const Tensor& stream, std::int64_t sequence, std::int64_t dim,
                          RotaryWidth width = RotaryWidth::Full, std::int64_t rows = 1);

struct RotatedHeads
{
    Tensor query;
    Tensor key;
    std::array<Tensor, 4> parts; // that stay locals of the attention's frame, where its own code cuts the heads
};

// How a family turns its heads; heads are dimension 1. Each is the model's apply_rotary_pos_emb, line by line.
using Rotation = RotatedHeads (*)(const Tensor& query, const Tensor& key, const RotaryTables& tables);

// q·cos + rotate_half(q)·sin, likewise k.
RotatedHeads rotate(const Tensor& query, const Tensor& key, const RotaryTables& tables);
// The same with fp32 tables, back in the heads' type (OLMo).
RotatedHeads rotateBack(const Tensor& query, const Tensor& key, const RotaryTables& tables);
// Liger's kernel in its place, which turns as many of the first dimensions as the tables have.
RotatedHeads rotateFused(const Tensor& query, const Tensor& key, const RotaryTables& tables);
// Only as many of the first dimensions as the tables have are turned, and joined with the rest (GPT-NeoX). Phi-3 joins
// the rest in the same expression, Nemotron at the return; StableLM and Phi cut and join in the attention's own frame.
RotatedHeads rotateFirst(const Tensor& query, const Tensor& key, const RotaryTables& tables);
RotatedHeads rotateFirstInline(const Tensor& query, const Tensor& key, const RotaryTables& tables);
RotatedHeads rotateFirstAtReturn(const Tensor& query, const Tensor& key, const RotaryTables& tables);
RotatedHeads rotateFirstInFrame(const Tensor& query, const Tensor& key, const RotaryTables& tables);
// Neighbours turn together, in fp32 (Command R).
RotatedHeads rotatePairsWide(const Tensor& query, const Tensor& key, const RotaryTables& tables);
// Neighbours turn together, of the first dimensions (GLM-4).
RotatedHeads rotateFirstPairs(const Tensor& query, const Tensor& key, const RotaryTables& tables);

Tensor rotateHalf(const Tensor& x);
// rotate_half or rotate_every_two of pairs next to each other: (-x1, x0, -x3, x2, …).
Tensor rotatePairs(const Tensor& x);

} // namespace plimsoll::step
