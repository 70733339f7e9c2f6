// SPDX-License-Identifier: GPL-3.0-or-later
// GPT-OSS: sinks beside the scores, biased experts with a clamped gate, tables of half the width; eager only.
#include "step/ops.h"
#include "step/transformers/decoder.h"
#include "step/transformers/families/families.h"
#include "step/transformers/mixture.h"

#include <array>
#include <tuple>
#include <utility>

namespace plimsoll::step {

namespace {

// [first·cos − second·sin, second·cos + first·sin]
Tensor turnedHalves(const Tensor& x, const Tensor& cos, const Tensor& sin)
{
    const std::int64_t half = x.size(-1) / 2;
    const auto parts = split(x, std::array{half, half});
    const auto front = [&] {
        const Tensor straight = mul(parts[0], cos);
        return step::sub(straight, mul(parts[1], sin));
    };
    const auto back = [&] {
        const Tensor straight = mul(parts[1], cos);
        return add(straight, mul(parts[0], sin));
    };
    const Tensor first = front();
    const Tensor second = back();
    return cat({first, second});
}

RotatedHeads rotateHalves(const Tensor& query, const Tensor& key, const RotaryTables& tables)
{
    const ModuleScope scope(query.tape(), "rotary");
    const Tensor cos = unsqueeze(tables.cos, 1);
    const Tensor sin = unsqueeze(tables.sin, 1);
    const Tensor q = turnedHalves(query, cos, sin);
    return {q, turnedHalves(key, cos, sin), {}};
}

class SinkAttention : public AttentionModule
{
public:
    SinkAttention(ParameterFactory& factory, const ModelSpec& model)
        : m_rotate(factory.fused().rotary ? rotateFused : rotateHalves),
          m_headDim(model.headDim),
          m_groups(model.heads / model.kvHeads),
          m_dropout{"attention dropout", model.attentionDropout > 0},
          m_q(factory, "attention q", model.hidden, model.heads * model.headDim, model.qkvBias),
          m_k(factory, "attention k", model.hidden, model.kvHeads * model.headDim, model.qkvBias),
          m_v(factory, "attention v", model.hidden, model.kvHeads * model.headDim, model.qkvBias),
          m_out(factory, "attention out", model.heads * model.headDim, model.hidden, model.outputBias),
          m_sinks(factory.make("attention sinks", {model.heads}))
    {
    }

    AttentionOutput operator()(Tensor input, const LayerInputs& inputs) const override
    {
        Heads h;
        h.query = toHeads(m_q(input), m_headDim);
        h.key = toHeads(m_k(input), m_headDim);
        h.value = toHeads(m_v(input), m_headDim);
        {
            RotatedHeads rotated = m_rotate(h.query, h.key, inputs.rotary);
            h.query = std::move(rotated.query);
            h.key = std::move(rotated.key);
        }
        AttentionOutput out = attended(h, inputs.mask);
        out.hidden = fromHeads(out.hidden);
        out.hidden = m_out(std::move(out.hidden));
        return out;
    }

private:
    // One more score a head, [B, heads, S, 1].
    Tensor sinks(const Tensor& scores) const
    {
        const std::int64_t heads = scores.size(1);
        return expand(view(m_sinks, {1, heads, 1, 1}), {scores.size(0), heads, scores.size(2), 1});
    }

    AttentionOutput attended(const Heads& h, const Tensor& mask) const
    {
        const ModuleScope scope(h.query.tape(), "attention");
        const Tensor keys = repeatKeyValue(h.key, m_groups);
        const Tensor values = repeatKeyValue(h.value, m_groups);
        Tensor weights = matmul(h.query, transpose(keys, 2, 3));
        weights = scale(weights);
        if (mask)
            weights = add(weights, mask);
        const Tensor sink = sinks(weights);
        Tensor combined = cat({weights, sink});
        combined = step::sub(combined, topValues(combined, 1));
        const Tensor probabilities = softmax(combined, combined.dtype());
        const Tensor scores = slice(probabilities, -1, weights.size(-1));
        weights = cast(m_dropout(scores), values.dtype());
        const Tensor out = matmul(weights, values);
        return {contiguous(transpose(out, 1, 2)), weights};
    }

