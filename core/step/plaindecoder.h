// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/modelspec.h"
#include "scenario/trainingplan.h"
#include "step/blockcheckpointing.h"
#include "step/languagemodel.h"
#include "step/layerplan.h"
#include "step/modules.h"

#include <vector>

namespace plimsoll::step {

// One pre-norm block of the plain decoder: attention, then a gated or plain MLP, each after a norm and into a residual.
class PlainBlock
{
public:
    PlainBlock(ParameterFactory& factory, const ModelSpec& model, const TrainingPlan& training);

    Tensor operator()(Tensor x) const { return forward(x); }

private:
    Tensor forward(Tensor x) const;
    Tensor attend(Tensor x) const;
    // A part of attend(), whose frame holds the repeated heads and the weights.
    Tensor attendEagerly(const Tensor& q, Tensor& k, Tensor& v, Tensor& weights) const;
    Tensor projected(const Tensor& attended) const;
    Tensor mlp(Tensor x) const;
    Tensor activation(Tensor x) const;

    std::int64_t m_heads;
    std::int64_t m_kvHeads;
    std::int64_t m_headDim;
    bool m_fusedQkv;
    bool m_gated;
    bool m_eager;
    Activation m_activation;
    Normalization m_norm1;
    Normalization m_norm2;
    Linear m_qkv; // fused; else the three below
    Linear m_q;
    Linear m_k;
    Linear m_v;
    Linear m_out;
    Linear m_up;
    Linear m_gate;
    Linear m_down;
    Dropout m_attentionDropout; // of the weights, in eager attention
    Dropout m_dropout1;
    Dropout m_mlpDropout;
    Dropout m_dropout2;
};

// The worked example's model: a decoder written in plain torch.nn (stack "pytorch").
class PlainDecoder : public LanguageModel
{
public:
    PlainDecoder(ParameterFactory& factory, const ModelSpec& model, const TrainingPlan& training,
                 const LayerPlan& layers);

    ModelOutput operator()(const Tensor& ids) const override;
    Tensor lossOf(const Tensor& logits, const Tensor& ids) const override;

private:
    Tensor stream(const Tensor& ids) const; // of the last block
    Tensor hidden(const Tensor& ids) const; // normed
    Tensor forward(const Tensor& ids) const;

    LayerPlan m_layers;
    BlockCheckpointing m_checkpointing;
    Loss m_loss;
    std::int64_t m_lossChunks;
    Embedding m_tokens;
    Embedding m_positions;
    bool m_learnedPositions;
    Dropout m_embeddingDropout;
    std::vector<PlainBlock> m_blocks;
    Normalization m_norm;
    Linear m_head;
};

} // namespace plimsoll::step
