// SPDX-License-Identifier: GPL-3.0-or-later
// OPT: learned positions counted from the attention mask, an MLP over rows.
#include "step/ops.h"
#include "step/transformers/activations.h"
#include "step/transformers/causalhead.h"
#include "step/transformers/embeddings.h"
#include "step/transformers/families/families.h"
#include "step/transformers/layerstack.h"

#include <utility>

namespace plimsoll::step {

namespace {

class OptAttention : public AttentionModule
{
public:
    OptAttention(ParameterFactory& factory, const ModelSpec& model)
        : m_headDim(model.headDim),
          m_k(factory, "attention k", model.hidden, model.hidden, model.qkvBias),
          m_v(factory, "attention v", model.hidden, model.hidden, model.qkvBias),
          m_q(factory, "attention q", model.hidden, model.hidden, model.qkvBias),
          m_out(factory, "attention out_proj", model.hidden, model.hidden, model.outputBias)
    {
        m_rules.dropout = model.attentionDropout > 0;
    }

    AttentionOutput operator()(Tensor input, const LayerInputs& inputs) const override
    {
        const Heads h = heads(input);
        AttentionOutput out = attend(h, inputs, m_rules);
        out.hidden = fromHeads(out.hidden);
        out.hidden = m_out(std::move(out.hidden));
        return out;
    }

private:
    Heads heads(const Tensor& x) const
    {
        Tensor q = scale(m_q(x));
        q = toHeads(q, m_headDim);
        const Tensor k = m_k(x);
        const Tensor v = m_v(x);
        return {q, toHeads(k, m_headDim), toHeads(v, m_headDim)};
    }

    std::int64_t m_headDim;
    AttentionRules m_rules;
    Linear m_k;
    Linear m_v;
    Linear m_q;
    Linear m_out;
};

class OptLayer : public DecoderLayer
{
public:
    OptLayer(ParameterFactory& factory, const ModelSpec& model)
        : m_attention(factory, model),
          m_normAfter(model.normAfter),
          m_norm1(factory, "norm 1", model.hidden, NormKind::Layer),
          m_activation(activationOf(model, relu)),
          m_up(factory, "mlp fc1", model.hidden, model.ffn, model.mlpBias),
          m_down(factory, "mlp fc2", model.ffn, model.hidden, model.mlpBias),
          m_norm2(factory, "norm 2", model.hidden, NormKind::Layer),
          m_attentionDropout{"attention dropout", model.residualDropout > 0},
          m_mlpDropout{"mlp dropout", model.residualDropout > 0}
    {
    }

    BlockOutput operator()(Tensor input, const LayerInputs& inputs) const override
    {
        const ModuleScope scope(input.tape(), "residual stream");
        Tensor residual = input;
        Tensor x = m_normAfter ? input : m_norm1(input);
        AttentionOutput attended = m_attention(std::move(x), inputs);
        x = std::move(attended.hidden);
        x = m_attentionDropout(std::move(x));
        x = add(residual, x);
        if (m_normAfter)
            x = m_norm1(std::move(x));
        const Dims sizes = x.sizes();
        x = reshape(x, {numel(sizes) / sizes.back(), sizes.back()});
        residual = x;
        if (!m_normAfter)
            x = m_norm2(std::move(x));
        x = feed(std::move(x));
        x = view(add(residual, x), sizes);
        return m_normAfter ? m_norm2(std::move(x)) : x;
    }

private:
    Tensor feed(Tensor x) const
    {
        const ModuleScope scope(x.tape(), "mlp activation");
        x = m_up(std::move(x));
        x = m_activation(x);
        x = m_down(std::move(x));
        return m_mlpDropout(std::move(x));
    }

    OptAttention m_attention;
    bool m_normAfter;
    Normalization m_norm1;
    ActivationFunction m_activation;
    Linear m_up;
    Linear m_down;
    Normalization m_norm2;
    Dropout m_attentionDropout;
    Dropout m_mlpDropout;
};

class Opt : public LanguageModel
{
public:
    Opt(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
        : m_training(scenario.training),
          m_tokens(factory, "embedding", scenario.model.vocab, embeddingWidth(scenario.model)),
          m_positions(factory, "position embedding", scenario.model.maxPosition + offset, scenario.model.hidden)
    {
        const ModelSpec& model = scenario.model;
        if (model.embeddingWidth > 0) {
            m_projectOut = Linear(factory, "project_out", model.hidden, model.embeddingWidth, false);
            m_projectIn = Linear(factory, "project_in", model.embeddingWidth, model.hidden, false);
        }
        if (!model.normAfter)
            m_norm = Normalization(factory, "final norm", model.hidden, NormKind::Layer);
        const auto makeLayer
            = [&model](ParameterFactory& parts, std::int64_t) { return std::make_unique<OptLayer>(parts, model); };
        m_layers = LayerStack(factory, scenario, layers, makeLayer);
        ModelSpec outside = model;
        outside.hidden = embeddingWidth(model);
        m_head = CausalHead(factory, outside, m_tokens.weight);
    }

    ModelOutput operator()(const Tensor& ids) const override
    {
        const Tensor positions = m_head.isBypassed() ? givenPositions(ids) : Tensor();
        const Tensor hidden = trunk(ids, positions);
        return m_head(hidden, ids);
    }

private:
    static std::int64_t embeddingWidth(const ModelSpec& model)
    {
        return model.embeddingWidth > 0 ? model.embeddingWidth : model.hidden;
    }

    static constexpr std::int64_t offset = 2; // rows before the first position

    // The running sum of the mask, times the mask, less one, as integers.
    static Tensor countedPositions(const Tensor& mask)
    {
        Tape& tape = mask.tape();
        tape.operation = "position ids";
        const Tensor sums = empty(tape, mask.sizes(), mask.dtype());
        Tensor positions = empty(tape, mask.sizes(), mask.dtype());
        positions = empty(tape, mask.sizes(), mask.dtype());
        return empty(tape, mask.sizes(), DType::Int64);
    }

    Tensor embeddedPositions(const Tensor& positions) const
    {
        return m_positions(empty(positions.tape(), positions.sizes(), DType::Int64)); // plus the offset
    }

    Tensor trunk(const Tensor& ids, const Tensor& positions) const
    {
        Tape& tape = ids.tape();
        const ModuleScope scope(tape, "residual stream");
        Tensor embeddings = embedded(m_tokens, ids, m_training);
        const Tensor ones = empty(tape, ids.sizes(), DType::Float32);
        LayerInputs inputs;
        inputs.positions = positions ? unsqueeze(positions, 0) : countedPositions(ones);
        inputs.mask
            = causalMask(embeddings, ids.size(0), ids.size(1), m_training.attention, {}, MaskRules{false, false});
        inputs.attention = m_training.attention;
        const Tensor positionEmbeddings = embeddedPositions(inputs.positions);
        if (m_projectIn.weight)
            embeddings = m_projectIn(embeddings);
        Tensor x = add(embeddings, positionEmbeddings);
        x = m_layers(std::move(x), [&inputs](std::int64_t) { return inputs; }).hidden;
        if (m_norm.weight)
            x = m_norm(std::move(x));
        return m_projectOut.weight ? m_projectOut(std::move(x)) : x;
    }

    TrainingPlan m_training;
    Embedding m_tokens;
    Embedding m_positions;
    Linear m_projectOut;
    Linear m_projectIn;
    Normalization m_norm;
    LayerStack m_layers;
    CausalHead m_head;
};

} // namespace

std::unique_ptr<LanguageModel> makeOpt(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
{
    return std::make_unique<Opt>(factory, scenario, layers);
}

} // namespace plimsoll::step