    Rotation m_rotate;
    std::int64_t m_headDim;
    std::int64_t m_groups;
    Dropout m_dropout;
    Linear m_q;
    Linear m_k;
    Linear m_v;
    Linear m_out;
    Tensor m_sinks;
};

// (up + 1) · gate · sigmoid(α · gate), both clamped; gate and up lie by turns.
Tensor clampedGate(const Tensor& gateUp)
{
    Tensor gate = everySecond(gateUp);
    Tensor up = everySecond(gateUp);
    gate = clamp(gate, 1);
    up = clamp(up, 2);
    const auto swish = [&gate] {
        const Tensor squashed = sigmoid(scale(gate));
        return mul(gate, squashed);
    };
    const Tensor glu = swish();
    return mul(addNumber(up), glu);
}

class GptOssMoe
{
public:
    GptOssMoe(ParameterFactory& factory, const ModelSpec& model)
        : m_each(model.experts->expertsPerToken),
          m_routerWeight(factory.make("router", {model.experts->experts, model.hidden})),
          m_routerBias(factory.make("router", {model.experts->experts})),
          m_experts(factory, model, ExpertRules{true, true, clampedGate})
    {
    }

    // The routing weights are returned too.
    std::pair<Tensor, Tensor> operator()(Tensor input) const
    {
        const ModuleScope scope(input.tape(), "experts");
        const Dims sizes = input.sizes();
        Tensor x = reshape(input, {numel(sizes) / sizes.back(), sizes.back()});
        const Routing routing = route(x);
        x = m_experts(std::move(x), routing.indices, routing.weights);
        return {reshape(x, sizes), routing.weights};
    }

private:
    Routing route(const Tensor& x) const
    {
        const ModuleScope scope(x.tape(), "router");
        Routing routing;
        routing.logits = linear(x, m_routerWeight, m_routerBias);
        Ranked top = topK(routing.logits, m_each);
        routing.weights = softmax(top.values, top.values.dtype());
        routing.indices = std::move(top.indices);
        return routing;
    }

    std::int64_t m_each;
    Tensor m_routerWeight;
    Tensor m_routerBias;
    Experts m_experts;
};

class GptOssLayer : public DecoderLayer
{
public:
    GptOssLayer(ParameterFactory& factory, const ModelSpec& model)
        : m_attention(factory, model),
          m_moe(factory, model),
          m_norm1(factory, "norm 1", model.hidden, NormKind::RmsWide),
          m_norm2(factory, "norm 2", model.hidden, NormKind::RmsWide)
    {
    }

    BlockOutput operator()(Tensor input, const LayerInputs& inputs) const override
    {
        const ModuleScope scope(input.tape(), "residual stream");
        Tensor residual = input;
        Tensor x = m_norm1(input);
        AttentionOutput attended = m_attention(std::move(x), inputs);
        Tensor second = std::move(attended.weights); // until the MLP returns a second tensor
        x = add(residual, attended.hidden);
        attended.hidden = {};
        residual = x;
        x = m_norm2(std::move(x));
        std::tie(x, second) = m_moe(std::move(x));
        return add(residual, x);
    }

private:
    SinkAttention m_attention;
    GptOssMoe m_moe;
    Normalization m_norm1;
    Normalization m_norm2;
};

} // namespace

std::unique_ptr<LanguageModel> makeGptOss(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
{
    const ModelSpec& model = scenario.model;
    DecoderRules rules;
    rules.norm = NormKind::RmsWide;
    rules.rotaryWidth = RotaryWidth::Half;
    rules.eagerOnly = true;
    rules.mask.seeksPacking = false;
    rules.mask.byKeywords = true;
    rules.makeLayer
        = [&model](ParameterFactory& parts, std::int64_t) { return std::make_unique<GptOssLayer>(parts, model); };
    return std::make_unique<CausalDecoder>(factory, scenario, layers, rules);
}

} // namespace plimsoll::step
