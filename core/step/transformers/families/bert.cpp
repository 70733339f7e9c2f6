// SPDX-License-Identifier: GPL-3.0-or-later
// BERT and RoBERTa: encoders with learned positions and token types, norms after each half, trained on masked words.
#include "step/ops.h"
#include "step/transformers/activations.h"
#include "step/transformers/embeddings.h"
#include "step/transformers/families/families.h"
#include "step/transformers/layerstack.h"
#include "step/transformers/maskedhead.h"

#include <utility>

namespace plimsoll::step {

namespace {

// Both are bert's own: nothing is masked, and the softmax is as wide as the scores.
AttentionOutput attendAsBert(const Heads& heads, bool dropWeights)
{
    Tensor weights = matmul(heads.query, transpose(heads.key, 2, 3));
    weights = scale(weights);
    weights = softmax(weights);
    if (dropWeights)
        weights = dropout(weights);
    const Tensor out = matmul(weights, heads.value);
    return {contiguous(transpose(out, 1, 2)), weights};
}

class BertLayer : public DecoderLayer
{
public:
    BertLayer(ParameterFactory& factory, const ModelSpec& model)
        : m_headDim(model.headDim),
          m_dropWeights(model.attentionDropout > 0),
          m_q(factory, "attention q", model.hidden, model.hidden, true),
          m_k(factory, "attention k", model.hidden, model.hidden, true),
          m_v(factory, "attention v", model.hidden, model.hidden, true),
          m_out(factory, "attention out", model.hidden, model.hidden, true),
          m_norm1(factory, "norm 1", model.hidden, NormKind::Layer),
          m_up(factory, "mlp up", model.hidden, model.ffn, true),
          m_down(factory, "mlp down", model.ffn, model.hidden, true),
          m_norm2(factory, "norm 2", model.hidden, NormKind::Layer),
          m_activation(activationOf(model, gelu)),
          m_dropout{"dropout", model.residualDropout > 0}
    {
    }

    BlockOutput operator()(Tensor input, const LayerInputs& inputs) const override
    {
        const ModuleScope scope(input.tape(), "residual stream");
        const AttentionOutput attended = attention(input, inputs);
        const Tensor inner = intermediate(attended.hidden);
        return output(m_down, m_norm2, inner, attended.hidden);
    }

private:
    AttentionOutput attention(const Tensor& x, const LayerInputs& inputs) const
    {
        AttentionOutput attended = self(x, inputs);
        attended.hidden = output(m_out, m_norm1, attended.hidden, x);
        return attended;
    }

    AttentionOutput self(const Tensor& x, const LayerInputs& inputs) const
    {
        Heads h;
        h.query = toHeads(m_q(x), m_headDim);
        h.key = toHeads(m_k(x), m_headDim);
        h.value = toHeads(m_v(x), m_headDim);
        const ModuleScope scope(x.tape(), "attention");
        AttentionRules rules;
        rules.dropout = m_dropWeights;
        AttentionOutput out
            = inputs.attention == Attention::Eager ? attendAsBert(h, m_dropWeights) : attendFused(h, {}, rules);
        out.hidden = fromHeads(out.hidden);
        return out;
    }

    Tensor intermediate(const Tensor& x) const
    {
        const ModuleScope scope(x.tape(), "mlp activation");
        Tensor inner = m_up(x);
        inner = m_activation(inner);
        return inner;
    }

    // BertSelfOutput and BertOutput
    Tensor output(const Linear& dense, const Normalization& norm, const Tensor& hidden, const Tensor& residual) const
    {
        Tensor y = dense(hidden);
        y = m_dropout(std::move(y));
        return norm(add(y, residual));
    }

