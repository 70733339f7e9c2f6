// SPDX-License-Identifier: GPL-3.0-or-later
// BLOOM: positions as a bias of the scores, batched products by hand, layers that return attention's weights.
#include "step/autograd.h"
#include "step/ops.h"
#include "step/transformers/causalhead.h"
#include "step/transformers/embeddings.h"
#include "step/transformers/families/families.h"
#include "step/transformers/layerstack.h"

#include <utility>

namespace plimsoll::step {

namespace {

// tanh(0.79788456·x · (1 + 0.044715·x·x)), outside autograd.
Tensor innerTanh(const Tensor& x)
{
    const auto made = [&x] { return emptyLike(x); };
    const auto inner = [&made] {
        const Tensor scaled = made();
        Tensor square = made();
        square = made();
        square = made();
        return made();
    };
    const Tensor argument = inner();
    return made();
}

Tensor bloomGeluForward(const Tensor& x)
{
    const Tensor half = emptyLike(x);
    Tensor factor = innerTanh(x);
    factor = emptyLike(x);
    return emptyLike(x);
}

// bloom_gelu_back: 0.5·x·((1 − t·t) · (0.79788456 + 0.1070322243·x·x)) + 0.5·(1 + t), times the gradient.
Gradients bloomGeluBackward(const Node&, const Saved& saved, Gradients& g)
{
    const Tensor& x = saved[0];
    const auto made = [&x] { return emptyLike(x); };
    const Tensor t = innerTanh(x);
    const auto firstTerm = [&made] {
        const Tensor half = made();
        Tensor slope = made(); // t·t
        slope = made();        // 1 − t·t
        Tensor square = made();
        square = made();
        square = made();
        slope = made();
        square = {};
        return made();
    };
    const auto secondTerm = [&made] {
        const Tensor sum = made();
        return made();
    };
    Tensor factor;
    {
        const Tensor first = firstTerm();
        const Tensor second = secondTerm();
        factor = made();
    }
    return {emptyLike(x, promoted(factor.dtype(), g[0].dtype()))};
}

// GeLUFunction: saves its input only; everything else is made, and dropped, forward and again backward.
Tensor bloomGelu(const Tensor& x)
{
    const NodePtr node = record("gelu", {x}, bloomGeluBackward, {x});
    return attach(node, bloomGeluForward(x));
}

class BloomLayer : public DecoderLayer
{
public:
    BloomLayer(ParameterFactory& factory, const ModelSpec& model)
        : m_heads(model.heads),
          m_norm1(factory, "norm 1", model.hidden, NormKind::Layer),
          m_qkv(factory, "attention query_key_value", model.hidden, 3 * model.hidden, true),
          m_out(factory, "attention dense", model.hidden, model.hidden, true),
          m_norm2(factory, "norm 2", model.hidden, NormKind::Layer),
          m_up(factory, "mlp dense_h_to_4h", model.hidden, model.ffn, true),
          m_down(factory, "mlp dense_4h_to_h", model.ffn, model.hidden, true),
          m_weightDropout{"attention dropout", model.attentionDropout > 0},
          m_dropout{"dropout", model.residualDropout > 0}
    {
    }

    BlockOutput operator()(Tensor input, const LayerInputs& inputs) const override
    {
        const ModuleScope scope(input.tape(), "residual stream");
        Tensor normed = m_norm1(input);
        const AttentionOutput attended = attention(normed, input, inputs);
        normed = m_norm2(attended.hidden);
        return {mlp(normed, attended.hidden), attended.weights};
    }

private:
    AttentionOutput attention(const Tensor& x, const Tensor& residual, const LayerInputs& inputs) const
    {
        const Tensor fused = m_qkv(x);
        const Heads h = heads(fused);
        const ModuleScope scope(x.tape(), "attention");
        const std::int64_t sequence = x.size(1);
        const Tensor scores = batchedProductOnto(inputs.alibi, h.query, h.key);
        Tensor weights = view(scores, {x.size(0), m_heads, sequence, sequence});
        if (inputs.mask)
            weights = add(weights, inputs.mask);
        Tensor probabilities = cast(softmax(weights, DType::Float32), h.query.dtype());
        probabilities = m_weightDropout(std::move(probabilities));
        const Tensor flat = view(probabilities, {x.size(0) * m_heads, sequence, sequence});
        Tensor context = batchedProduct(flat, h.value);
        context = merged(context, x);
        const Tensor projected = m_out(context);
        return {dropoutAdd(projected, residual), probabilities};
    }

