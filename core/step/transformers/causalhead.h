// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/modelspec.h"
#include "step/languagemodel.h"
#include "step/modules.h"

namespace plimsoll::step {

// What a family does to its logits before the loss.
struct LogitRules
{
    bool bias = false;   // of the head
    bool capped = false; // by tanh (Gemma 2)
    bool scaled = false;
};

// The end of <Family>ForCausalLM.forward: logits of the last hidden states, and the loss.
class CausalHead
{
public:
    CausalHead() = default;
    // A tied head reads embeddingWeight.
    CausalHead(ParameterFactory& factory, const ModelSpec& model, const Tensor& embeddingWeight, LogitRules rules = {});

    ModelOutput operator()(const Tensor& hidden, const Tensor& ids) const;

    // Whether the training loop runs head and loss itself; then it gives the trunk its position ids.
    bool isBypassed() const { return m_projection.spread.isOn() || (m_loss != Loss::Logits && !m_fused); }

private:
    Tensor logits(const Tensor& hidden) const;
    static Tensor shiftedLoss(const Tensor& logits, const Tensor& labels);

    LogitRules m_rules;
    Loss m_loss = Loss::Logits;
    std::int64_t m_chunks = 1;
    std::int64_t m_lossBudget = 1;
    bool m_fused = false; // Liger's forward with its fused loss
    Linear m_projection;
};

// cross_entropy(logits.flatten(0, 1).float(), labels.flatten()); split: each GPU has some columns of the logits.
Tensor flatLoss(const Tensor& logits, const Tensor& labels, bool split);

// ForCausalLMLoss: logits widened to fp32, labels shifted, log-softmax and negative log-likelihood.
Tensor causalLoss(const Tensor& logits, const Tensor& labels);

} // namespace plimsoll::step
