// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/latentattention.h"

#include "step/ops.h"

#include <array>
#include <utility>

namespace plimsoll::step {

MultiHeadLatentAttention::MultiHeadLatentAttention(ParameterFactory& factory, const ModelSpec& model, Rotation rotate)
    : m_heads(model.heads),
      m_sizes(*model.latent),
      m_rotate(rotate)
{
    m_rules.dropout = model.attentionDropout > 0;
    const std::int64_t queryDim = m_sizes.plainHeadDim + m_sizes.rotaryHeadDim;
    const std::int64_t rank = m_sizes.keyValueRank;
    if (m_sizes.queryRank == 0) {
        m_q = Linear(factory, "attention q", model.hidden, m_heads * queryDim, false);
    } else {
        m_qDown = Linear(factory, "attention q_a", model.hidden, m_sizes.queryRank, model.qkvBias);
        m_qNorm = Normalization(factory, "query norm", m_sizes.queryRank, NormKind::RmsUpcast);
        m_qUp = Linear(factory, "attention q_b", m_sizes.queryRank, m_heads * queryDim, false);
    }
    m_kvDown = Linear(factory, "attention kv_a", model.hidden, rank + m_sizes.rotaryHeadDim, model.qkvBias);
    m_kvNorm = Normalization(factory, "key norm", rank, NormKind::RmsUpcast);
    m_kvUp = Linear(factory, "attention kv_b", rank, m_heads * (m_sizes.plainHeadDim + m_sizes.valueHeadDim), false);
    m_out = Linear(factory, "attention out", m_heads * m_sizes.valueHeadDim, model.hidden, model.outputBias);
}

Tensor MultiHeadLatentAttention::queries(const Tensor& x) const
{
    if (m_sizes.queryRank == 0)
        return m_q(x);
    Tensor compressed = m_qNorm(m_qDown(x));
    return m_qUp(std::move(compressed));
}

// key_states[..., :n].copy_(plain), then the rest with the rotated part, spread over the heads.
Tensor MultiHeadLatentAttention::keys(const Tensor& plain, const Tensor& rotated) const
{
    Tape& tape = plain.tape();
    tape.operation = "keys";
    const Dims& p = plain.sizes();
    const Tensor made = empty(tape, {p[0], p[1], p[2], p[3] + rotated.size(3)}, plain.dtype());
    return copiedIntoPart(copiedIntoPart(made, plain), rotated);
}

Heads MultiHeadLatentAttention::expanded(const Tensor& latent, const Tensor& rotatedKey) const
{
    const Dims& r = rotatedKey.sizes();
    const Dims perHead{r[0], r[2], m_heads, m_sizes.plainHeadDim + m_sizes.valueHeadDim};
    const Tensor up = transpose(reshape(m_kvUp(latent), perHead), 1, 2);
    const auto parts = split(up, std::array{m_sizes.plainHeadDim, m_sizes.valueHeadDim});
    const Tensor spread = expand(rotatedKey, {r[0], m_heads, r[2], r[3]});
    return {{}, keys(parts[0], spread), parts[1]};
}

AttentionOutput MultiHeadLatentAttention::operator()(Tensor input, const LayerInputs& inputs) const
{
    const std::int64_t batch = input.size(0);
    const std::int64_t sequence = input.size(1);
    const Tensor query = toHeads(queries(input), m_sizes.plainHeadDim + m_sizes.rotaryHeadDim);
    const auto queryParts = split(query, std::array{m_sizes.plainHeadDim, m_sizes.rotaryHeadDim});
    const Tensor compressed = m_kvDown(input);
    const auto latentParts = split(compressed, std::array{m_sizes.keyValueRank, m_sizes.rotaryHeadDim});
    Tensor latent = m_kvNorm(latentParts[0]);
    latent = view(latent, {batch, 1, sequence, m_sizes.keyValueRank});
    const Tensor key = view(latentParts[1], {batch, 1, sequence, m_sizes.rotaryHeadDim});
    const RotatedHeads rotated = m_rotate(queryParts[1], key, inputs.rotary);
    const Tensor joined = cat({queryParts[0], rotated.query});
    Heads h = expanded(latent, rotated.key);
    h.query = joined;
    AttentionOutput out = attend(h, inputs, m_rules);
    out.hidden = fromHeads(out.hidden);
    out.hidden = m_out(std::move(out.hidden));
    return out;
}

namespace {

Tensor firstHalf(const Tensor& table)
{
    return unsqueeze(slice(table, -1, table.size(-1) / 2), 1);
}

Tensor turnedPair(const Tensor& even, const Tensor& odd, const Tensor& cos, const Tensor& sin)
{
    const auto real = [&] {
        const Tensor straight = mul(even, cos);
        return step::sub(straight, mul(odd, sin));
    };
    const auto imaginary = [&] {
        const Tensor straight = mul(odd, cos);
        return add(straight, mul(even, sin));
    };
    const Tensor first = real();
    return cat({first, imaginary()});
}

// view_as_real(x · table), in the heads' type; a complex number is two of fp32.
Tensor turnedAsComplex(const Tensor& x, const Tensor& table, DType dtype)
{
    const Tensor product = complexProduct(x, table);
    return cast(product, dtype);
}

} // namespace

RotatedHeads rotateInterleaved(const Tensor& query, const Tensor& key, const RotaryTables& tables)
{
    const ModuleScope scope(query.tape(), "rotary");
    const Tensor cos = firstHalf(tables.cos);
    const Tensor sin = firstHalf(tables.sin);
    const Tensor evenQuery = everySecond(query);
    const Tensor oddQuery = everySecond(query);
    const Tensor evenKey = everySecond(key);
    const Tensor oddKey = everySecond(key);
    const Tensor q = turnedPair(evenQuery, oddQuery, cos, sin);
    return {q, turnedPair(evenKey, oddKey, cos, sin), {}};
}

RotatedHeads rotateComplex(const Tensor& query, const Tensor& key, const RotaryTables& tables)
{
    const ModuleScope scope(query.tape(), "rotary");
    const Tensor wideQuery = cast(query, DType::Float32);
    const Tensor wideKey = cast(key, DType::Float32);
    const Tensor table = unsqueeze(tables.cos, 1);
    const Tensor q = turnedAsComplex(wideQuery, table, query.dtype());
    return {q, turnedAsComplex(wideKey, table, key.dtype()), {}};
}

} // namespace plimsoll::step