    // Of the fused projection [B, S, heads, 3, head size]: [B·heads, S, head size], the key transposed.
    Heads heads(const Tensor& fused) const
    {
        const std::int64_t batch = fused.size(0);
        const std::int64_t sequence = fused.size(1);
        const std::int64_t headDim = fused.size(2) / (3 * m_heads);
        const Tensor apart = view(fused, {batch, sequence, m_heads, 3, headDim});
        const auto cut = [&apart] { return transpose(select(apart, 3), 1, 2); };
        Heads h{cut(), cut(), cut()};
        const Dims sizes{batch * m_heads, sequence, headDim};
        h.query = reshape(h.query, sizes);
        h.key = transpose(reshape(h.key, sizes), -1, -2);
        h.value = reshape(h.value, sizes);
        return h;
    }

    Tensor merged(const Tensor& context, const Tensor& x) const
    {
        const Tensor apart = view(context, {x.size(0), m_heads, context.size(1), context.size(2)});
        const Tensor turned = permute(apart, {0, 2, 1, 3});
        return reshape(turned, {x.size(0), context.size(1), m_heads * context.size(2)});
    }

    Tensor mlp(Tensor x, const Tensor& residual) const
    {
        const ModuleScope scope(x.tape(), "mlp activation");
        x = bloomGelu(m_up(std::move(x)));
        const Tensor fed = m_down(x);
        return dropoutAdd(fed, residual);
    }

    Tensor dropoutAdd(const Tensor& x, const Tensor& residual) const
    {
        const Tensor kept = m_dropout(x);
        return add(residual, kept);
    }

    std::int64_t m_heads;
    Normalization m_norm1;
    Linear m_qkv;
    Linear m_out;
    Normalization m_norm2;
    Linear m_up;
    Linear m_down;
    Dropout m_weightDropout;
    Dropout m_dropout;
};

class Bloom : public LanguageModel
{
public:
    Bloom(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
        : m_training(scenario.training),
          m_heads(scenario.model.heads),
          m_tokens(factory, "embedding", scenario.model.vocab, scenario.model.hidden),
          m_embeddingNorm(factory, "embedding norm", scenario.model.hidden, NormKind::Layer)
    {
        const ModelSpec& model = scenario.model;
        const auto makeLayer
            = [&model](ParameterFactory& parts, std::int64_t) { return std::make_unique<BloomLayer>(parts, model); };
        m_layers = LayerStack(factory, scenario, layers, makeLayer);
        m_norm = Normalization(factory, "final norm", model.hidden, NormKind::Layer);
        m_head = CausalHead(factory, model, m_tokens.weight);
    }

    ModelOutput operator()(const Tensor& ids) const override
    {
        const Tensor positions = m_head.isBypassed() ? givenPositions(ids) : Tensor(); // which it does not read
        const Tensor hidden = trunk(ids);
        return m_head(hidden, ids);
    }

private:
    // Slopes of the heads times key positions, for each of the batch: [B·heads, 1, S].
    Tensor alibi(const Tensor& stream) const
    {
        Tape& tape = stream.tape();
        tape.operation = "alibi";
        const std::int64_t sequence = stream.size(1);
        Tensor positions = empty(tape, {sequence}, DType::Int64);
        const Tensor single = empty(tape, {m_heads, 1, sequence}, DType::Float32);
        positions = {};
        return cast(empty(tape, {stream.size(0) * m_heads, 1, sequence}, DType::Float32), stream.dtype());
    }

    Tensor trunk(const Tensor& ids) const
    {
        Tape& tape = ids.tape();
        const ModuleScope scope(tape, "residual stream");
        const Tensor embeddings = embedded(m_tokens, ids, m_training);
        Tensor x = m_embeddingNorm(embeddings);
        const Tensor slopes = empty(tape, {m_heads}, DType::Float32);
        LayerInputs inputs;
        inputs.attention = Attention::Eager;
        inputs.alibi = alibi(x);
        inputs.mask = causalMask(embeddings, ids.size(0), ids.size(1), Attention::Eager, {}, MaskRules{false, false});
        const BlockOutput last = m_layers(std::move(x), [&inputs](std::int64_t) { return inputs; });
        return m_norm(last.hidden);
    }

    TrainingPlan m_training;
    std::int64_t m_heads;
    Embedding m_tokens;
    Normalization m_embeddingNorm;
    LayerStack m_layers;
    Normalization m_norm;
    CausalHead m_head;
};

} // namespace

std::unique_ptr<LanguageModel> makeBloom(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
{
    return std::make_unique<Bloom>(factory, scenario, layers);
}

} // namespace plimsoll::step
