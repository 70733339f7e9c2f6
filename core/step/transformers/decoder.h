// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"
#include "step/languagemodel.h"
#include "step/layerplan.h"
#include "step/transformers/causalhead.h"
#include "step/transformers/layerstack.h"

#include <array>

namespace plimsoll::step {

enum class EmbeddingScale {
    None,
    Number, // the model's forward multiplies the embeddings by a number (Granite)
    Buffer, // the embedding's own forward multiplies by a buffer (Gemma)
};

enum class EmbeddingDropout {
    None,
    Apart,   // the embeddings stay beside what is left of them (StarCoder2)
    InPlace, // takes their name (Phi)
};

// What a family puts into the frame that all decoders with rotary positions share.
struct DecoderRules
{
    NormKind norm = NormKind::RmsUpcast;
    LayerMaker makeLayer;
    std::int64_t rotaryDim = 0; // 0: the model's
    RotaryWidth rotaryWidth = RotaryWidth::Full;
    bool rotaryByKind = false;    // tables for layers with a window and for those without (Gemma 3)
    bool normAfterRotary = false; // registered so (Phi)
    EmbeddingScale embeddingScale = EmbeddingScale::None;
    EmbeddingDropout embeddingDropout = EmbeddingDropout::None;
    bool eagerOnly = false;
    MaskRules mask;
    LogitRules logits;
};

// <Family>ForCausalLM: embeddings, rotary tables, layers, a last norm, the head and the loss.
class CausalDecoder : public LanguageModel
{
public:
    CausalDecoder(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers, DecoderRules rules);

    ModelOutput operator()(const Tensor& ids) const override;

private:
    Tensor trunk(const Tensor& ids, Tensor positions) const;
    Tensor embed(const Tensor& ids) const;
    std::array<Tensor, 2> masks(const Tensor& embeddings, const Tensor& ids) const;
    std::array<RotaryTables, 2> rotary(const Tensor& stream, std::int64_t sequence) const;
    void makeRotary(ParameterFactory& factory) const;
    int rotaryKinds() const;
    bool attendsToAll(std::int64_t layer) const;
    bool hasLayers(bool attendingToAll) const;

    ModelSpec m_model;
    TrainingPlan m_training;
    DecoderRules m_rules;
    Embedding m_embedding;
    Dropout m_embeddingDropout;
    LayerStack m_blocks;
    Normalization m_norm;
    CausalHead m_head;
};

} // namespace plimsoll::step
