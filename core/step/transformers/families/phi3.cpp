// SPDX-License-Identifier: GPL-3.0-or-later
// Phi-3 and Phi-4: fused projections, rotary positions of part of each head.
#include "step/ops.h"
#include "step/transformers/decoder.h"
#include "step/transformers/families/families.h"

#include <utility>

namespace plimsoll::step {

namespace {

class Phi3Attention : public AttentionModule
{
public:
    Phi3Attention(ParameterFactory& factory, const ModelSpec& model)
        : m_rotate(factory.fused().rotary ? rotateFused : rotateFirstInline),
          m_headDim(model.headDim),
          m_queries(model.heads * model.headDim),
          m_keys(model.kvHeads * model.headDim),
          m_out(factory, "attention out", m_queries, model.hidden, false),
          m_qkv(factory, "attention qkv_proj", model.hidden, m_queries + 2 * m_keys, false)
    {
        m_rules.groups = model.heads / model.kvHeads;
        m_rules.dropout = model.attentionDropout > 0;
    }

    AttentionOutput operator()(Tensor input, const LayerInputs& inputs) const override
    {
        Heads h = heads(m_qkv(input));
        {
            RotatedHeads rotated = m_rotate(h.query, h.key, inputs.rotary);
            h.query = std::move(rotated.query);
            h.key = std::move(rotated.key);
        }
        AttentionOutput out = attend(h, inputs, m_rules);
        out.hidden = fromHeads(out.hidden);
        out.hidden = m_out(std::move(out.hidden));
        return out;
    }

private:
    // Cut by slices; the values go on holding the whole.
    Heads heads(const Tensor& qkv) const
    {
        const Tensor q = slice(qkv, -1, m_queries);
        const Tensor k = slice(qkv, -1, m_keys);
        const Tensor v = slice(qkv, -1, m_keys);
        return {toHeads(q, m_headDim), toHeads(k, m_headDim), toHeads(v, m_headDim)};
    }

    Rotation m_rotate;
    std::int64_t m_headDim;
    std::int64_t m_queries; // widths
    std::int64_t m_keys;
    AttentionRules m_rules;
    Linear m_out;
    Linear m_qkv;
};

} // namespace

DecoderRules phi3Rules(const Scenario& scenario)
{
    const ModelSpec& model = scenario.model;
    DecoderRules rules;
    rules.makeLayer = [&model](ParameterFactory& parts, std::int64_t) {
        auto attention = std::make_unique<Phi3Attention>(parts, model);
        auto mlp = std::make_unique<FusedGatedMlp>(parts, model, silu);
        return std::make_unique<PreNormLayer>(parts, model, NormKind::RmsUpcast, std::move(attention), std::move(mlp),
                                              BranchRules{false, model.residualDropout > 0});
    };
    return rules;
}

std::unique_ptr<LanguageModel> makePhi3(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
{
    return std::make_unique<CausalDecoder>(factory, scenario, layers, phi3Rules(scenario));
}

} // namespace plimsoll::step
