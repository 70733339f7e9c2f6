// SPDX-License-Identifier: GPL-3.0-or-later
// Falcon: biases added apart, a mask for fused attention too, layers that return attention's weights.
#include "step/ops.h"
#include "step/transformers/decoder.h"
#include "step/transformers/families/families.h"

#include <utility>

namespace plimsoll::step {

namespace {

// Falcon 40B's "new decoder architecture": as many groups of heads as keys, each with a key and a value of its own.
bool isGrouped(const ModelSpec& model)
{
    return !model.multiQuery && model.kvHeads < model.heads;
}

std::int64_t projectedHeads(const ModelSpec& model)
{
    return model.heads + 2 * (model.multiQuery ? 1 : model.kvHeads);
}

class FalconAttention : public AttentionModule
{
public:
    FalconAttention(ParameterFactory& factory, const ModelSpec& model)
        : m_heads(model.heads),
          m_keys(model.kvHeads),
          m_headDim(model.headDim),
          m_multiQuery(model.multiQuery),
          m_grouped(isGrouped(model)),
          m_qkv(factory, "attention query_key_value", model.hidden, projectedHeads(model) * model.headDim,
                model.qkvBias, LinearKind::Apart),
          m_out(factory, "attention dense", model.hidden, model.hidden, model.outputBias, LinearKind::Apart)
    {
    }

    AttentionOutput operator()(Tensor input, const LayerInputs& inputs) const override
    {
        const Tensor fused = m_qkv(input);
        Heads h = cut(fused);
        h.query = headsFirst(h.query);
        h.key = headsFirst(h.key);
        h.value = headsFirst(h.value);
        {
            RotatedHeads rotated = rotate(h.query, h.key, inputs.rotary);
            h.query = std::move(rotated.query);
            h.key = std::move(rotated.key);
        }
        AttentionOutput out = attended(h, inputs, input.dtype());
        out.hidden = permute(out.hidden, {0, 2, 1, 3});
        out.hidden = reshape(out.hidden, {input.size(0), input.size(1), m_heads * m_headDim});
        out.hidden = m_out(std::move(out.hidden));
        return out;
    }

private:
    // [B, S, heads, head size] each.
    Heads cut(const Tensor& fused) const
    {
        const std::int64_t batch = fused.size(0);
        const std::int64_t sequence = fused.size(1);
        if (m_grouped)
            return cutGroups(reshape(fused, {batch, sequence, m_keys, m_heads / m_keys + 2, m_headDim}));
        if (!m_multiQuery) {
            const Tensor x = reshape(fused, {batch, sequence, m_heads, 3, m_headDim});
            const Tensor query = select(x, 3);
            const Tensor key = select(x, 3);
            return {query, key, select(x, 3)};
        }
        const Tensor x = reshape(fused, {batch, sequence, m_heads + 2, m_headDim});
        const Tensor query = slice(x, 2, m_heads);
        const Tensor key = gatherOne(x, 2);
        return {query, key, gatherOne(x, 2)};
    }

    // Keys and values are spread over their groups' heads.
    static Heads cutGroups(const Tensor& x)
    {
        const Tensor query = slice(x, 3, x.size(3) - 2);
        const Tensor oneKey = gatherOne(x, 3);
        const Tensor oneValue = gatherOne(x, 3);
        const Tensor key = expand(oneKey, query.sizes());
        const Tensor value = expand(oneValue, query.sizes());
        const Dims sizes{x.size(0), x.size(1), query.size(2) * query.size(3), x.size(4)};
        const Tensor flatQuery = reshape(query, sizes);
        const Tensor flatKey = reshape(key, sizes);
        return {flatQuery, flatKey, reshape(value, sizes)};
    }

    static Tensor headsFirst(const Tensor& x)
    {
        const Tensor turned = transpose(x, 1, 2);
        return reshape(turned, turned.sizes());
    }

    AttentionOutput attended(const Heads& h, const LayerInputs& inputs, DType dtype) const
    {
        const ModuleScope scope(h.query.tape(), "attention");
        if (inputs.attention != Attention::Eager)
            return {scaledDotProductAttention(h.query, h.key, h.value, inputs.mask), {}};
        Tensor weights = matmul(h.query, transpose(h.key, -1, -2));
        weights = scaleInPlace(weights);
        weights = maskedSoftmax(weights, inputs.mask, dtype);
        return {matmul(weights, h.value), weights};
    }

    static Tensor maskedSoftmax(const Tensor& scores, const Tensor& mask, DType dtype)
    {
        return softmax(add(scores, mask), dtype);
    }

    std::int64_t m_heads;
    std::int64_t m_keys;
    std::int64_t m_headDim;
    bool m_multiQuery;
    bool m_grouped;
    Linear m_qkv;
    Linear m_out;
};

class FalconLayer : public DecoderLayer
{
public:
    FalconLayer(ParameterFactory& factory, const ModelSpec& model)
        : m_parallel(model.parallelBlock),
          m_attention(factory, model),
          m_up(factory, "mlp dense_h_to_4h", model.hidden, model.ffn, model.mlpBias, LinearKind::Apart),
          m_down(factory, "mlp dense_4h_to_h", model.ffn, model.hidden, model.mlpBias, LinearKind::Apart),
          m_norm1(factory, "norm 1", model.hidden, NormKind::Layer),
          m_attentionDropout{"attention dropout", model.attentionDropout > 0},
          m_dropout{"dropout", model.residualDropout > 0}
    {
        if (!m_parallel || isGrouped(model))
            m_norm2 = Normalization(factory, "norm 2", model.hidden, NormKind::Layer);
    }

    BlockOutput operator()(Tensor input, const LayerInputs& inputs) const override
    {
        const ModuleScope scope(input.tape(), "residual stream");
        Tensor residual = input;
        const Tensor forAttention = m_norm1(input);
        Tensor forMlp = m_parallel ? (m_norm2.weight ? m_norm2(input) : forAttention) : Tensor();
        const AttentionOutput attended = m_attention(forAttention, inputs);
        if (!m_parallel) {
            residual = dropoutAdd(attended.hidden, residual, m_attentionDropout);
            forMlp = m_norm2(residual);
        }
        Tensor fed = feed(forMlp);
        if (m_parallel)
            fed = addInPlace(fed, attended.hidden);
        return {dropoutAdd(fed, residual, m_dropout), attended.weights};
    }

private:
    static Tensor dropoutAdd(const Tensor& x, const Tensor& residual, const Dropout& dropout)
    {
        const Tensor kept = dropout(x);
        return add(residual, kept);
    }

    Tensor feed(Tensor x) const
    {
        const ModuleScope scope(x.tape(), "mlp activation");
        x = gelu(m_up(std::move(x)));
        return m_down(std::move(x));
    }

    bool m_parallel;
    FalconAttention m_attention;
    Linear m_up;
    Linear m_down;
    Normalization m_norm1;
    Normalization m_norm2;
    Dropout m_attentionDropout;
    Dropout m_dropout;
};

} // namespace

std::unique_ptr<LanguageModel> makeFalcon(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
{
    const ModelSpec& model = scenario.model;
    DecoderRules rules;
    rules.norm = NormKind::Layer;
    rules.mask.always = true;
    rules.makeLayer
        = [&model](ParameterFactory& parts, std::int64_t) { return std::make_unique<FalconLayer>(parts, model); };
    return std::make_unique<CausalDecoder>(factory, scenario, layers, rules);
}

} // namespace plimsoll::step
