// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/maskedhead.h"

#include "step/ops.h"

#include <utility>

namespace plimsoll::step {

MaskedHead::MaskedHead(ParameterFactory& factory, const ModelSpec& model, const Tensor& embeddingWeight,
                       MaskedHeadRules rules)
    : m_rules(rules)
{
    const ParameterFactory::Mark start = factory.mark();
    m_dense = Linear(factory, "masked head dense", model.hidden, model.hidden, rules.denseBias);
    m_norm = Normalization(factory, "head norm", model.hidden, rules.norm);
    if (rules.sharedBias) {
        // The projection's own weight and bias are there until all is tied.
        const Tensor ownWeight = empty(factory.tape(), embeddingWeight.sizes(), embeddingWeight.dtype());
        const Tensor ownBias = empty(factory.tape(), {model.vocab}, factory.dtype());
        m_projection.module = "head";
        m_projection.weight = embeddingWeight;
        m_projection.bias = factory.make("head", {model.vocab});
        factory.moveLastTo(start); // a module's own parameters are listed before its parts'
    } else {
        makeProjection(factory, model, embeddingWeight);
    }
    m_projection.item = LineItem::LogitsAndLoss;
}

void MaskedHead::makeProjection(ParameterFactory& factory, const ModelSpec& model, const Tensor& embeddingWeight)
{
    Tape& tape = factory.tape();
    const auto initialize = [&] {
        if (!m_rules.initialize)
            return;
        m_rules.initialize(tape, model.hidden * model.hidden);
        m_rules.initialize(tape, model.hidden * model.vocab);
    };
    if (!model.tiedEmbeddings) {
        m_projection = Linear(factory, "head", model.hidden, model.vocab, true);
        initialize();
        return;
    }
    Tensor ownWeight = empty(tape, embeddingWeight.sizes(), embeddingWeight.dtype());
    const Tensor unpadded = empty(tape, {model.vocab}, factory.dtype()); // tying pads the bias, to the same length here
    initialize();
    ownWeight = {};
    m_projection.module = "head";
    m_projection.weight = embeddingWeight;
    m_projection.bias = factory.make("head", {model.vocab});
}

Tensor MaskedHead::logits(const Tensor& hidden) const
{
    Tensor x = m_dense(hidden);
    {
        const ModuleScope scope(hidden.tape(), "masked head");
        x = m_rules.activation(x);
    }
    x = m_norm(std::move(x));
    return m_projection(std::move(x));
}

ModelOutput MaskedHead::operator()(const Tensor& hidden, const Tensor& ids) const
{
    Tensor made = logits(hidden);
    ids.tape().startPhase(Phase::Loss);
    Tensor loss = wholeLoss(made, ids, m_rules.widened);
    return {std::move(loss), std::move(made)};
}

Tensor wholeLoss(const Tensor& narrow, const Tensor& labels, bool widened)
{
    const ModuleScope scope(narrow.tape(), "loss", LineItem::LogitsAndLoss);
    const Tensor logits = widened ? cast(narrow, DType::Float32) : narrow;
    const Tensor rows = view(logits, {labels.numel(), logits.size(-1)});
    const Tensor logProbabilities = logSoftmax(rows);
    return negativeLogLikelihood(logProbabilities, view(labels, {labels.numel()}));
}

} // namespace plimsoll::step
