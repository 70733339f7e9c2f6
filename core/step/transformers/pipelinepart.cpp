// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/pipelinepart.h"

#include "step/transformers/rotarybuffers.h"

#include <utility>

namespace plimsoll::step {

namespace {

// Made with the model, and dropped when the part has taken what it keeps.
Tensor passing(const ParameterFactory& factory, const char* module, const Dims& sizes)
{
    const ModuleScope scope(factory.tape(), module, LineItem::Weights);
    factory.tape().operation = "parameter";
    return empty(factory.tape(), sizes, factory.dtype());
}

} // namespace

PipelinePart::PipelinePart(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers,
                           DecoderRules rules, PartOf part)
    : m_model(scenario.model),
      m_attention(scenario.training.attention),
      m_rules(std::move(rules)),
      m_part(part)
{
    if (m_rules.rotaryDim == 0)
        m_rules.rotaryDim = m_model.rotaryDim > 0 ? m_model.rotaryDim : m_model.headDim;
    const Dims matrix{m_model.vocab, m_model.hidden};
    const bool headTakesEmbedding = part.isLast() && m_model.tiedEmbeddings;
    const ParameterFactory::Mark beforeEmbedding = factory.mark();
    Tensor table; // of the model's embedding, where the part has none
    Tensor headWeight;
    if (part.isFirst())
        m_embedding.emplace(factory, "embedding", m_model.vocab, m_model.hidden);
    else if (headTakesEmbedding)
        headWeight = factory.make("head", matrix);
    else
        table = passing(factory, "embedding", matrix);

    m_blocks = LayerStack(factory, scenario, layers, m_rules.makeLayer);
    if (part.isFirst())
        factory.moveToEnd(beforeEmbedding);
    Tensor norm;
    if (part.isLast())
        m_norm.emplace(factory, "final norm", m_model.hidden, m_rules.norm);
    else
        norm = passing(factory, "final norm", {m_model.hidden});
    makeRotaryBuffers(factory, m_rules.rotaryDim);
    initializeRotaryBuffers(factory.tape(), m_rules.rotaryDim);
    Tensor head;
    if (headTakesEmbedding) {
        m_head.emplace(Linear::tied(factory, "head", headWeight, m_rules.logits.bias));
        factory.moveToEnd(beforeEmbedding);
        factory.planSplit({m_head->spread.style, headWeight, {}});
    } else if (part.isLast()) {
        m_head.emplace(factory, "head", m_model.hidden, m_model.vocab, m_rules.logits.bias);
    } else {
        head = passing(factory, "head", matrix);
        if (m_model.tiedEmbeddings)
            head = {};
    }
    if (m_head)
        m_head->item = LineItem::LogitsAndLoss;
    dropLocals({&table, &norm, &head});
}

Tensor PipelinePart::operator()(Tensor x, const Tensor& labels, const Tensor& positions) const
{
    Tape& tape = labels.tape();
    const ModuleScope scope(tape, "residual stream");
    if (m_embedding)
        x = (*m_embedding)(x);
    RotaryTables tables = rotaryTables(x, labels.size(1), m_rules.rotaryDim, m_rules.rotaryWidth);
    x = m_blocks(std::move(x), [&](std::int64_t) {
            LayerInputs inputs;
            inputs.rotary = tables;
            inputs.positions = positions;
            inputs.attention = m_attention;
            return inputs;
        }).hidden;
    if (!m_head)
        return x;
    Tensor normed = (*m_norm)(x);
    Tensor logits = (*m_head)(normed);
    normed = {};
    tape.startPhase(Phase::Loss);
    Tensor loss = flatLoss(logits, labels, m_head->spread.isOn());
    dropLocals({&x, &tables.cos, &tables.sin, &logits});
    return loss;
}

} // namespace plimsoll::step
