// SPDX-License-Identifier: GPL-3.0-or-later
// GPT-NeoX (Pythia): one projection for q, k and v, part of each head turned, halves side by side.
#include "step/ops.h"
#include "step/transformers/decoder.h"
#include "step/transformers/families/families.h"

#include <array>
#include <utility>

namespace plimsoll::step {

namespace {

class NeoXAttention : public AttentionModule
{
public:
    NeoXAttention(ParameterFactory& factory, const ModelSpec& model)
        : m_headDim(model.headDim),
          m_qkv(factory, "attention query_key_value", model.hidden, 3 * model.hidden, model.qkvBias),
          m_out(factory, "attention dense", model.hidden, model.hidden, model.outputBias)
    {
        m_rules.dropout = model.attentionDropout > 0;
    }

    AttentionOutput operator()(Tensor input, const LayerInputs& inputs) const override
    {
        Heads h = heads(input);
        {
            RotatedHeads rotated = rotateFirst(h.query, h.key, inputs.rotary);
            h.query = std::move(rotated.query);
            h.key = std::move(rotated.key);
        }
        AttentionOutput out = attend(h, inputs, m_rules);
        out.hidden = fromHeads(out.hidden);
        out.hidden = m_out(std::move(out.hidden));
        return out;
    }

private:
    // qkv, of which all three are parts, stays to the end of the attention's frame; the parts hold its memory anyway.
    Heads heads(const Tensor& x) const
    {
        const Tensor qkv = toHeads(m_qkv(x), 3 * m_headDim);
        const auto parts = split(qkv, std::array{m_headDim, m_headDim, m_headDim});
        return {parts[0], parts[1], parts[2]};
    }

    std::int64_t m_headDim;
    AttentionRules m_rules;
    Linear m_qkv;
    Linear m_out;
};

class NeoXLayer : public DecoderLayer
{
public:
    NeoXLayer(ParameterFactory& factory, const ModelSpec& model)
        : m_norm1(factory, "norm 1", model.hidden, NormKind::Layer),
          m_norm2(factory, "norm 2", model.hidden, NormKind::Layer),
          m_attention(factory, model),
          m_mlp(factory, model, gelu, false, MlpNames{"mlp dense_h_to_4h", "mlp dense_4h_to_h"}),
          m_parallel(model.parallelBlock),
          m_attentionDropout{"attention dropout", model.residualDropout > 0},
          m_mlpDropout{"mlp dropout", model.residualDropout > 0}
    {
    }

    BlockOutput operator()(Tensor input, const LayerInputs& inputs) const override
    {
        const ModuleScope scope(input.tape(), "residual stream");
        AttentionOutput attended = m_attention(m_norm1(input), inputs);
        attended.hidden = m_attentionDropout(std::move(attended.hidden));
        if (!m_parallel) {
            attended.hidden = add(attended.hidden, input);
            const Tensor fed = feed(attended.hidden);
            return add(fed, attended.hidden);
        }
        const Tensor fed = feed(input);
        return add(add(fed, attended.hidden), input);
    }

private:
    Tensor feed(const Tensor& x) const
    {
        Tensor fed = m_mlp(m_norm2(x));
        return m_mlpDropout(std::move(fed));
    }

    Normalization m_norm1;
    Normalization m_norm2;
    NeoXAttention m_attention;
    PlainMlp m_mlp;
    bool m_parallel;
    Dropout m_attentionDropout;
    Dropout m_mlpDropout;
};

} // namespace

std::unique_ptr<LanguageModel> makeGptNeoX(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
{
    const ModelSpec& model = scenario.model;
    DecoderRules rules;
    rules.norm = NormKind::Layer;
    rules.embeddingDropout = EmbeddingDropout::Apart;
    rules.makeLayer
        = [&model](ParameterFactory& parts, std::int64_t) { return std::make_unique<NeoXLayer>(parts, model); };
    return std::make_unique<CausalDecoder>(factory, scenario, layers, rules);
}

} // namespace plimsoll::step
