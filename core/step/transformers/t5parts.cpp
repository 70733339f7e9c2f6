// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/t5parts.h"

#include "step/ops.h"

#include <utility>

namespace plimsoll::step {

T5Norm::T5Norm(ParameterFactory& factory, std::int64_t width)
    : m_weight(factory.make("norm", {width}))
{
}

Tensor T5Norm::operator()(Tensor x) const
{
    const ModuleScope scope(x.tape(), "norm");
    Tensor variance = power(cast(x, DType::Float32));
    variance = mean(variance);
    Tensor inverse = addNumber(variance);
    inverse = rsqrt(inverse);
    x = mul(x, inverse);
    inverse = {};
    if (isHalf(m_weight.dtype()))
        x = cast(x, m_weight.dtype());
    return mul(m_weight, x);
}

T5Attention::T5Attention(ParameterFactory& factory, const ModelSpec& model, const TrainingPlan& training, T5Side side,
                         bool cross, bool makesBias)
    : m_headDim(model.headDim),
      m_side(side),
      m_cross(cross),
      m_eager(training.attention == Attention::Eager),
      m_checkpointed(training.checkpointing == Checkpointing::Full),
      m_dropWeights(model.residualDropout > 0)
{
    const std::int64_t width = model.heads * model.headDim;
    m_q = Linear(factory, "attention q", model.hidden, width, false);
    m_k = Linear(factory, "attention k", model.hidden, width, false);
    m_v = Linear(factory, "attention v", model.hidden, width, false);
    m_out = Linear(factory, "attention o", width, model.hidden, false);
    if (makesBias)
        m_buckets = Embedding(factory, "relative attention bias", model.positionBuckets, model.heads);
}

namespace {

// _relative_position_bucket of a table of distances.
Tensor bucketsOf(const Tensor& distances, bool bothWays)
{
    Tape& tape = distances.tape();
    const auto made = [&](DType dtype) { return empty(tape, distances.sizes(), dtype); };
    Tensor buckets;
    Tensor distance;
    if (bothWays) {
        Tensor ahead = made(DType::Bool);
        Tensor wide = made(DType::Int64);
        ahead = {};
        const Tensor shifted = made(DType::Int64);
        wide = {};
        buckets = made(DType::Int64);
    } else {
        Tensor zeros = made(DType::Int64);
        const Tensor least = made(DType::Int64);
        zeros = {};
        distance = made(DType::Int64);
    }
    if (bothWays)
        distance = made(DType::Int64);
    Tensor isSmall = made(DType::Bool);
    Tensor logarithms = made(DType::Float32);
    for (int i = 0; i < 4; ++i) // divided, its logarithm, divided, times
        logarithms = made(DType::Float32);
    Tensor large = made(DType::Int64);
    logarithms = {};
    large = made(DType::Int64);
    {
        const Tensor most = made(DType::Int64);
        large = made(DType::Int64);
    }
    {
        const Tensor chosen = made(DType::Int64);
        if (!bothWays)
            buckets = made(DType::Int64);
    }
    distance = {}; // as a frame lets its locals go
    isSmall = {};
    large = {};
    return buckets;
}

// compute_bias: [1, H, queries, keys], as a view of [queries, keys, H].
Tensor computedBias(const Embedding& buckets, std::int64_t queries, std::int64_t keys, bool bothWays)
{
    Tape& tape = buckets.weight.tape();
    const ModuleScope scope(tape, "relative attention bias");
    tape.operation = "distances";
    Tensor range = empty(tape, {queries}, DType::Int64);
    Tensor context = empty(tape, {queries}, DType::Int64);
    range = {};
    Tensor memory = empty(tape, {keys}, DType::Int64);
    Tensor distances = empty(tape, {queries, keys}, DType::Int64);
    const Tensor bucket = bucketsOf(distances, bothWays);
    const Tensor values = buckets(bucket);
    context = {};
    memory = {};
    distances = {};
    return unsqueeze(permute(values, {2, 0, 1}), 0);
}

} // namespace

Tensor T5Attention::ownBias(const Tensor& query, std::int64_t keys) const
{
    if (m_buckets)
        return computedBias(*m_buckets, query.size(2), keys, m_side == T5Side::Encoder);
    const ModuleScope scope(query.tape(), "relative attention bias");
    query.tape().operation = "zeros";
    Tensor zeros = empty(query.tape(), {1, query.size(1), query.size(2), keys}, query.dtype());
    zeros->requiresGrad = m_checkpointed;
    return zeros;
}

// create_position_bias_mask: a number for each pair, contiguous.
Tensor T5Attention::numericBias(const Tensor& bias, const Heads& heads) const
{
    if (m_side == T5Side::Encoder || m_cross)
        return contiguous(bias);
    Tape& tape = bias.tape();
    const std::int64_t sequence = heads.query.size(2);
    tape.operation = "mask";
    Tensor rows = empty(tape, {sequence}, DType::Int64);
    Tensor columns = empty(tape, {sequence}, DType::Int64);
    const Tensor allowed = empty(tape, {1, 1, sequence, sequence}, DType::Bool);
    rows = columns = {};
    const Tensor masked = where(allowed, bias);
    return contiguous(masked);
}

AttentionOutput T5Attention::attendEagerly(const Heads& heads, const Tensor& bias, const Tensor& mask) const
{
    Tensor weights = matmul(heads.query, transpose(heads.key, 2, 3));
    weights = scale(weights);
    weights = add(weights, bias);
    if (mask)
        weights = add(weights, mask);
    weights = softmax(weights);
    if (m_dropWeights)
        weights = dropout(weights);
    const Tensor out = matmul(weights, heads.value);
    return {contiguous(transpose(out, 1, 2)), weights};
}

AttentionOutput T5Attention::attend(const Heads& heads, const Tensor& bias, const Tensor& mask) const
{
    const ModuleScope scope(heads.query.tape(), "attention");
    if (m_eager)
        return attendEagerly(heads, bias, mask);
    const Tensor numbers = numericBias(bias, heads);
    const Tensor out = scaledDotProductAttention(heads.query, heads.key, heads.value, numbers, m_dropWeights);
    return {contiguous(transpose(out, 1, 2)), {}};
}

T5Attended T5Attention::operator()(Tensor x, const Tensor& states, const Tensor& bias, const Tensor& mask) const
{
    Heads h;
    h.query = toHeads(m_q(x), m_headDim);
    const Tensor& source = states ? states : x;
    h.key = toHeads(m_k(source), m_headDim);
    h.value = toHeads(m_v(source), m_headDim);
    T5Attended attended;
    attended.bias = bias ? bias : ownBias(h.query, h.key.size(2));
    AttentionOutput out = attend(h, attended.bias, mask);
    out.hidden = fromHeads(out.hidden);
    attended.hidden = m_out(std::move(out.hidden));
    attended.weights = std::move(out.weights);
    return attended;
}

T5Feed::T5Feed(ParameterFactory& factory, const ModelSpec& model)
    : m_gated(model.gatedMlp),
      m_activation(activationOf(model, m_gated ? geluByHand : relu)),
      m_in(factory, m_gated ? "mlp wi_0" : "mlp wi", model.hidden, model.ffn, false),
      m_innerDropout{"mlp dropout", model.residualDropout > 0},
      m_dropout{"dropout", model.residualDropout > 0}
{
    if (m_gated)
        m_gate = Linear(factory, "mlp wi_1", model.hidden, model.ffn, false);
    m_out = Linear(factory, "mlp wo", model.ffn, model.hidden, false);
    m_norm = T5Norm(factory, model.hidden);
}

Tensor T5Feed::dense(Tensor x) const
{
    const ModuleScope scope(x.tape(), "mlp activation");
    Tensor inner = m_in(x);
    inner = m_activation(inner);
    Tensor gated; // and what was gated stay locals
    Tensor linear;
    if (m_gated) {
        linear = m_gate(x);
        gated = inner;
        inner = mul(gated, linear);
    }
    inner = m_innerDropout(std::move(inner));
    if (m_out.weight && inner.dtype() != m_out.weight.dtype())
        inner = cast(inner, m_out.weight.dtype());
    return m_out(std::move(inner));
}

Tensor T5Feed::operator()(Tensor x) const
{
    Tensor fed = m_norm(x);
    fed = dense(std::move(fed));
    const Tensor kept = m_dropout(fed);
    return add(x, kept);
}

T5Block::Half::Half(ParameterFactory& factory, const ModelSpec& model, const TrainingPlan& training, T5Side side,
                    bool cross, bool makesBias)
    : attention(factory, model, training, side, cross, makesBias),
      norm(factory, model.hidden),
      dropout{"dropout", model.residualDropout > 0}
{
}

T5Attended T5Block::Half::operator()(Tensor x, const Tensor& states, const Tensor& bias, const Tensor& mask) const
{
    const Tensor normed = norm(x);
    T5Attended attended = attention(normed, states, bias, mask);
    const Tensor kept = dropout(attended.hidden);
    attended.hidden = add(x, kept);
    return attended;
}

T5Block::T5Block(ParameterFactory& factory, const ModelSpec& model, const TrainingPlan& training, T5Side side,
                 bool first)
    : m_self(factory, model, training, side, false, first),
      m_cross(side == T5Side::Decoder ? std::optional<Half>(std::in_place, factory, model, training, side, true, false)
                                      : std::nullopt),
      m_feed(factory, model)
{
}

T5BlockOutput T5Block::operator()(Tensor x, const T5Biases& biases, const Tensor& mask, const Tensor& encoded) const
{
    const ModuleScope scope(x.tape(), "residual stream");
    T5BlockOutput out;
    Tensor weights;
    {
        T5Attended attended = m_self(x, {}, biases.self, mask);
        x = std::move(attended.hidden);
        out.biases.self = std::move(attended.bias);
        weights = std::move(attended.weights);
    }
    if (m_cross) {
        T5Attended attended = (*m_cross)(x, encoded, biases.cross, {});
        x = std::move(attended.hidden);
        out.biases.cross = std::move(attended.bias);
        weights = std::move(attended.weights);
    }
    out.hidden = m_feed(std::move(x));
    return out;
}

} // namespace plimsoll::step
