// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/layers.h"

#include "step/ops.h"
#include "step/zero/baremodule.h"

#include <array>
#include <utility>

namespace plimsoll::step {

SelfAttention::SelfAttention(ParameterFactory& factory, const ModelSpec& model, SelfAttentionRules rules)
    : m_headDim(model.headDim),
      m_rules(rules),
      m_spread(factory.tensorParallel())
{
    const std::int64_t queries = model.heads * model.headDim;
    const std::int64_t keys = model.kvHeads * model.headDim;
    m_rules.attention.groups = model.heads / model.kvHeads;
    m_rules.attention.dropout = model.attentionDropout > 0;
    if (m_rules.rotate && factory.fused().rotary)
        m_rules.rotate = rotateFused;
    m_q = Linear(factory, "attention q", model.hidden, queries, model.qkvBias);
    m_k = Linear(factory, "attention k", model.hidden, keys, model.qkvBias);
    m_v = Linear(factory, "attention v", model.hidden, keys, model.qkvBias);
    m_out = Linear(factory, m_rules.outputName, queries, model.hidden, model.outputBias);
    m_dropout = {"attention dropout", m_rules.outputDropout};
    if (m_rules.headNorm != HeadNorm::None) {
        m_queryNorm = HeadNorms(factory, "query norm", model.heads, m_headDim, m_rules.headNorm, m_rules.norm);
        m_keyNorm = HeadNorms(factory, "key norm", model.kvHeads, m_headDim, m_rules.headNorm, m_rules.norm);
    }
}

Tensor SelfAttention::perHead(const Tensor& x) const
{
    return reshape(x, {x.size(0), x.size(1), x.size(-1) / m_headDim, m_headDim});
}

Heads SelfAttention::heads(const Tensor& x) const
{
    switch (m_rules.headNorm) {
    case HeadNorm::None:
        break;
    case HeadNorm::PerHead: {
        const Tensor q = transpose(m_queryNorm(perHead(m_q(x))), 1, 2);
        const Tensor k = transpose(m_keyNorm(perHead(m_k(x))), 1, 2);
        return {q, k, toHeads(m_v(x), m_headDim)};
    }
    case HeadNorm::PerHeadOwn: {
        Tensor q = perHead(m_q(x));
        Tensor k = perHead(m_k(x));
        const Tensor v = perHead(m_v(x));
        q = m_queryNorm(std::move(q));
        k = m_keyNorm(std::move(k));
        return {transpose(q, 1, 2), transpose(k, 1, 2), transpose(v, 1, 2)};
    }
    case HeadNorm::WholeWidth: {
        const Tensor q = m_queryNorm(m_q(x));
        const Tensor k = m_keyNorm(m_k(x));
        const Tensor v = m_v(x);
        return {toHeads(q, m_headDim), toHeads(k, m_headDim), toHeads(v, m_headDim)};
    }
    case HeadNorm::PerHeadAfter:
    case HeadNorm::EachHead: {
        Heads h = projected(x);
        h.query = m_queryNorm(std::move(h.query));
        h.key = m_keyNorm(std::move(h.key));
        return h;
    }
    }
    return projected(x);
}

// Without norms.
Heads SelfAttention::projected(const Tensor& x) const
{
    if (!m_rules.projectFirst) {
        const Tensor q = toHeads(m_q(x), m_headDim);
        const Tensor k = toHeads(m_k(x), m_headDim);
        return {q, k, toHeads(m_v(x), m_headDim)};
    }
    Tensor q = m_q(x);
    Tensor k = m_k(x);
    Tensor v = m_v(x);
    if (m_rules.clipped) {
        q = clampInPlace(q);
        k = clampInPlace(k);
        v = clampInPlace(v);
    }
    return {toHeads(q, m_headDim), toHeads(k, m_headDim), toHeads(v, m_headDim)};
}

AttentionOutput SelfAttention::operator()(Tensor input, const LayerInputs& inputs) const
{
    input = m_spread.wholeSequence(std::move(input));
    Heads h = heads(input);
    RotatedHeads rotated;
    if (m_rules.rotate) {
        rotated = m_rules.rotate(h.query, h.key, inputs.rotary);
        h.query = std::move(rotated.query);
        h.key = std::move(rotated.key);
    }
    AttentionOutput out = attend(h, inputs, m_rules.attention);
    out.hidden = fromHeads(out.hidden);
    out.hidden = m_out(std::move(out.hidden));
    out.hidden = m_dropout(std::move(out.hidden));
    return out;
}

GatedMlp::GatedMlp(ParameterFactory& factory, const ModelSpec& model, ActivationFunction activation, std::int64_t ffn)
    : m_activation(activationOf(model, activation)),
      m_fused(factory.fused().gate),
      m_spread(factory.tensorParallel()),
      m_gate(factory, "mlp gate", model.hidden, ffn, model.mlpBias),
      m_up(factory, "mlp up", model.hidden, ffn, model.mlpBias),
      m_down(factory, "mlp down", ffn, model.hidden, model.mlpBias)
{
}

Tensor GatedMlp::operator()(Tensor input) const
{
    const ModuleScope scope(input.tape(), "mlp activation");
    input = m_spread.wholeSequence(std::move(input));
    Tensor product;
    if (m_fused) {
        const Tensor gate = m_gate(input);
        product = fusedGate(gate, m_up(input));
    } else {
        Tensor gate = m_gate(input);
        const BareModule activation(gate.tape(), &m_activation);
        gate = activation.leave(m_activation(gate));
        product = mul(gate, m_up(input));
    }
    return m_down(std::move(product));
}

FusedGatedMlp::FusedGatedMlp(ParameterFactory& factory, const ModelSpec& model, ActivationFunction activation)
    : m_activation(activationOf(model, activation)),
      m_fused(factory.fused().gate),
      m_gateUp(factory, "mlp gate_up", model.hidden, 2 * model.ffn, model.mlpBias),
      m_down(factory, "mlp down", model.ffn, model.hidden, model.mlpBias)
{
}

Tensor FusedGatedMlp::operator()(Tensor input) const
{
    const ModuleScope scope(input.tape(), "mlp activation");
    Tensor up = m_gateUp(input);
    Tensor gate;
    {
        const std::int64_t ffn = up.size(-1) / 2;
        const std::vector<Tensor> halves = split(up, std::array{ffn, ffn});
        gate = halves[0];
        up = halves[1];
    }
    if (m_fused)
        return m_down(fusedGate(gate, up));
    up = mul(up, m_activation(gate));
    return m_down(std::move(up));
}

PlainMlp::PlainMlp(ParameterFactory& factory, const ModelSpec& model, ActivationFunction activation, bool dropout,
                   MlpNames names)
    : m_activation(activationOf(model, activation)),
      m_up(factory, names.up, model.hidden, model.ffn, model.mlpBias),
      m_down(factory, names.down, model.ffn, model.hidden, model.mlpBias),
      m_dropout{"mlp dropout", dropout}
{
}

Tensor PlainMlp::operator()(Tensor input) const
{
    const ModuleScope scope(input.tape(), "mlp activation");
    Tensor x = m_up(input);
    const BareModule activation(x.tape(), &m_activation);
    x = activation.leave(m_activation(x));
    x = m_down(std::move(x));
    return m_dropout(std::move(x));
}

PreNormLayer::PreNormLayer(ParameterFactory& factory, const ModelSpec& model, NormKind norm,
                           std::unique_ptr<AttentionModule> attention, std::unique_ptr<MlpModule> mlp,
                           BranchRules branch)
    : m_attention(std::move(attention)),
      m_mlp(std::move(mlp)),
      m_norm1(factory, "norm 1", model.hidden, norm),
      m_norm2(factory, "norm 2", model.hidden, norm),
      m_scaled(branch.scaled),
      m_dropout{"branch dropout", branch.dropout}
{
}

Tensor PreNormLayer::joined(const Tensor& residual, const Tensor& branch) const
{
    return add(residual, m_scaled ? scale(branch) : m_dropout(branch));
}

BlockOutput PreNormLayer::operator()(Tensor input, const LayerInputs& inputs) const
{
    const ModuleScope scope(input.tape(), "residual stream");
    Tensor residual = input;
    Tensor x = m_norm1(input);
    const BareModule attention(input.tape(), m_attention.get());
    AttentionOutput attended = (*m_attention)(x, inputs);
    attended.hidden = attention.leave(std::move(attended.hidden));
    x = {};
    x = joined(residual, attended.hidden);
    attended.hidden = {};
    residual = x;
    x = m_norm2(std::move(x));
    const BareModule mlp(input.tape(), m_mlp.get());
    x = mlp.leave((*m_mlp)(x));
    return joined(residual, x);
}

} // namespace plimsoll::step
