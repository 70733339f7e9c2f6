// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/decoder.h"

#include "step/blockcheckpointing.h"
#include "step/ops.h"

#include <utility>

namespace plimsoll::step {

CausalDecoder::CausalDecoder(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers,
                             DecoderRules rules)
    : m_model(scenario.model),
      m_training(scenario.training),
      m_layers(layers),
      m_rules(std::move(rules))
{
    if (m_rules.eagerOnly)
        m_training.attention = Attention::Eager;
    m_embedding = Embedding(factory, "embedding", m_model.vocab, m_model.hidden);
    if (m_rules.embeddingScaleBuffer)
        factory.makeBuffer("embedding", {}, DType::Float32);
    for (std::int64_t i = 0; i < layers.recorded; ++i) {
        factory.tape().setLayer(layers.groupOf(i));
        m_blocks.push_back(m_rules.makeLayer(factory, layers.layerOf(i)));
    }
    factory.tape().setLayer(noLayer);
    m_norm = Normalization(factory, "final norm", m_model.hidden, m_rules.norm);
    for (int i = 0; i < (m_rules.secondRotary ? 4 : 2); ++i)
        factory.makeBuffer("rotary", {m_rules.rotaryDim / 2}, DType::Float32);
    m_head = m_model.tiedEmbeddings ? Linear::tied(factory, "head", m_embedding.weight, m_rules.headBias)
                                    : Linear(factory, "head", m_model.hidden, m_model.vocab, m_rules.headBias);
    m_head.item = LineItem::LogitsAndLoss;
}

bool CausalDecoder::attendsToAll(std::int64_t layer) const
{
    return !m_model.slidingWindow || (m_model.fullAttentionEvery > 0 && (layer + 1) % m_model.fullAttentionEvery == 0);
}

// One mask for the layers that attend to all, one for those with a window; either may be none.
std::vector<Tensor> CausalDecoder::masks(const Tensor& embeddings, const Tensor& ids) const
{
    const auto mask = [&](std::optional<std::int64_t> window) {
        return causalMask(embeddings, ids.size(0), ids.size(1), m_training.attention, window);
    };
    const bool both = m_model.slidingWindow && m_model.fullAttentionEvery > 0;
    std::vector<Tensor> made(2);
    if (both || !m_model.slidingWindow)
        made[0] = mask(std::nullopt);
    if (m_model.slidingWindow)
        made[1] = mask(m_model.slidingWindow);
    return made;
}

Tensor CausalDecoder::trunk(const Tensor& ids) const
{
    Tape& tape = ids.tape();
    const ModuleScope scope(tape, "residual stream");
    const std::int64_t sequence = ids.size(1);
    const Tensor embeddings = m_embedding(ids);
    if (m_training.method != Method::Full && m_training.checkpointing != Checkpointing::None)
        embeddings->requiresGrad = true; // peft: what goes into a checkpointed block must need a gradient
    Tensor positions;
    {
        const Tensor range = empty(tape, {sequence}, DType::Int64);
        positions = empty(tape, {sequence}, DType::Int64);
    }
    const std::vector<Tensor> made = masks(embeddings, ids);
    Tensor x = m_rules.scaledEmbedding ? scale(embeddings) : embeddings;
    const RotaryTables tables = rotaryTables(x, sequence, m_rules.rotaryDim, m_rules.rotaryWidth);
    const RotaryTables local = m_rules.secondRotary ? rotaryTables(x, sequence, m_rules.rotaryDim) : RotaryTables{};
    const BlockCheckpointing checkpointing(m_training, m_model.layers);
    for (std::size_t i = 0; i < m_blocks.size(); ++i) {
        const auto recorded = static_cast<std::int64_t>(i);
        const std::int64_t layer = m_layers.layerOf(recorded);
        tape.setLayer(m_layers.groupOf(recorded));
        const LayerInputs inputs{tables, made[attendsToAll(layer) ? 0 : 1], positions, m_training.attention};
        const DecoderLayer& block = *m_blocks[i];
        x = checkpointing.run(
            layer, [&block, inputs](Tensor input) { return block(std::move(input), inputs); }, x);
    }
    tape.setLayer(noLayer);
    return m_norm(x);
}

Tensor CausalDecoder::logits(const Tensor& hidden) const
{
    Tensor logits = m_head(slice(hidden, 1, hidden.size(1)));
    const ModuleScope scope(hidden.tape(), "head", LineItem::LogitsAndLoss);
    if (m_rules.cappedLogits) {
        logits = scale(logits);
        logits = tanh(logits);
        logits = scale(logits);
    }
    return m_rules.scaledLogits ? scale(logits) : logits;
}

ModelOutput CausalDecoder::operator()(const Tensor& ids) const
{
    const Tensor hidden = trunk(ids);
    Tensor made = logits(hidden);
    ids.tape().startPhase(Phase::Loss);
    Tensor loss = causalLoss(made, ids);
    return {std::move(loss), std::move(made)};
}

Tensor causalLoss(const Tensor& logits, const Tensor& labels)
{
    Tape& tape = logits.tape();
    const ModuleScope scope(tape, "loss", LineItem::LogitsAndLoss);
    const Tensor wide = cast(logits, DType::Float32);
    const std::int64_t batch = labels.size(0);
    const std::int64_t sequence = labels.size(1);
    tape.operation = "labels";
    const Tensor padded = empty(tape, {batch, sequence + 1}, DType::Int64);
    // One row, shifted, is contiguous as it is.
    const Tensor shifted = batch == 1 ? viewOf(padded, {batch, sequence}, padded.strides())
                                      : empty(tape, {batch, sequence}, DType::Int64);
    const Tensor rows = reshape(wide, {batch * sequence, wide.size(-1)});
    const Tensor logProbabilities = logSoftmax(rows);
    return negativeLogLikelihood(logProbabilities, shifted);
}

} // namespace plimsoll::step
