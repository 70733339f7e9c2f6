// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/plaindecoder.h"

#include "step/headloss.h"
#include "step/ops.h"

#include <array>
#include <utility>

namespace plimsoll::step {

namespace {

NormKind kindOf(Norm norm)
{
    return norm == Norm::Layer ? NormKind::Layer : NormKind::FusedRms;
}

} // namespace

PlainBlock::PlainBlock(ParameterFactory& factory, const ModelSpec& model, const TrainingPlan& training)
    : m_heads(model.heads),
      m_kvHeads(model.kvHeads),
      m_headDim(model.headDim),
      m_fusedQkv(model.fusedQkv),
      m_gated(model.gatedMlp),
      m_eager(training.attention == Attention::Eager),
      m_activation(model.activation),
      m_norm1(factory, "norm 1", model.hidden, kindOf(model.norm)),
      m_norm2(factory, "norm 2", model.hidden, kindOf(model.norm)),
      m_attentionDropout{"attention", model.dropout > 0},
      m_dropout1{"dropout 1", model.dropout > 0},
      m_mlpDropout{"mlp dropout", model.dropout > 0 && model.mlpDropout},
      m_dropout2{"dropout 2", model.dropout > 0}
{
    const std::int64_t queries = m_heads * m_headDim;
    const std::int64_t keys = m_kvHeads * m_headDim;
    if (m_fusedQkv) {
        m_qkv = Linear(factory, "attention qkv", model.hidden, queries + 2 * keys, model.bias);
    } else {
        m_q = Linear(factory, "attention q", model.hidden, queries, model.bias);
        m_k = Linear(factory, "attention k", model.hidden, keys, model.bias);
        m_v = Linear(factory, "attention v", model.hidden, keys, model.bias);
    }
    m_out = Linear(factory, "attention out", queries, model.hidden, model.bias);
    m_up = Linear(factory, "mlp up", model.hidden, model.ffn, model.bias);
    if (m_gated)
        m_gate = Linear(factory, "mlp gate", model.hidden, model.ffn, model.bias);
    m_down = Linear(factory, "mlp down", model.ffn, model.hidden, model.bias);
}

Tensor PlainBlock::forward(Tensor x) const
{
    const ModuleScope scope(x.tape(), "residual stream");
    {
        Tensor y = attend(m_norm1(x));
        y = m_dropout1(std::move(y));
        x = add(x, y);
    }
    Tensor y = mlp(m_norm2(x));
    y = m_dropout2(std::move(y));
    return add(x, y);
}

Tensor PlainBlock::attend(Tensor x) const
{
    const std::int64_t batch = x.size(0);
    const std::int64_t sequence = x.size(1);
    std::array<Tensor, 3> qkv;
    if (m_fusedQkv) {
        const std::array<std::int64_t, 3> widths{m_heads * m_headDim, m_kvHeads * m_headDim, m_kvHeads * m_headDim};
        const std::vector<Tensor> parts = split(m_qkv(x), widths);
        std::copy(parts.begin(), parts.end(), qkv.begin());
    } else {
        qkv = {m_q(x), m_k(x), m_v(x)};
    }
    for (Tensor& y : qkv)
        y = transpose(view(y, {batch, sequence, y.size(-1) / m_headDim, m_headDim}), 1, 2);

    const ModuleScope scope(x.tape(), "attention");
    auto& [q, k, v] = qkv;
    Tensor weights;
    Tensor y = m_eager ? attendEagerly(q, k, v, weights) : scaledDotProductAttention(q, k, v);
    Tensor result = projected(y);
    dropLocals({&x, &q, &k, &v, &weights, &y});
    return result;
}

Tensor PlainBlock::attendEagerly(const Tensor& q, Tensor& k, Tensor& v, Tensor& weights) const
{
    if (m_kvHeads != m_heads) {
        Tensor repeated = repeatInterleave(k, m_heads / m_kvHeads);
        v = repeatInterleave(v, m_heads / m_kvHeads);
        k = std::move(repeated);
    }
    weights = matmul(q, transpose(k, 2, 3));
    weights = scale(weights);
    weights = softmax(weights);
    weights = m_attentionDropout(std::move(weights));
    return matmul(weights, v);
}

Tensor PlainBlock::projected(const Tensor& attended) const
{
    const Tensor rows = transpose(attended, 1, 2);
    return m_out(reshape(rows, {rows.size(0), rows.size(1), m_heads * m_headDim}));
}

Tensor PlainBlock::activation(Tensor x) const
{
    const ModuleScope scope(x.tape(), "mlp activation");
    switch (m_activation) {
    case Activation::Gelu:
        return gelu(x);
    case Activation::Relu:
        return relu(x);
    case Activation::Silu:
        break;
    }
    return silu(x);
}

Tensor PlainBlock::mlp(Tensor x) const
{
    if (m_gated) {
        const Tensor gate = activation(m_gate(x));
        x = mul(gate, m_up(x));
    } else {
        x = activation(m_up(x));
    }
    x = m_mlpDropout(std::move(x));
    return m_down(std::move(x));
}

PlainDecoder::PlainDecoder(ParameterFactory& factory, const ModelSpec& model, const TrainingPlan& training,
                           const LayerPlan& layers)
    : m_layers(layers),
      m_checkpointing(training, model.layers),
      m_loss(training.loss),
      m_lossChunks(training.lossChunks),
      m_tokens(factory, "embedding", model.vocab, model.hidden),
      m_learnedPositions(model.positional == Positional::Learned),
      m_embeddingDropout{"embedding dropout", model.dropout > 0 && model.embeddingDropout}
{
    if (m_learnedPositions)
        m_positions = Embedding(factory, "position embedding", model.maxPosition, model.hidden);
    m_blocks.reserve(static_cast<std::size_t>(layers.recorded));
    for (std::int64_t i = 0; i < layers.recorded; ++i) {
        factory.tape().setLayer(layers.groupOf(i));
        factory.tape().block = static_cast<std::int32_t>(i);
        m_blocks.emplace_back(factory, model, training);
    }
    factory.tape().setLayer(noLayer);
    factory.tape().block = -1;
    m_norm = Normalization(factory, "final norm", model.hidden, kindOf(model.norm));
    m_head = model.tiedEmbeddings ? Linear::tied(factory, "head", m_tokens.weight, model.headBias)
                                  : Linear(factory, "head", model.hidden, model.vocab, model.headBias);
    m_head.item = LineItem::LogitsAndLoss;
}

Tensor PlainDecoder::stream(const Tensor& ids) const
{
    Tape& tape = ids.tape();
    Tensor x = m_tokens(ids);
    if (m_learnedPositions) {
        Tensor positions = empty(tape, {ids.size(1)}, DType::Int64);
        x = add(x, m_positions(std::move(positions)));
    }
    x = m_embeddingDropout(std::move(x));
    return m_checkpointing
        .run(m_layers, std::move(x),
             [this](std::int64_t recorded) {
                 const PlainBlock& block = m_blocks[static_cast<std::size_t>(recorded)];
                 return Block{[&block](Tensor input) { return block(std::move(input)); }, {}};
             })
        .hidden;
}

Tensor PlainDecoder::hidden(const Tensor& ids) const
{
    const Tensor x = stream(ids);
    return m_norm(x);
}

Tensor PlainDecoder::forward(const Tensor& ids) const
{
    const Tensor x = stream(ids);
    return m_head(m_norm(x));
}

ModelOutput PlainDecoder::operator()(const Tensor& ids) const
{
    if (m_loss != Loss::Logits) {
        const Tensor last = hidden(ids);
        ids.tape().startPhase(Phase::Loss);
        return {headLoss(m_loss, m_lossChunks, m_head, last, ids), {}};
    }
    return {{}, forward(ids)};
}

Tensor PlainDecoder::lossOf(const Tensor& logits, const Tensor& ids) const
{
    ids.tape().startPhase(Phase::Loss);
    const ModuleScope scope(ids.tape(), "loss", LineItem::LogitsAndLoss);
    const Tensor rows = view(logits, {ids.numel(), logits.size(-1)});
    const Tensor logProbabilities = logSoftmax(rows);
    return negativeLogLikelihood(logProbabilities, view(ids, {ids.numel()}));
}

} // namespace plimsoll::step
