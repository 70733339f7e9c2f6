// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"
#include "step/languagemodel.h"
#include "step/layerplan.h"
#include "step/transformers/layers.h"

#include <functional>
#include <memory>
#include <vector>

namespace plimsoll::step {

// What a family puts into the frame that all decoders with rotary positions share.
struct DecoderRules
{
    NormKind norm = NormKind::RmsUpcast;
    std::function<std::unique_ptr<DecoderLayer>(ParameterFactory& factory, std::int64_t layer)> makeLayer;
    std::int64_t rotaryDim = 0;
    RotaryWidth rotaryWidth = RotaryWidth::Full;
    bool secondRotary = false;    // tables for local layers too (Gemma 3)
    bool scaledEmbedding = false; // embeddings times a number, before the layers
    bool embeddingScaleBuffer = false;
    bool cappedLogits = false; // by tanh (Gemma 2)
    bool scaledLogits = false;
    bool eagerOnly = false;
    bool headBias = false;
};

// <Family>ForCausalLM: embeddings, rotary tables, layers, a last norm, the head and the loss.
class CausalDecoder : public LanguageModel
{
public:
    CausalDecoder(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers, DecoderRules rules);

    ModelOutput operator()(const Tensor& ids) const override;

private:
    Tensor trunk(const Tensor& ids) const;
    Tensor logits(const Tensor& hidden) const;
    std::vector<Tensor> masks(const Tensor& embeddings, const Tensor& ids) const;
    bool attendsToAll(std::int64_t layer) const;

    ModelSpec m_model;
    TrainingPlan m_training;
    LayerPlan m_layers;
    DecoderRules m_rules;
    Embedding m_embedding;
    std::vector<std::unique_ptr<DecoderLayer>> m_blocks;
    Normalization m_norm;
    Linear m_head;
};

// ForCausalLMLoss: logits widened to fp32, labels shifted, log-softmax and negative log-likelihood.
Tensor causalLoss(const Tensor& logits, const Tensor& labels);

} // namespace plimsoll::step