    std::int64_t m_headDim;
    bool m_dropWeights;
    Linear m_q;
    Linear m_k;
    Linear m_v;
    Linear m_out;
    Normalization m_norm1;
    Linear m_up;
    Linear m_down;
    Normalization m_norm2;
    ActivationFunction m_activation;
    Dropout m_dropout;
};

class Bert : public LanguageModel
{
public:
    Bert(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
        : m_training(scenario.training),
          m_roberta(scenario.model.family == Family::Roberta),
          m_tokens(factory, "embedding", scenario.model.vocab, scenario.model.hidden),
          m_dropout{"embedding dropout", scenario.model.residualDropout > 0}
    {
        const ModelSpec& model = scenario.model;
        const auto makePositions
            = [&] { return Embedding(factory, "position embedding", model.maxPosition, model.hidden); };
        if (!m_roberta)
            m_positions = makePositions();
        m_types = Embedding(factory, "token type embedding", model.tokenTypes, model.hidden);
        m_norm = Normalization(factory, "embedding norm", model.hidden, NormKind::Layer);
        m_positionIds = factory.makeBuffer("position ids", {1, model.maxPosition}, DType::Int64);
        factory.makeBuffer("token type ids", {1, model.maxPosition}, DType::Int64);
        if (m_roberta)
            m_positions = makePositions();
        const auto makeLayer
            = [&model](ParameterFactory& parts, std::int64_t) { return std::make_unique<BertLayer>(parts, model); };
        m_layers = LayerStack(factory, scenario, layers, makeLayer);
        empty(factory.tape(), {model.maxPosition}, DType::Int64); // position ids, once more as weights are initialised
        MaskedHeadRules rules;
        rules.activation = m_roberta ? gelu : activationOf(model, gelu);
        m_head = MaskedHead(factory, model, m_tokens.weight, rules);
    }

    ModelOutput operator()(const Tensor& ids) const override
    {
        const Tensor hidden = trunk(ids);
        return m_head(hidden, ids);
    }

private:
    // RoBERTa counts its positions from the ids that are no padding.
    static Tensor countedPositions(const Tensor& ids)
    {
        Tape& tape = ids.tape();
        tape.operation = "position ids";
        const auto made = [&](DType dtype) { return empty(tape, ids.sizes(), dtype); };
        Tensor isToken = made(DType::Bool);
        const Tensor mask = made(DType::Int32);
        isToken = {};
        Tensor sums = made(DType::Int64);
        Tensor counted = made(DType::Int32);
        sums = {};
        counted = made(DType::Int32);
        counted = made(DType::Int32);
        const Tensor wide = made(DType::Int64);
        return made(DType::Int64);
    }

    Tensor embeddings(const Tensor& ids) const
    {
        Tape& tape = ids.tape();
        const Tensor positions = m_roberta ? countedPositions(ids) : slice(m_positionIds, 1, ids.size(1));
        tape.operation = "token types";
        const Tensor gathered = empty(tape, positions.sizes(), DType::Int64);
        const Tensor types = expand(gathered, ids.sizes());
        const Tensor tokens = embedded(m_tokens, ids, m_training);
        const Tensor typed = m_types(types);
        Tensor x = add(tokens, typed);
        const Tensor placed = m_positions(positions);
        x = add(x, placed);
        x = m_norm(std::move(x));
        return m_dropout(std::move(x));
    }

    Tensor trunk(const Tensor& ids) const
    {
        const ModuleScope scope(ids.tape(), "residual stream");
        const Tensor embedded = embeddings(ids);
        LayerInputs inputs;
        inputs.attention = m_training.attention;
        return m_layers(embedded, [&inputs](std::int64_t) { return inputs; }).hidden;
    }

    TrainingPlan m_training;
    bool m_roberta;
    Embedding m_tokens;
    Embedding m_positions;
    Embedding m_types;
    Normalization m_norm;
    Dropout m_dropout;
    Tensor m_positionIds;
    LayerStack m_layers;
    MaskedHead m_head;
};

} // namespace

std::unique_ptr<LanguageModel> makeBert(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
{
    return std::make_unique<Bert>(factory, scenario, layers);
}

} // namespace plimsoll::step
