// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/attention.h"

#include "step/ops.h"
#include "step/transformers/packing.h"

#include <utility>

namespace plimsoll::step {

Tensor repeatKeyValue(const Tensor& x, std::int64_t groups)
{
    if (groups == 1)
        return x;
    const std::int64_t batch = x.size(0);
    const std::int64_t heads = x.size(1);
    const std::int64_t sequence = x.size(2);
    const std::int64_t dim = x.size(3);
    return reshape(expand(unsqueeze(x, 2), {batch, heads, groups, sequence, dim}),
                   {batch, heads * groups, sequence, dim});
}

AttentionOutput attendEagerly(const Heads& heads, const Tensor& mask, const AttentionRules& rules)
{
    const Tensor keys = repeatKeyValue(heads.key, rules.groups);
    const Tensor values = repeatKeyValue(heads.value, rules.groups);
    Tensor weights = matmul(heads.query, transpose(keys, 2, 3));
    weights = scale(weights);
    if (rules.softcap) {
        weights = scale(weights);
        weights = tanh(weights);
        weights = scale(weights);
    }
    if (mask)
        weights = add(weights, mask);
    {
        const Tensor probabilities = softmax(weights, rules.wideSoftmax ? std::optional(DType::Float32) : std::nullopt);
        weights = cast(probabilities, heads.query.dtype());
    }
    if (rules.dropout)
        weights = dropout(weights);
    const Tensor out = matmul(weights, values);
    return {contiguous(transpose(out, 1, 2)), weights};
}

AttentionOutput attendFused(const Heads& heads, const Tensor& mask, const AttentionRules& rules)
{
    Heads h = heads;
    // Without a mask the kernels take grouped heads as they are.
    const bool grouped = !mask && h.key.size(-1) == h.value.size(-1) && h.key.size(-1) <= 256;
    if (rules.groups > 1 && !grouped) {
        Tensor keys = repeatKeyValue(h.key, rules.groups);
        h.value = repeatKeyValue(h.value, rules.groups);
        h.key = std::move(keys);
    }
    const Tensor out = scaledDotProductAttention(h.query, h.key, h.value, mask, rules.dropout);
    return {contiguous(transpose(out, 1, 2)), {}};
}

AttentionOutput attend(const Heads& heads, const LayerInputs& inputs, const AttentionRules& rules)
{
    const ModuleScope scope(heads.query.tape(), "attention");
    if (inputs.attention == Attention::Flash && inputs.packedSequences > 1 && heads.query.size(0) == 1)
        return attendPacked(heads, inputs.packedSequences);
    return inputs.attention == Attention::Eager ? attendEagerly(heads, inputs.mask, rules)
                                                : attendFused(heads, inputs.mask, rules);
}

Tensor toHeads(const Tensor& x, std::int64_t headDim)
{
    return transpose(reshape(x, {x.size(0), x.size(1), x.size(-1) / headDim, headDim}), 1, 2);
}

Tensor fromHeads(const Tensor& x)
{
    return contiguous(reshape(x, {x.size(0), x.size(1), x.size(2) * x.size(3)}));
}

namespace {

// arange(sequence) + offset
Tensor indices(Tape& tape, std::int64_t sequence)
{
    const Tensor range = empty(tape, {sequence}, DType::Int64);
    return empty(tape, {sequence}, DType::Int64);
}

// Which keys lie within the window: key > query - window.
Tensor keysInWindow(Tape& tape, const Dims& pairs)
{
    const Tensor firstKeys = empty(tape, {pairs.back()}, DType::Int64);
    return empty(tape, pairs, DType::Bool);
}

// Which keys each query may read: bool, [1, 1, S, S]. A window's mask and the causal one are joined with "and".
Tensor allowedKeys(Tape& tape, std::int64_t batch, std::int64_t sequence, bool window)
{
    const Dims pairs{1, 1, sequence, sequence};
    const Tensor rows = empty(tape, {batch}, DType::Int64);
    const Tensor heads = empty(tape, {1}, DType::Int64);
    const Tensor queries = indices(tape, sequence);
    const Tensor keys = indices(tape, sequence);
    if (!window)
        return empty(tape, pairs, DType::Bool);
    Tensor allowed = empty(tape, {}, DType::Bool);
    {
        const Tensor inWindow = keysInWindow(tape, pairs);
        allowed = empty(tape, pairs, DType::Bool);
    }
    const Tensor causal = empty(tape, pairs, DType::Bool);
    return empty(tape, pairs, DType::Bool);
}

// abs(query - key) <= window, and query >= 0: bool, [1, 1, S, S].
Tensor keysWithin(Tape& tape, std::int64_t batch, std::int64_t sequence)
{
    const Dims pairs{1, 1, sequence, sequence};
    const Tensor rows = empty(tape, {batch}, DType::Int64);
    const Tensor heads = empty(tape, {1}, DType::Int64);
    const Tensor queries = indices(tape, sequence);
    const Tensor keys = indices(tape, sequence);
    Tensor allowed = empty(tape, {}, DType::Bool);
    {
        Tensor distance = empty(tape, pairs, DType::Int64);
        distance = empty(tape, pairs, DType::Int64); // absolute
        const Tensor near = empty(tape, pairs, DType::Bool);
        distance = {};
        allowed = empty(tape, pairs, DType::Bool);
    }
    const Tensor all = empty(tape, {1, 1, sequence, 1}, DType::Bool);
    return empty(tape, pairs, DType::Bool);
}

} // namespace

Tensor causalMask(const Tensor& embeddings, std::int64_t batch, std::int64_t sequence, Attention attention,
                  std::optional<std::int64_t> window, MaskRules rules)
{
    Tape& tape = embeddings.tape();
    const ModuleScope scope(tape, "attention mask");
    tape.operation = "mask";
    if (attention == Attention::Flash)
        return {};
    Tensor packed;
    if (rules.seeksPacking)
        packed = packedSequenceIndices(tape, batch, sequence, rules.packed);
    const auto allowedKeysOf = rules.packed ? keysOfSameSequence : allowedKeys;
    const Dims whole{batch, 1, sequence, sequence};
    if (attention == Attention::Eager) {
        const Tensor allowed = allowedKeysOf(tape, batch, sequence, window.has_value());
        const Tensor yes = empty(tape, {}, embeddings.dtype());
        const Tensor no = empty(tape, {}, embeddings.dtype());
        return empty(tape, whole, embeddings.dtype());
    }
    if (!rules.always && !rules.packed && (!window || sequence < *window))
        return {};
    return expand(allowedKeysOf(tape, batch, sequence, window.has_value()), whole);
}

Tensor windowMask(const Tensor& embeddings, std::int64_t batch, std::int64_t sequence, Attention attention,
                  std::int64_t window)
{
    Tape& tape = embeddings.tape();
    const ModuleScope scope(tape, "attention mask");
    tape.operation = "mask";
    if (attention == Attention::Flash || sequence < window)
        return {};
    const Tensor allowed = keysWithin(tape, batch, sequence);
    const Dims whole{batch, 1, sequence, sequence};
    if (attention != Attention::Eager)
        return expand(allowed, whole);
    const Tensor yes = empty(tape, {}, embeddings.dtype());
    const Tensor no = empty(tape, {}, embeddings.dtype());
    return empty(tape, whole, embeddings.dtype());
}

} // namespace plimsoll::step
