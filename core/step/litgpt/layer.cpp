// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/litgpt/layer.h"

#include "step/ops.h"

#include <utility>

namespace plimsoll::step {

LitgptConfig::LitgptConfig(const ModelSpec& model)
    : groups(model.multiQuery ? 1 : model.kvHeads),
      rotated(model.rotaryDim > 0 ? model.rotaryDim : model.headDim)
{
    const Family family = model.family;
    const bool gemma = family == Family::Gemma || family == Family::Gemma2;
    parallel = family == Family::Phi || family == Family::Falcon || family == Family::GptNeoX;
    rms = gated = !parallel;
    bias = family == Family::Phi || family == Family::GptNeoX;
    tanhGelu = plusOne = gemma;
    sharedNorm = family == Family::Phi || (family == Family::Falcon && groups == 1);
    postNorms = capped = family == Family::Gemma2;
    headBias = family == Family::Phi;
}

LitgptNormalization::LitgptNormalization(ParameterFactory& factory, const char* name, std::int64_t width,
                                         const LitgptConfig& config)
    : m_name(name),
      m_plusOne(config.plusOne)
{
    m_weight = factory.make(name, {width});
    if (!config.rms)
        m_bias = factory.make(name, {width});
}

Tensor LitgptNormalization::operator()(Tensor x) const
{
    const ModuleScope scope(x.tape(), m_name);
    if (m_bias)
        return layerNorm(x, m_weight, m_bias);
    return rms(x);
}

namespace {

// x · rsqrt(mean(x · x) + ε)
Tensor normalised(const Tensor& x, const Tensor& meanSquare)
{
    const auto inverse = [&] {
        const Tensor shifted = addNumber(meanSquare);
        return rsqrt(shifted);
    };
    return mul(x, inverse());
}

Tensor meanSquareOf(const Tensor& x)
{
    return mean(mul(x, x));
}

} // namespace

Tensor LitgptNormalization::rms(const Tensor& input) const
{
    Tensor x = cast(input, DType::Float32);
    Tensor meanSquare = meanSquareOf(x);
    Tensor plain = normalised(x, meanSquare);
    Tensor out;
    Tensor weight;
    const LitgptNorm kind = x.tape().software.litgpt.norm;
    if (kind == LitgptNorm::Narrowed) {
        plain = cast(plain, input.dtype());
        out = m_plusOne ? mul(plain, addNumber(m_weight)) : mul(plain, m_weight);
    } else if (kind == LitgptNorm::Promoted) {
        out = cast(mul(m_weight, plain), input.dtype());
    } else {
        weight = m_plusOne ? addNumber(m_weight) : m_weight;
        out = cast(mul(plain, cast(weight, DType::Float32)), input.dtype());
    }
    dropLocals({&x, &meanSquare, &plain, &weight});
    return out;
}

LitgptLayer::LitgptLayer(ParameterFactory& factory, const ModelSpec& model, bool windowed)
    : m_config(model),
      m_heads(model.heads),
      m_headDim(model.headDim),
      m_windowed(windowed),
      m_norm1(factory, "norm 1", model.hidden, m_config),
      m_qkv(factory, model.hidden, model.heads, m_config.groups, model.headDim, m_config.bias)
{
    const LitgptTargets targets = litgptTargets(factory);
    m_projection
        = {factory, "attention out", model.heads * model.headDim, model.hidden, m_config.bias, targets.projection};
    if (m_config.postNorms)
        m_postAttention = {factory, "norm after attention", model.hidden, m_config};
    if (!m_config.sharedNorm)
        m_norm2 = {factory, "norm 2", model.hidden, m_config};
    m_gate = {factory, m_config.gated ? "mlp gate" : "mlp up", model.hidden, model.ffn, m_config.bias, targets.mlp};
    if (m_config.gated)
        m_up = {factory, "mlp up", model.hidden, model.ffn, m_config.bias, targets.mlp};
    m_down = {factory, "mlp down", model.ffn, model.hidden, m_config.bias, targets.mlp};
    if (m_config.postNorms)
        m_postMlp = {factory, "norm after mlp", model.hidden, m_config};
    for (const char* target : {"attention q", "attention k", "attention v", "attention out", "mlp"})
        factory.noteLinear(target);
}

// apply_rope()
Tensor LitgptLayer::turned(const Tensor& x, const RotaryTables& tables) const
{
    const ModuleScope scope(x.tape(), "rotary");
    const Tensor part = slice(x, -1, m_config.rotated);
    Tensor rotated = rotateHalf(part);
    Tensor out;
    {
        const Tensor straight = mul(part, tables.cos);
        out = add(straight, mul(rotated, tables.sin));
    }
    out = cast(out, x.dtype());
    rotated = {};
    return out;
}

// [B, S, (queries, key, value) of each group, D], of which keys and values are read as often as queries.
Heads LitgptLayer::interleavedHeads(Tensor qkv) const
{
    const std::int64_t queries = m_heads / m_config.groups;
    const std::int64_t b = qkv.size(0);
    const std::int64_t s = qkv.size(1);
    qkv = view(qkv, {b, s, m_config.groups, queries + 2, m_headDim});
    qkv = permute(qkv, {0, 2, 3, 1, 4});
    const std::vector<std::int64_t> sizes{queries, 1, 1};
    std::vector<Tensor> parts = split(qkv, sizes, 2);
    Tensor q = std::move(parts[0]);
    Tensor k = std::move(parts[1]);
    Tensor v = std::move(parts[2]);
    if (queries > 1) {
        k = expand(k, {b, m_config.groups, queries, s, m_headDim});
        v = expand(v, {b, m_config.groups, queries, s, m_headDim});
    }
    const Dims each{b, m_heads, s, m_headDim};
    q = reshape(q, each);
    k = reshape(k, each);
    v = reshape(v, each);
    return {std::move(q), std::move(k), std::move(v)};
}

Heads LitgptLayer::separateHeads(const Tensor& qkv) const
{
    const std::int64_t b = qkv.size(0);
    const std::int64_t s = qkv.size(1);
    const std::vector<std::int64_t> sizes{m_heads * m_headDim, m_config.groups * m_headDim,
                                          m_config.groups * m_headDim};
    std::vector<Tensor> parts = split(qkv, sizes, -1);
    Tensor q = view(parts[0], {b, s, m_heads, m_headDim});
    Tensor k = view(parts[1], {b, s, m_config.groups, m_headDim});
    Tensor v = view(parts[2], {b, s, m_config.groups, m_headDim});
    q = transpose(q, 1, 2);
    k = transpose(k, 1, 2);
    v = transpose(v, 1, 2);
    return {std::move(q), std::move(k), std::move(v)};
}

// A causal mask of the queries' type, and a window within it: made for each call.
Tensor LitgptLayer::windowMask(const Tensor& query) const
{
    Tape& tape = query.tape();
    tape.operation = "mask";
    const Dims pairs{1, 1, query.size(2), query.size(2)};
    Tensor mask;
    {
        const Tensor ones = empty(tape, pairs, query.dtype());
        mask = empty(tape, pairs, query.dtype());
    }
    const auto filled = [&](const Tensor& numbers) { const Tensor chosen = emptyLike(numbers, DType::Bool); };
    filled(mask);
    if (!m_windowed)
        return mask;
    if (!tape.software.litgpt.interleaved)
        return empty(tape, pairs, query.dtype());
    Tensor window;
    {
        const Tensor ones = empty(tape, pairs, query.dtype());
        window = empty(tape, pairs, query.dtype());
    }
    filled(window);
    return mask;
}

// With capped scores SDPA cannot be used.
Tensor LitgptLayer::cappedAttention(const Heads& heads, Tensor mask) const
{
    Tensor scores = matmul(heads.query, transpose(heads.key, -2, -1));
    scores = scale(scores);
    const auto cappedScores = [&] {
        Tensor small = scale(scores);
        small = tanh(small);
        return scale(small);
    };
    scores = cappedScores();
    if (!mask)
        mask = windowMask(heads.query);
    scores = add(scores, mask);
    {
        const Tensor weights = softmax(scores, DType::Float32);
        scores = cast(weights, heads.query.dtype());
    }
    Tensor out = matmul(scores, heads.value);
    dropLocals({&mask, &scores});
    return out;
}

Tensor LitgptLayer::attention(const Heads& heads, Tensor mask) const
{
    Tensor out = m_config.capped ? cappedAttention(heads, std::move(mask))
                                 : scaledDotProductAttention(heads.query, heads.key, heads.value, mask);
    return transpose(out, 1, 2);
}

Tensor LitgptLayer::attend(Tensor x, const RotaryTables& tables) const
{
    const ModuleScope scope(x.tape(), "attention");
    const bool interleaved = x.tape().software.litgpt.interleaved;
    Tensor qkv = m_qkv(x);
    Heads heads = interleaved ? interleavedHeads(std::move(qkv)) : separateHeads(qkv);
    Tensor query = turned(heads.query, tables);
    Tensor key = turned(heads.key, tables);
    const std::int64_t rest = m_headDim - m_config.rotated;
    heads.query = cat({query, slice(heads.query, -1, rest)});
    heads.key = cat({key, slice(heads.key, -1, rest)});
    if (!interleaved && m_config.groups != m_heads) {
        heads.key = repeatInterleave(heads.key, m_heads / m_config.groups);
        heads.value = repeatInterleave(heads.value, m_heads / m_config.groups);
    }
    Tensor mask = m_windowed ? windowMask(heads.query) : Tensor();
    Tensor y = attention(heads, mask);
    y = reshape(y, {x.size(0), x.size(1), m_heads * m_headDim});
    Tensor out = m_projection(y);
    dropLocals({&x, &qkv, &heads.query, &heads.key, &heads.value, &query, &key, &mask, &y});
    return out;
}

Tensor LitgptLayer::feed(Tensor x) const
{
    if (!m_config.gated) {
        x = m_gate(x);
        x = gelu(x);
        return m_down(x);
    }
    Tensor gate = m_gate(x);
    Tensor up = m_up(x);
    x = mul(m_config.tanhGelu ? gelu(gate) : silu(gate), up);
    Tensor out = m_down(x);
    dropLocals({&x, &gate, &up});
    return out;
}

BlockOutput LitgptLayer::operator()(Tensor input, const LayerInputs& inputs) const
{
    Tape& tape = input.tape();
    const ModuleScope scope(tape, "residual stream");
    const LitgptRules& rules = tape.software.litgpt;
    Tensor x = input;
    Tensor normed = m_norm1(x);
    Tensor attended = attend(normed, inputs.rotary);
    if (m_postAttention)
        attended = m_postAttention(attended);
    const auto fed = [&](const Tensor& h) {
        Tensor y = feed(h);
        return m_postMlp ? m_postMlp(y) : y;
    };
    if (rules.interleaved) {
        if (m_config.parallel) {
            if (!m_config.sharedNorm)
                normed = m_norm2(x);
            const auto both = [&] {
                const Tensor more = fed(normed);
                return add(more, attended);
            };
            x = add(both(), x);
        } else {
            x = add(attended, x);
            x = add(fed(m_norm2(x)), x);
        }
    } else {
        if (m_config.parallel && !m_config.sharedNorm)
            normed = m_norm2(x);
        x = add(attended, x);
        if (!m_config.parallel)
            normed = m_norm2(x);
        x = add(fed(normed), x);
    }
    input = {};
    dropLocals({&normed, &attended});
    return {std::move(x), {}};
}

} // namespace plimsoll::step
