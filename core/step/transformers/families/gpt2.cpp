// SPDX-License-Identifier: GPL-3.0-or-later
// GPT-2 and GPT-BigCode (StarCoder): learned positions, fused projections, dropout.
#include "step/ops.h"
#include "step/transformers/activations.h"
#include "step/transformers/causalhead.h"
#include "step/transformers/embeddings.h"
#include "step/transformers/families/families.h"
#include "step/transformers/layerstack.h"
#include "step/zero/baremodule.h"

#include <array>
#include <optional>
#include <utility>

namespace plimsoll::step {

namespace {

// GPT-2's own eager attention: the softmax is as wide as the scores, the output is not made contiguous.
AttentionOutput attendAsGpt2(const Heads& heads, const Tensor& mask, bool dropWeights)
{
    Tensor weights = matmul(heads.query, transpose(heads.key, -1, -2));
    weights = scale(weights);
    if (mask)
        weights = add(weights, mask);
    weights = softmax(weights);
    weights = cast(weights, heads.value.dtype());
    if (dropWeights)
        weights = dropout(weights);
    const Tensor out = matmul(weights, heads.value);
    return {transpose(out, 1, 2), weights};
}

// [B, H, M, N] to [B·H, M, N], in fp32 with autocast off.
Tensor flatHeads(const Tensor& x)
{
    return reshape(x, {x.size(0) * x.size(1), x.size(2), x.size(3)});
}

Tensor wideScores(const Tensor& query, const Tensor& key)
{
    Tape& tape = query.tape();
    const std::int64_t sequence = query.size(1);
    const Tensor room = empty(tape, {query.size(0), sequence, sequence}, DType::Float32);
    const std::optional<DType> outer = std::exchange(tape.autocast, std::nullopt);
    const Tensor wideQuery = cast(query, DType::Float32);
    Tensor scores = batchedProductOnto(room, wideQuery, cast(key, DType::Float32));
    tape.autocast = outer;
    return scores;
}

// _upcast_and_reordered_attn
AttentionOutput attendWide(const Heads& heads, const Tensor& mask, bool dropWeights)
{
    const Dims sizes{heads.query.size(0), heads.query.size(1), heads.query.size(2), heads.query.size(2)};
    const Tensor query = flatHeads(heads.query);
    const Tensor key = flatHeads(transpose(heads.key, -1, -2));
    Tensor weights = wideScores(query, key);
    weights = reshape(weights, sizes);
    if (mask)
        weights = add(weights, mask);
    weights = softmax(weights);
    weights = cast(weights, heads.value.dtype());
    if (dropWeights)
        weights = dropout(weights);
    const Tensor out = matmul(weights, heads.value);
    return {transpose(out, 1, 2), weights};
}

class Gpt2Attention : public AttentionModule
{
public:
    Gpt2Attention(ParameterFactory& factory, const ModelSpec& model)
        : m_headDim(model.headDim),
          m_dropWeights(model.attentionDropout > 0),
          m_wideScores(model.upcastScores),
          m_qkv(factory, "attention c_attn", model.hidden, 3 * model.hidden, true, LinearKind::ByInputs),
          m_out(factory, "attention c_proj", model.hidden, model.hidden, true, LinearKind::ByInputs),
          m_dropout{"attention dropout", model.residualDropout > 0}
    {
    }

    AttentionOutput operator()(Tensor input, const LayerInputs& inputs) const override
    {
        const Heads h = heads(input);
        AttentionOutput out = attended(h, inputs);
        out.hidden = fromHeads(out.hidden);
        out.hidden = m_out(std::move(out.hidden));
        out.hidden = m_dropout(std::move(out.hidden));
        return out;
    }

private:
    Heads heads(const Tensor& x) const
    {
        const std::int64_t width = x.size(-1);
        const std::vector<Tensor> parts = split(m_qkv(x), std::array{width, width, width});
        Heads h;
        h.key = toHeads(parts[1], m_headDim);
        h.value = toHeads(parts[2], m_headDim);
        h.query = toHeads(parts[0], m_headDim);
        return h;
    }

