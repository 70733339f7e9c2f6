// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/modelspec.h"
#include "step/languagemodel.h"
#include "step/modules.h"
#include "step/transformers/activations.h"

namespace plimsoll::step {

// How the heads that name masked words differ.
struct MaskedHeadRules
{
    ActivationFunction activation = nullptr;
    NormKind norm = NormKind::Layer;
    bool denseBias = true;
    bool widened = false; // logits are made fp32 before the loss (ForMaskedLMLoss)
    void (*initialize)(Tape& tape, std::int64_t elements) = nullptr; // what initialising a weight takes beside it
    bool sharedBias = true; // the head's bias is a parameter beside the projection's, and tied to it (BERT)
};

// The end of <Family>ForMaskedLM.forward: a layer, an activation and a norm before the logits; the loss.
class MaskedHead
{
public:
    MaskedHead() = default;
    MaskedHead(ParameterFactory& factory, const ModelSpec& model, const Tensor& embeddingWeight, MaskedHeadRules rules);

    ModelOutput operator()(const Tensor& hidden, const Tensor& ids) const;

private:
    void makeProjection(ParameterFactory& factory, const ModelSpec& model, const Tensor& embeddingWeight);
    Tensor logits(const Tensor& hidden) const;

    MaskedHeadRules m_rules;
    Linear m_dense;
    Normalization m_norm;
    Linear m_projection;
};

// CrossEntropyLoss of all positions, in the logits' type or widened.
Tensor wholeLoss(const Tensor& narrow, const Tensor& labels, bool widened = false);

} // namespace plimsoll::step
