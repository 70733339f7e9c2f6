// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/causalhead.h"

#include "step/headloss.h"
#include "step/ops.h"

#include <utility>

namespace plimsoll::step {

CausalHead::CausalHead(ParameterFactory& factory, const ModelSpec& model, const Tensor& embeddingWeight,
                       LogitRules rules)
    : m_rules(rules),
      m_loss(factory.training().loss),
      m_chunks(factory.training().lossChunks),
      m_lossBudget(factory.fused().lossBudget),
      m_fused(factory.training().kernels == Kernels::Fused && m_loss == Loss::FusedLinear)
{
    m_projection = model.tiedEmbeddings ? Linear::tied(factory, "head", embeddingWeight, rules.bias)
                                        : Linear(factory, "head", model.hidden, model.vocab, rules.bias);
    m_projection.item = LineItem::LogitsAndLoss;
}

Tensor CausalHead::logits(const Tensor& hidden) const
{
    Tensor logits = m_projection(slice(hidden, 1, hidden.size(1)));
    const ModuleScope scope(hidden.tape(), "head", LineItem::LogitsAndLoss);
    if (m_rules.capped) {
        logits = scale(logits);
        logits = tanh(logits);
        logits = scale(logits);
    }
    return m_rules.scaled ? scale(logits) : logits;
}

ModelOutput CausalHead::operator()(const Tensor& hidden, const Tensor& ids) const
{
    if (m_projection.spread.isOn()) {
        Tensor made = m_projection(hidden);
        ids.tape().startPhase(Phase::Loss);
        Tensor loss = flatLoss(made, ids, true);
        return {std::move(loss), std::move(made)};
    }
    if (m_loss != Loss::Logits) {
        ids.tape().startPhase(Phase::Loss);
        if (!m_fused)
            return {headLoss(m_loss, m_chunks, m_projection, hidden, ids), {}};
        const Tensor kept = slice(hidden, 1, hidden.size(1));
        return {shiftedFusedLoss(m_projection, kept, ids, m_lossBudget), {}};
    }
    Tensor made = logits(hidden);
    if (ids.tape().software.lossPath == LossPath::WideOutput)
        made = cast(made, DType::Float32);
    ids.tape().startPhase(Phase::Loss);
    Tensor loss
        = ids.tape().software.lossPath == LossPath::PaddedLabels ? causalLoss(made, ids) : shiftedLoss(made, ids);
    return {std::move(loss), std::move(made)};
}

// What transformers did before labels were padded: logits[..., :-1, :] and labels[..., 1:], each made contiguous.
Tensor CausalHead::shiftedLoss(const Tensor& logits, const Tensor& labels)
{
    const ModuleScope scope(logits.tape(), "loss", LineItem::LogitsAndLoss);
    const Tensor wide = cast(logits, DType::Float32);
    const Tensor shifted = contiguous(slice(wide, 1, wide.size(1) - 1));
    const Tensor shiftedLabels = contiguous(slice(labels, 1, labels.size(1) - 1));
    const Tensor rows = view(shifted, {shifted.size(0) * shifted.size(1), shifted.size(2)});
    const Tensor logProbabilities = logSoftmax(rows);
    return negativeLogLikelihood(logProbabilities, view(shiftedLabels, {shiftedLabels.numel()}));
}

Tensor flatLoss(const Tensor& logits, const Tensor& labels, bool split)
{
    Tape& tape = logits.tape();
    const ModuleScope scope(tape, "loss", LineItem::LogitsAndLoss);
    const Tensor wide = cast(reshape(logits, {labels.numel(), logits.size(-1)}), DType::Float32);
    const Tensor flat = view(labels, {labels.numel()});
    if (split)
        return splitCrossEntropy(wide, flat);
    const Tensor logProbabilities = logSoftmax(wide);
    return negativeLogLikelihood(logProbabilities, flat);
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
