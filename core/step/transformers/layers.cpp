// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/layers.h"

#include "step/ops.h"

#include <utility>

namespace plimsoll::step {

SelfAttention::SelfAttention(ParameterFactory& factory, const ModelSpec& model, SelfAttentionRules rules)
    : m_headDim(model.headDim),
      m_rules(rules)
{
    const std::int64_t queries = model.heads * model.headDim;
    const std::int64_t keys = model.kvHeads * model.headDim;
    m_rules.attention.groups = model.heads / model.kvHeads;
    m_rules.attention.dropout = model.attentionDropout > 0;
    m_q = Linear(factory, "attention q", model.hidden, queries, model.qkvBias);
    m_k = Linear(factory, "attention k", model.hidden, keys, model.qkvBias);
    m_v = Linear(factory, "attention v", model.hidden, keys, model.qkvBias);
    m_out = Linear(factory, "attention out", queries, model.hidden, model.outputBias);
    if (m_rules.headNorm != HeadNorm::None) {
        const bool whole = m_rules.headNorm == HeadNorm::WholeWidth;
        m_queryNorm = Normalization(factory, "query norm", whole ? queries : model.headDim, m_rules.norm);
        m_keyNorm = Normalization(factory, "key norm", whole ? keys : model.headDim, m_rules.norm);
    }
}

Heads SelfAttention::heads(const Tensor& x) const
{
    const auto perHead = [this](const Tensor& y) {
        return reshape(y, {y.size(0), y.size(1), y.size(-1) / m_headDim, m_headDim});
    };
    switch (m_rules.headNorm) {
    case HeadNorm::None:
        break;
    case HeadNorm::PerHead: {
        const Tensor q = transpose(m_queryNorm(perHead(m_q(x))), 1, 2);
        const Tensor k = transpose(m_keyNorm(perHead(m_k(x))), 1, 2);
        return {q, k, toHeads(m_v(x), m_headDim)};
    }
    case HeadNorm::WholeWidth: {
        const Tensor q = m_queryNorm(m_q(x));
        const Tensor k = m_keyNorm(m_k(x));
        const Tensor v = m_v(x);
        return {toHeads(q, m_headDim), toHeads(k, m_headDim), toHeads(v, m_headDim)};
    }
    case HeadNorm::PerHeadAfter: {
        Heads h{toHeads(m_q(x), m_headDim), toHeads(m_k(x), m_headDim), toHeads(m_v(x), m_headDim)};
        h.query = m_queryNorm(std::move(h.query));
        h.key = m_keyNorm(std::move(h.key));
        return h;
    }
    }
    const Tensor q = toHeads(m_q(x), m_headDim);
    const Tensor k = toHeads(m_k(x), m_headDim);
    return {q, k, toHeads(m_v(x), m_headDim)};
}

AttentionOutput SelfAttention::operator()(Tensor input, const LayerInputs& inputs) const
{
    Heads h = heads(input);
    {
        RotatedHeads rotated = m_rules.rotate(h.query, h.key, inputs.rotary);
        h.query = std::move(rotated.query);
        h.key = std::move(rotated.key);
    }
    AttentionOutput out = attend(h, inputs, m_rules.attention);
    out.hidden = fromHeads(out.hidden);
    out.hidden = m_out(std::move(out.hidden));
    return out;
}

GatedMlp::GatedMlp(ParameterFactory& factory, const ModelSpec& model, ActivationFunction activation, std::int64_t ffn)
    : m_activation(activation),
      m_gate(factory, "mlp gate", model.hidden, ffn, model.mlpBias),
      m_up(factory, "mlp up", model.hidden, ffn, model.mlpBias),
      m_down(factory, "mlp down", ffn, model.hidden, model.mlpBias)
{
}

Tensor GatedMlp::operator()(Tensor input) const
{
    const ModuleScope scope(input.tape(), "mlp activation");
    Tensor product;
    {
        const Tensor gate = m_activation(m_gate(input));
        product = mul(gate, m_up(input));
    }
    return m_down(std::move(product));
}

PlainMlp::PlainMlp(ParameterFactory& factory, const ModelSpec& model, ActivationFunction activation, bool dropout)
    : m_activation(activation),
      m_up(factory, "mlp up", model.hidden, model.ffn, model.mlpBias),
      m_down(factory, "mlp down", model.ffn, model.hidden, model.mlpBias),
      m_dropout{"mlp dropout", dropout}
{
}

Tensor PlainMlp::operator()(Tensor input) const
{
    const ModuleScope scope(input.tape(), "mlp activation");
    Tensor x = m_up(input);
    x = m_activation(x);
    x = m_down(std::move(x));
    return m_dropout(std::move(x));
}

PreNormLayer::PreNormLayer(ParameterFactory& factory, const ModelSpec& model, NormKind norm,
                           std::unique_ptr<AttentionModule> attention, std::unique_ptr<MlpModule> mlp)
    : m_attention(std::move(attention)),
      m_mlp(std::move(mlp)),
      m_norm1(factory, "norm 1", model.hidden, norm),
      m_norm2(factory, "norm 2", model.hidden, norm)
{
}

BlockOutput PreNormLayer::operator()(Tensor input, const LayerInputs& inputs) const
{
    const ModuleScope scope(input.tape(), "residual stream");
    Tensor residual = input;
    Tensor x = m_norm1(input);
    AttentionOutput attended = (*m_attention)(std::move(x), inputs);
    x = add(residual, attended.hidden);
    attended.hidden = {};
    residual = x;
    x = m_norm2(std::move(x));
    x = (*m_mlp)(std::move(x));
    return add(residual, x);
}

} // namespace plimsoll::step
