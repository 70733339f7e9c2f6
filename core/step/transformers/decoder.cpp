// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/decoder.h"

#include "step/ops.h"
#include "step/transformers/embeddings.h"
#include "step/transformers/rotarybuffers.h"
#include "step/zero/baremodule.h"

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
    const auto makeNorm = [&] { m_norm = Normalization(factory, "final norm", m_model.hidden, m_rules.norm); };
    if (!m_rules.normAfterRotary)
        makeNorm();
    makeRotary(factory);
    if (m_rules.normAfterRotary)
        makeNorm();
    for (int i = 0; i < rotaryKinds(); ++i)
        initializeRotaryBuffers(factory.tape(), m_rules.rotaryDim);
    m_head = CausalHead(factory, m_model, m_embedding.weight, m_rules.logits);
}

// How many rotary embeddings of its own frequencies the model has.
int CausalDecoder::rotaryKinds() const
{
    if (m_rules.rotaryWidth == RotaryWidth::Gathered)
        return 0;
    return m_rules.rotaryByKind && hasLayers(true) && hasLayers(false) ? 2 : 1;
}

void CausalDecoder::makeRotary(ParameterFactory& factory) const
{
    if (m_rules.rotaryWidth == RotaryWidth::Gathered)
        factory.makeBuffer("rotary", {m_model.maxPosition, m_rules.rotaryDim}, DType::Float32);
    for (int i = 0; i < rotaryKinds(); ++i)
        makeRotaryBuffers(factory, m_rules.rotaryDim);
}

bool CausalDecoder::attendsToAll(std::int64_t layer) const
{
    return !m_model.slidingWindow || (m_model.fullAttentionEvery > 0 && (layer + 1) % m_model.fullAttentionEvery == 0);
}

bool CausalDecoder::hasLayers(bool attendingToAll) const
{
    for (std::int64_t layer = 0; layer < m_model.layers; ++layer)
        if (attendsToAll(layer) == attendingToAll)
            return true;
    return false;
}

// One mask for the layers that attend to all, one for those with a window; either may be none.
std::array<Tensor, 2> CausalDecoder::masks(const Tensor& embeddings, const Tensor& ids) const
{
    MaskRules rules = m_rules.mask;
    rules.packed = static_cast<bool>(positionsOfBatch);
    const auto mask = [&](std::optional<std::int64_t> window) {
        return causalMask(embeddings, ids.size(0), ids.size(1), m_training.attention, window, rules);
    };
    const bool both = m_model.slidingWindow && m_model.fullAttentionEvery > 0;
    std::array<Tensor, 2> made;
    if (both || !m_model.slidingWindow)
        made[0] = mask(std::nullopt);
    if (m_model.slidingWindow)
        made[1] = mask(m_model.slidingWindow);
    else if (m_rules.mask.windowToo)
        made[1] = mask(0);
    return made;
}

// By kind of layer, as the masks.
std::array<RotaryTables, 2> CausalDecoder::rotary(const Tensor& stream, std::int64_t sequence) const
{
    const auto make = [&] {
        return rotaryTables(stream, sequence, m_rules.rotaryDim, m_rules.rotaryWidth,
                            positionsOfBatch ? stream.size(0) : 1);
    };
    if (!m_rules.rotaryByKind) {
        const BareModule call(stream.tape(), &m_rules);
        const RotaryTables tables = make();
        return {tables, tables};
    }
    return {hasLayers(true) ? make() : RotaryTables{}, hasLayers(false) ? make() : RotaryTables{}};
}

// inputs_embeds
Tensor CausalDecoder::embed(const Tensor& ids) const
{
    const Tensor embeddings = embedded(m_embedding, ids, m_training);
    return m_rules.embeddingScale == EmbeddingScale::Number ? scale(embeddings) : embeddings;
}

Tensor CausalDecoder::trunk(const Tensor& ids, Tensor positions) const
{
    Tape& tape = ids.tape();
    const ModuleScope scope(tape, "residual stream");
    const std::int64_t sequence = ids.size(1);
    const BareModule call(tape, this);
    Tensor embeddings = embed(ids);
    if (!positions)
        positions = positionsOfBatch ? positionsOfBatch : positionIds(tape, sequence);
    std::array<Tensor, 2> mask = masks(embeddings, ids);
    Tensor x = m_embeddingDropout(embeddings);
    if (m_rules.embeddingDropout == EmbeddingDropout::InPlace)
        embeddings = x;
    const std::array<RotaryTables, 2> tables = rotary(x, sequence);
    BlockOutput last = m_blocks(std::move(x), [&](std::int64_t layer) {
        const std::size_t kind = attendsToAll(layer) ? 0 : 1;
        LayerInputs inputs;
        inputs.rotary = tables[kind];
        inputs.mask = mask[kind];
        inputs.positions = positions;
        inputs.attention = m_training.attention;
        inputs.packedSequences = m_training.packedSequences;
        return inputs;
    });
    Tensor hidden = m_norm(std::move(last.hidden));
    if (m_rules.mask.byKeywords)
        dropLocals({&mask[0], &mask[1], &embeddings});
    else
        dropLocals({&embeddings, &mask[0], &mask[1]});
    return call.leave(std::move(hidden));
}

ModelOutput CausalDecoder::operator()(const Tensor& ids) const
{
    const Tensor given = m_head.isBypassed() && !positionsOfBatch ? givenPositions(ids) : Tensor();
    const Tensor hidden = trunk(ids, given);
    return m_head(hidden, ids);
}

} // namespace plimsoll::step