    AttentionOutput attended(const Heads& heads, const LayerInputs& inputs) const
    {
        const ModuleScope scope(heads.query.tape(), "attention");
        if (inputs.attention == Attention::Eager)
            return m_wideScores ? attendWide(heads, inputs.mask, m_dropWeights)
                                : attendAsGpt2(heads, inputs.mask, m_dropWeights);
        AttentionRules rules;
        rules.dropout = m_dropWeights;
        return attendFused(heads, inputs.mask, rules);
    }

    std::int64_t m_headDim;
    bool m_dropWeights;
    bool m_wideScores;
    Linear m_qkv;
    Linear m_out;
    Dropout m_dropout;
};

class BigCodeAttention : public AttentionModule
{
public:
    BigCodeAttention(ParameterFactory& factory, const ModelSpec& model)
        : m_headDim(model.headDim),
          m_keyWidth(model.kvHeads * model.headDim),
          m_multiQuery(model.multiQuery),
          m_qkv(factory, "attention c_attn", model.hidden, model.hidden + 2 * m_keyWidth, true),
          m_out(factory, "attention c_proj", model.hidden, model.hidden, true),
          m_dropout{"attention dropout", model.residualDropout > 0}
    {
        m_rules.groups = model.heads / model.kvHeads;
        m_rules.dropout = model.attentionDropout > 0;
    }

    AttentionOutput operator()(Tensor input, const LayerInputs& inputs) const override
    {
        const Heads h = heads(input);
        AttentionOutput out = attend(h, inputs, m_rules);
        out.hidden = fromHeads(out.hidden);
        out.hidden = m_out(std::move(out.hidden));
        out.hidden = m_dropout(std::move(out.hidden));
        return out;
    }

private:
    Heads heads(const Tensor& x) const
    {
        const Tensor qkv = m_qkv(x);
        if (!m_multiQuery) {
            const auto parts = split(toHeads(qkv, 3 * m_headDim), std::array{m_headDim, m_headDim, m_headDim});
            return {parts[0], parts[1], parts[2]};
        }
        // One key and value head, each of them [B, 1, S, D] as it is cut off.
        const auto parts = split(unsqueeze(qkv, 1), std::array{x.size(-1), m_keyWidth, m_keyWidth}, 3);
        const Dims perHead{x.size(0), x.size(1), x.size(-1) / m_headDim, m_headDim};
        return {transpose(reshape(parts[0], perHead), 1, 2), parts[1], parts[2]};
    }

    std::int64_t m_headDim;
    std::int64_t m_keyWidth;
    bool m_multiQuery;
    AttentionRules m_rules;
    Linear m_qkv;
    Linear m_out;
    Dropout m_dropout;
};

class Gpt2Mlp : public MlpModule
{
public:
    Gpt2Mlp(ParameterFactory& factory, const ModelSpec& model)
        : m_activation(activationOf(model, geluByHand)),
          m_up(factory, "mlp c_fc", model.hidden, model.ffn, true, LinearKind::ByInputs),
          m_down(factory, "mlp c_proj", model.ffn, model.hidden, true, LinearKind::ByInputs),
          m_dropout{"mlp dropout", model.residualDropout > 0}
    {
    }

    Tensor operator()(Tensor input) const override
    {
        const ModuleScope scope(input.tape(), "mlp activation");
        Tensor x = m_up(std::move(input));
        const BareModule activation(x.tape(), &m_activation);
        x = activation.leave(m_activation(x));
        x = m_down(std::move(x));
        return m_dropout(std::move(x));
    }

private:
    ActivationFunction m_activation;
    Linear m_up;
    Linear m_down;
    Dropout m_dropout;
};

class Gpt2Layer : public DecoderLayer
{
public:
    Gpt2Layer(ParameterFactory& factory, const ModelSpec& model)
        : m_norm1(factory, "norm 1", model.hidden, NormKind::Layer)
    {
        const bool bigCode = model.family == Family::GptBigCode;
        if (bigCode)
            m_attention = std::make_unique<BigCodeAttention>(factory, model);
        else
            m_attention = std::make_unique<Gpt2Attention>(factory, model);
        m_norm2 = Normalization(factory, "norm 2", model.hidden, NormKind::Layer);
        if (bigCode)
            m_mlp = std::make_unique<PlainMlp>(factory, model, gelu, model.residualDropout > 0,
                                               MlpNames{"mlp c_fc", "mlp c_proj"});
        else
            m_mlp = std::make_unique<Gpt2Mlp>(factory, model);
    }

