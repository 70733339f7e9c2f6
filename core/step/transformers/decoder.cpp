// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/decoder.h"

#include "step/ops.h"
#include "step/transformers/embeddings.h"

#include <utility>

namespace plimsoll::step {

CausalDecoder::CausalDecoder(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers,
                             DecoderRules rules)
    : m_model(scenario.model),
      m_training(scenario.training),
      m_rules(std::move(rules))
{
    if (m_rules.eagerOnly)
        m_training.attention = Attention::Eager;
    if (m_rules.rotaryDim == 0)
        m_rules.rotaryDim = m_model.rotaryDim > 0 ? m_model.rotaryDim : m_model.headDim;
    m_embedding = m_rules.embeddingScale == EmbeddingScale::Buffer
        ? Embedding::scaled(factory, "embedding", m_model.vocab, m_model.hidden)
        : Embedding(factory, "embedding", m_model.vocab, m_model.hidden);
    m_embeddingDropout
        = {"embedding dropout", m_rules.embeddingDropout != EmbeddingDropout::None && m_model.embeddingDropoutRate > 0};
    m_blocks = LayerStack(factory, scenario, layers, m_rules.makeLayer);
    m_norm = Normalization(factory, "final norm", m_model.hidden, m_rules.norm);
    if (m_rules.rotaryWidth == RotaryWidth::Gathered)
        factory.makeBuffer("rotary", {m_model.maxPosition, m_rules.rotaryDim}, DType::Float32);
    else
        for (int i = 0; i < (m_rules.secondRotary ? 4 : 2); ++i)
            factory.makeBuffer("rotary", {m_rules.rotaryDim / 2}, DType::Float32);
    m_head = CausalHead(factory, m_model, m_embedding.weight, m_rules.logits);
}

bool CausalDecoder::attendsToAll(std::int64_t layer) const
{
    return !m_model.slidingWindow || (m_model.fullAttentionEvery > 0 && (layer + 1) % m_model.fullAttentionEvery == 0);
}

// One mask for the layers that attend to all, one for those with a window; either may be none.
std::vector<Tensor> CausalDecoder::masks(const Tensor& embeddings, const Tensor& ids) const
{
    const auto mask = [&](std::optional<std::int64_t> window) {
        return causalMask(embeddings, ids.size(0), ids.size(1), m_training.attention, window, m_rules.mask);
    };
    const bool both = m_model.slidingWindow && m_model.fullAttentionEvery > 0;
    std::vector<Tensor> made(2);
    if (both || !m_model.slidingWindow)
        made[0] = mask(std::nullopt);
    if (m_model.slidingWindow)
        made[1] = mask(m_model.slidingWindow);
    return made;
}

// inputs_embeds
Tensor CausalDecoder::embed(const Tensor& ids) const
{
    const Tensor embeddings = embedded(m_embedding, ids, m_training);
    return m_rules.embeddingScale == EmbeddingScale::Number ? scale(embeddings) : embeddings;
}

Tensor CausalDecoder::trunk(const Tensor& ids) const
{
    Tape& tape = ids.tape();
    const ModuleScope scope(tape, "residual stream");
    const std::int64_t sequence = ids.size(1);
    Tensor embeddings = embed(ids);
    const Tensor positions = positionIds(tape, sequence);
    const std::vector<Tensor> made = masks(embeddings, ids);
    Tensor x = m_embeddingDropout(embeddings);
    if (m_rules.embeddingDropout == EmbeddingDropout::InPlace)
        embeddings = x;
    const RotaryTables tables = rotaryTables(x, sequence, m_rules.rotaryDim, m_rules.rotaryWidth);
    const RotaryTables local = m_rules.secondRotary ? rotaryTables(x, sequence, m_rules.rotaryDim) : RotaryTables{};
    const BlockOutput last = m_blocks(std::move(x), [&](std::int64_t layer) {
        const bool all = attendsToAll(layer);
        LayerInputs inputs;
        inputs.rotary = all || !m_rules.secondRotary ? tables : local;
        inputs.mask = made[all ? 0 : 1];
        inputs.positions = positions;
        inputs.attention = m_training.attention;
        return inputs;
    });
    return m_norm(last.hidden);
}

ModelOutput CausalDecoder::operator()(const Tensor& ids) const
{
    const Tensor hidden = trunk(ids);
    return m_head(hidden, ids);
}

} // namespace plimsoll::step
