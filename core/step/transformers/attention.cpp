// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/attention.h"

#include "step/ops.h"

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

Tensor causalMask(const Tensor& embeddings, std::int64_t batch, std::int64_t sequence, Attention attention,
                  std::optional<std::int64_t> window, MaskUse use)
{
    Tape& tape = embeddings.tape();
    const ModuleScope scope(tape, "attention mask");
    tape.operation = "mask";
    const Dims sizes{1, 1, sequence, sequence};
    const Dims whole{batch, 1, sequence, sequence};
    if (attention == Attention::Flash)
        return {};
    if (attention == Attention::Eager) {
        const Tensor allowed = empty(tape, sizes, DType::Bool);
        return empty(tape, whole, embeddings.dtype());
    }
    if (use == MaskUse::Causal && (!window || sequence < *window))
        return {};
    return expand(empty(tape, sizes, DType::Bool), whole);
}

} // namespace plimsoll::step
