// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/torchtune/layer.h"

#include "step/ops.h"

#include <utility>

namespace plimsoll::step {

Tensor turnedPairs(Tensor x, const Tensor& table)
{
    const ModuleScope scope(x.tape(), "rotary");
    const Dims& s = x.sizes();
    const std::int64_t half = s[3] / 2;
    const Tensor rows = slice(table, 0, s[1]);
    const Tensor pairs = reshape(cast(x, DType::Float32), {s[0], s[1], s[2], half, 2});
    const Tensor turn = view(rows, {1, s[1], 1, half, 2});
    const auto product = [&] { return mul(select(pairs, -1), select(turn, -1)); };
    const auto front = [&] {
        const Tensor straight = product();
        return step::sub(straight, product());
    };
    const auto back = [&] {
        const Tensor straight = product();
        return add(straight, product());
    };
    const auto stacked = [&] {
        const Tensor first = front();
        const Tensor second = back();
        return cat({unsqueeze(first, -1), unsqueeze(second, -1)});
    };
    Tensor out = stacked();
    out = view(out, s);
    return cast(out, x.dtype());
}

Tensor turnedHalves(Tensor x, const Tensor& table)
{
    const ModuleScope scope(x.tape(), "rotary");
    const std::int64_t dim = x.size(3);
    const Tensor turn = view(slice(table, 0, x.size(1)), {1, x.size(1), 1, 2 * dim});
    Tensor cos = cast(slice(turn, -1, dim), x.dtype());
    Tensor sin = cast(slice(turn, -1, dim), x.dtype());
    Tensor rotated = rotateHalf(x);
    const auto turned = [&] {
        const Tensor straight = mul(x, cos);
        return add(straight, mul(rotated, sin));
    };
    Tensor out = turned();
    dropLocals({&cos, &sin, &rotated});
    return out;
}

TorchtuneLayer::TorchtuneLayer(ParameterFactory& factory, const ModelSpec& model, Tensor ownTable)
    : m_headDim(model.headDim),
      m_groups(model.heads / model.kvHeads),
      m_turn(model.family == Family::Qwen2 ? turnedHalves : turnedPairs),
      m_table(std::move(ownTable)),
      m_q(factory, "attention q", model.hidden, model.heads * model.headDim, model.qkvBias),
      m_k(factory, "attention k", model.hidden, model.kvHeads * model.headDim, model.qkvBias),
      m_v(factory, "attention v", model.hidden, model.kvHeads * model.headDim, model.qkvBias),
      m_out(factory, "attention out", model.heads * model.headDim, model.hidden, false),
      m_gate(factory, "mlp gate", model.hidden, model.ffn, false),
      m_down(factory, "mlp down", model.ffn, model.hidden, false),
      m_up(factory, "mlp up", model.hidden, model.ffn, false),
      m_norm1(factory, "norm 1", model.hidden, NormKind::RmsInFloat),
      m_norm2(factory, "norm 2", model.hidden, NormKind::RmsInFloat)
{
}

Tensor TorchtuneLayer::inHeads(const Tensor& x) const
{
    return view(x, {x.size(0), x.size(1), x.size(2) / m_headDim, m_headDim});
}

Tensor TorchtuneLayer::attend(Tensor x, const Tensor& table) const
{
    const ModuleScope scope(x.tape(), "attention");
    Tensor q = m_q(x);
    q = inHeads(q);
    q = m_turn(q, table);
    q = transpose(q, 1, 2);
    Tensor k = m_k(x);
    Tensor v = m_v(x);
    k = inHeads(k);
    v = inHeads(v);
    k = m_turn(k, table);
    k = transpose(k, 1, 2);
    v = transpose(v, 1, 2);
    k = repeatKeyValue(k, m_groups);
    v = repeatKeyValue(v, m_groups);
    Tensor out = scaledDotProductAttention(q, k, v);
    out = view(contiguous(transpose(out, 1, 2)), {x.size(0), x.size(1), q.size(1) * m_headDim});
    return m_out(out);
}

Tensor TorchtuneLayer::feed(Tensor x) const
{
    Tensor h = silu(m_gate(x));
    h = mul(h, m_up(x));
    return m_down(h);
}

BlockOutput TorchtuneLayer::operator()(Tensor input, const LayerInputs& inputs) const
{
    const ModuleScope scope(input.tape(), "residual stream");
    Tensor h = m_norm1(input);
    Tensor attended = attend(h, m_table ? m_table : inputs.rotary.cos);
    h = add(attended, input);
    Tensor fed = feed(m_norm2(h));
    Tensor out = add(h, fed);
    dropLocals({&h, &attended, &fed});
    return {std::move(out), {}};
}

} // namespace plimsoll::step
