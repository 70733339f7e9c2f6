// SPDX-License-Identifier: GPL-3.0-or-later
// GPT-J: halves side by side, neighbours of each head's first dimensions turned, scores in fp32.
#include "step/ops.h"
#include "step/transformers/activations.h"
#include "step/transformers/decoder.h"
#include "step/transformers/families/families.h"
#include "step/transformers/layerkinds.h"

#include <utility>

namespace plimsoll::step {

namespace {

// [B, S, heads, head size] turned by tables of half the angles.
Tensor turnedRows(const Tensor& x, const RotaryTables& tables)
{
    const auto twice = [](const Tensor& angles) { // repeat_interleave(angles[:, :, None, :], 2, 3)
        return empty(angles.tape(), {1, angles.size(1), 1, 2 * angles.size(2)}, angles.dtype());
    };
    const Tensor sin = twice(tables.sin);
    const Tensor cos = twice(tables.cos);
    const Tensor straight = mul(x, cos);
    const Tensor across = mul(rotatePairs(x), sin);
    return add(straight, across);
}

Tensor wideScores(const Tensor& query, const Tensor& key)
{
    const Tensor q = cast(query, DType::Float32);
    return matmul(q, transpose(cast(key, DType::Float32), 2, 3));
}

AttentionOutput attendAsGptJ(const Heads& heads, const Tensor& mask, bool dropWeights)
{
    Tensor weights = wideScores(heads.query, heads.key);
    weights = scale(weights);
    if (mask)
        weights = add(weights, mask);
    weights = cast(softmax(weights), heads.value.dtype());
    if (dropWeights)
        weights = dropout(weights);
    const Tensor out = matmul(weights, heads.value);
    return {contiguous(transpose(out, 1, 2)), weights};
}

class GptJAttention : public AttentionModule
{
public:
    GptJAttention(ParameterFactory& factory, const ModelSpec& model)
        : m_headDim(model.headDim),
          m_rotaryDim(model.rotaryDim > 0 ? model.rotaryDim : model.headDim),
          m_k(factory, "attention k", model.hidden, model.hidden, false),
          m_v(factory, "attention v", model.hidden, model.hidden, false),
          m_q(factory, "attention q", model.hidden, model.hidden, false),
          m_out(factory, "attention out_proj", model.hidden, model.hidden, false),
          m_dropout{"attention dropout", model.residualDropout > 0}
    {
        m_rules.dropout = model.attentionDropout > 0;
    }

    AttentionOutput operator()(Tensor input, const LayerInputs& inputs) const override
    {
        Tensor query = perHead(m_q(input));
        Tensor key = perHead(m_k(input));
        const Tensor value = toHeads(m_v(input), m_headDim);
        // The cut parts are locals of this frame.
        Tensor turnedKey = slice(key, -1, m_rotaryDim);
        const Tensor passedKey = slice(key, -1, m_headDim - m_rotaryDim);
        Tensor turnedQuery = slice(query, -1, m_rotaryDim);
        const Tensor passedQuery = slice(query, -1, m_headDim - m_rotaryDim);
        turnedKey = turned(turnedKey, inputs.rotary);
        turnedQuery = turned(turnedQuery, inputs.rotary);
        key = cat({turnedKey, passedKey});
        query = cat({turnedQuery, passedQuery});
        query = transpose(query, 1, 2);
        key = transpose(key, 1, 2);
        AttentionOutput out = attended({query, key, value}, inputs);
        out.hidden = fromHeads(out.hidden);
        out.hidden = m_out(std::move(out.hidden));
        out.hidden = m_dropout(std::move(out.hidden));
        return out;
    }

private:
    Tensor perHead(const Tensor& x) const { return view(x, {x.size(0), x.size(1), x.size(2) / m_headDim, m_headDim}); }

    static Tensor turned(const Tensor& x, const RotaryTables& tables)
    {
        const ModuleScope scope(x.tape(), "rotary");
        return turnedRows(x, tables);
    }

    AttentionOutput attended(const Heads& heads, const LayerInputs& inputs) const
    {
        const ModuleScope scope(heads.query.tape(), "attention");
        return inputs.attention == Attention::Eager ? attendAsGptJ(heads, inputs.mask, m_rules.dropout)
                                                    : attendFused(heads, inputs.mask, m_rules);
    }

    std::int64_t m_headDim;
    std::int64_t m_rotaryDim;
    AttentionRules m_rules;
    Linear m_k;
    Linear m_v;
    Linear m_q;
    Linear m_out;
    Dropout m_dropout;
};

} // namespace

std::unique_ptr<LanguageModel> makeGptJ(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
{
    const ModelSpec& model = scenario.model;
    DecoderRules rules;
    rules.norm = NormKind::Layer;
    rules.rotaryWidth = RotaryWidth::Gathered;
    rules.embeddingDropout = EmbeddingDropout::Apart;
    rules.logits.bias = true;
    rules.makeLayer = [&model](ParameterFactory& parts, std::int64_t) {
        auto self = std::make_unique<GptJAttention>(parts, model);
        auto mlp = std::make_unique<PlainMlp>(parts, model, geluByHand, model.residualDropout > 0,
                                              MlpNames{"mlp fc_in", "mlp fc_out"});
        return std::make_unique<ParallelLayer>(parts, model, NormKind::Layer, std::move(self), std::move(mlp),
                                               ParallelRules{false, false, true});
    };
    return std::make_unique<CausalDecoder>(factory, scenario, layers, rules);
}

} // namespace plimsoll::step
