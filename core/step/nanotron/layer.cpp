// SPDX-License-Identifier: GPL-3.0-or-later
// Python's locals live until their function returns or names something else so: here they are locals too.
#include "step/nanotron/layer.h"

#include "step/nanotron/attention.h"
#include "step/nanotron/linear.h"
#include "step/ops.h"
#include "step/tape.h"

#include <array>
#include <utility>

namespace plimsoll::step::nanotron {

namespace {

struct Heads
{
    Tensor query;
    Tensor key;
    Tensor value;
};

// One copy of all three where each query has its own key; else a copy of each.
Heads splitHeads(const Tensor& mixed, std::int64_t queries, std::int64_t keys, std::int64_t headDim)
{
    const std::int64_t length = mixed.size(0);
    const std::int64_t batch = mixed.size(1);
    if (queries == keys) {
        const Tensor apart = view(mixed, {length, batch, 3, queries, headDim});
        const Tensor byBatch = contiguous(permute(apart, {2, 1, 0, 3, 4}));
        const std::vector<Tensor> parts = unbind(byBatch, 0);
        return {parts[0], parts[1], parts[2]};
    }
    const std::array widths{queries * headDim, keys * headDim, keys * headDim};
    const std::vector<Tensor> parts = split(mixed, widths, -1);
    const auto byBatch = [&](const Tensor& part, std::int64_t heads) {
        return view(contiguous(transpose(part, 0, 1)), {batch, length, heads, headDim});
    };
    Heads heads;
    heads.query = byBatch(parts[0], queries);
    heads.key = byBatch(parts[1], keys);
    heads.value = byBatch(parts[2], keys);
    return heads;
}

// [batch, sequence, 2, heads, head size]
Tensor joined(const Tensor& key, const Tensor& value)
{
    const Tensor both = cat({unsqueeze(key, 0), unsqueeze(value, 0)}, 0);
    return contiguous(permute(both, {1, 2, 0, 3, 4}));
}

// Sums of the mask, in int32.
Starts startsOf(const Tensor& mask)
{
    Tape& tape = mask.tape();
    const std::int64_t sequences = mask.size(0);
    Starts starts;
    starts.ofQueries = empty(tape, {sequences + 1}, DType::Int32);
    starts.ofKeys = empty(tape, {sequences + 1}, DType::Int32);
    for (int i = 0; i < 2; ++i) {
        const Tensor lengths = empty(tape, {sequences}, DType::Int32);
        tape.scratch(reductionScratch(tape.gpu(), sequences, mask.size(1), false, DType::Int32));
    }
    return starts;
}

} // namespace

Layer::Layer(Parameters& p, const Scenario& scenario, const Group& group)
    : m_model(scenario.model),
      m_group(group)
{
    const ModelSpec& m = m_model;
    const std::int64_t t = group.tensor;
    const std::int64_t width = m.heads * m.headDim;
    m_norm1 = p.make("norm 1", {m.hidden});
    m_qkv = p.make("attention qkv", {(width + 2 * m.kvHeads * m.headDim) / t, m.hidden}, t);
    {
        const ModuleScope scope(p.tape(), "rotary", LineItem::Activations);
        p.tape().operation = "table of positions";
        const std::int64_t length = scenario.training.sequenceLength;
        const std::int64_t pairs = m.headDim / 2;
        m_angles = empty(p.tape(), {length, pairs, 2}, DType::Float32);
        m_frequencies = empty(p.tape(), {pairs}, DType::Float32);
        m_cosines = empty(p.tape(), {length, pairs}, p.dtype());
        m_sines = empty(p.tape(), {length, pairs}, p.dtype());
    }
    m_projection = p.make("attention out", {m.hidden, width / t}, t);
    m_norm2 = p.make("norm 2", {m.hidden});
    m_up = p.make("mlp up", {2 * m.ffn / t, m.hidden}, t);
    m_down = p.make("mlp down", {m.hidden, m.ffn / t}, t);
}

// CausalSelfAttention
Tensor Layer::attend(const Tensor& x, const Tensor& mask) const
{
    const ModuleScope scope(x.tape(), "attention");
    const std::int64_t queries = m_model.heads / m_group.tensor;
    const std::int64_t keys = m_model.kvHeads / m_group.tensor;
    const Tensor mixed = columns(x, m_qkv, m_group);
    const std::int64_t length = mixed.size(0);
    const std::int64_t batch = mixed.size(1);
    Heads heads = splitHeads(mixed, queries, keys, m_model.headDim);
    Tensor keysAndValues = joined(heads.key, heads.value);
    heads.query = turnedInPlace(heads.query);
    keysAndValues = turnedInPlace(keysAndValues);
    const std::array<std::int64_t, 2> one{1, 1};
    const std::vector<Tensor> parts = split(keysAndValues, one, 2);
    heads.query = view(heads.query, {batch * length, queries, m_model.headDim});
    heads.key = view(parts[0], {batch * length, keys, m_model.headDim});
    heads.value = view(parts[1], {batch * length, keys, m_model.headDim});
    Tensor out;
    {
        const ModuleScope core(x.tape(), "core attention");
        const Starts starts = startsOf(mask);
        out = rowsAttention(heads.query, heads.key, heads.value, starts);
    }
    out = transpose(view(out, {batch, length, queries * m_model.headDim}), 0, 1);
    return rows(out, m_projection, m_group);
}

// MLP, GLUActivation
Tensor Layer::feed(const Tensor& x) const
{
    const ModuleScope scope(x.tape(), "mlp");
    const Tensor merged = columns(x, m_up, m_group);
    Tensor active;
    {
        const std::array half{merged.size(-1) / 2, merged.size(-1) / 2};
        const std::vector<Tensor> parts = split(merged, half, -1);
        active = mul(silu(parts[0]), parts[1]);
    }
    return rows(active, m_down, m_group);
}

Tensor Layer::operator()(const Tensor& x, const Tensor& mask) const
{
    const ModuleScope scope(x.tape(), "residual stream");
    Tensor hidden = normed(x, m_norm1);
    const Tensor attended = attend(hidden, mask);
    hidden = add(attended, x);
    const Tensor residual = hidden;
    hidden = normed(hidden, m_norm2);
    hidden = feed(hidden);
    return add(hidden, residual);
}

} // namespace plimsoll::step::nanotron