    BlockOutput operator()(Tensor input, const LayerInputs& inputs) const override
    {
        const ModuleScope scope(input.tape(), "residual stream");
        Tensor residual = input;
        Tensor x = m_norm1(input);
        const BareModule attention(input.tape(), m_attention.get());
        AttentionOutput attended = (*m_attention)(x, inputs);
        attended.hidden = attention.leave(std::move(attended.hidden));
        x = add(attended.hidden, residual);
        residual = x;
        x = m_norm2(std::move(x));
        const BareModule mlp(input.tape(), m_mlp.get());
        Tensor fed = mlp.leave((*m_mlp)(x));
        Tensor out = add(residual, fed);
        dropLocals({&x, &residual, &attended.hidden, &fed});
        return out;
    }

private:
    Normalization m_norm1;
    std::unique_ptr<AttentionModule> m_attention;
    Normalization m_norm2;
    std::unique_ptr<MlpModule> m_mlp;
};

class Gpt2 : public LanguageModel
{
public:
    Gpt2(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
        : m_training(scenario.training),
          m_bigCode(scenario.model.family == Family::GptBigCode),
          m_tokens(factory, "embedding", scenario.model.vocab, scenario.model.hidden),
          m_positions(factory, "position embedding", scenario.model.maxPosition, scenario.model.hidden),
          m_dropout{"embedding dropout", scenario.model.embeddingDropoutRate > 0}
    {
        const ModelSpec& model = scenario.model;
        const auto makeLayer
            = [&model](ParameterFactory& parts, std::int64_t) { return std::make_unique<Gpt2Layer>(parts, model); };
        m_layers = LayerStack(factory, scenario, layers, makeLayer);
        m_norm = Normalization(factory, "final norm", model.hidden, NormKind::Layer);
        if (m_bigCode)
            makeCausalBuffer(factory, model.maxPosition);
        m_head = CausalHead(factory, model, m_tokens.weight);
    }

    ModelOutput operator()(const Tensor& ids) const override
    {
        const Tensor positions = m_head.isBypassed() ? givenPositions(ids) : Tensor();
        const Tensor hidden = trunk(ids, positions);
        return m_head(hidden, ids);
    }

private:
    // tril(ones(n, n)), once for the buffer and once more as the weights are initialised. It is not read.
    static void makeCausalBuffer(ParameterFactory& factory, std::int64_t positions)
    {
        Tape& tape = factory.tape();
        const std::int64_t bytes = positions * positions;
        {
            const Tensor ones = empty(tape, {positions, positions}, DType::Bool);
            factory.makeBuffer("attention mask", {positions, positions}, DType::Bool);
        }
        tape.scratch({bytes, bytes});
    }

    Tensor trunk(const Tensor& ids, Tensor positions) const
    {
        Tape& tape = ids.tape();
        const ModuleScope scope(tape, "residual stream");
        Tensor embeddings = embedded(m_tokens, ids, m_training);
        if (!positions)
            positions = positionIds(tape, ids.size(1));
        Tensor mask;
        if (m_bigCode)
            mask = causalMask(embeddings, ids.size(0), ids.size(1), m_training.attention);
        Tensor positionEmbeddings = m_positions(unsqueeze(positions, 0));
        Tensor x = add(embeddings, positionEmbeddings);
        if (!m_bigCode)
            mask = causalMask(embeddings, ids.size(0), ids.size(1), m_training.attention);
        x = m_dropout(std::move(x));
        LayerInputs inputs;
        inputs.mask = mask;
        inputs.attention = m_training.attention;
        inputs.maskByKeyword = m_bigCode;
        if (!m_bigCode)
            inputs.positions = positions;
        Tensor hidden = m_norm(m_layers(std::move(x), [&inputs](std::int64_t) { return inputs; }).hidden);
        inputs = {};
        dropLocals({&embeddings, &positionEmbeddings, &mask});
        return hidden;
    }

    TrainingPlan m_training;
    bool m_bigCode;
    Embedding m_tokens;
    Embedding m_positions;
    Dropout m_dropout;
    LayerStack m_layers;
    Normalization m_norm;
    CausalHead m_head;
};

} // namespace

std::unique_ptr<LanguageModel> makeGpt2(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
{
    return std::make_unique<Gpt2>(factory, scenario, layers);
}

} // namespace plimsoll::step
