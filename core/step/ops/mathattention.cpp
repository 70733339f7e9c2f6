// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/ops.h"
#include "step/tape.h"

#include <optional>
#include <utility>

// Attention as a sum of plain operations, where no kernel takes the heads' width (PyTorch,
// aten/src/ATen/native/transformers/attention.cpp, _scaled_dot_product_attention_math).
namespace plimsoll::step {

namespace {

// 0 where a pair counts, -inf where it does not (convert_boolean_attn_mask).
Tensor asNumbers(const Tensor& pairs, DType dtype)
{
    Tape& tape = pairs.tape();
    const Tensor zero = empty(tape, {}, dtype);
    const Tensor never = empty(tape, {}, dtype);
    return empty(tape, pairs.sizes(), dtype);
}

Tensor causalNumbers(Tape& tape, std::int64_t sequence, DType dtype)
{
    Tensor pairs = empty(tape, {sequence, sequence}, DType::Bool);
    pairs = empty(tape, {sequence, sequence}, DType::Bool); // tril of ones
    return asNumbers(pairs, dtype);
}

// _safe_softmax: rows that are masked as a whole are found and set to zero.
Tensor safeSoftmax(const Tensor& scores)
{
    Tensor probabilities = softmax(scores);
    const std::int64_t pairs = scores.numel();
    scores.tape().scratch({pairs, pairs / scores.size(-1), sizeOf(scores.dtype())});
    return probabilities;
}

} // namespace

Tensor mathAttention(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& mask, bool dropped)
{
    Tape& tape = q.tape();
    const std::optional<DType> outer = std::exchange(tape.autocast, std::nullopt); // what is called here is not cast
    const DType wide = isHalf(q.dtype()) ? DType::Float32 : q.dtype();             // narrow heads are widened
    const Tensor wideQuery = cast(q, wide);
    const Tensor wideKey = cast(k, wide);
    const Tensor wideValue = cast(v, wide);
    const std::int64_t groups = q.size(1) / k.size(1);
    const Tensor query = scale(wideQuery);
    Tensor numbers = mask;
    if (!mask)
        numbers = causalNumbers(tape, q.size(2), wide);
    else if (mask.dtype() == DType::Bool)
        numbers = asNumbers(mask, wide);
    const Tensor key = groups > 1 ? repeatInterleave(wideKey, groups) : wideKey;
    const Tensor value = groups > 1 ? repeatInterleave(wideValue, groups) : wideValue;
    Tensor weights = matmul(query, scale(transpose(key, 2, 3)));
    weights = addInPlace(weights, numbers);
    weights = safeSoftmax(weights);
    if (dropped)
        weights = dropout(weights);
    Tensor out = cast(matmul(weights, value), q.dtype());
    tape.autocast = outer;
    return out;
}

} // namespace plimsoll::step
