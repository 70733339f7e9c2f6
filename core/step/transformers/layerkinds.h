// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/transformers/layers.h"

// Decoder layers of another shape than Llama's.
namespace plimsoll::step {

// Norms before and after each half (Gemma 2 and 3, GLM-4).
class SandwichLayer : public DecoderLayer
{
public:
    SandwichLayer(ParameterFactory& factory, const ModelSpec& model, NormKind norm,
                  std::unique_ptr<AttentionModule> attention, std::unique_ptr<MlpModule> mlp);

    BlockOutput operator()(Tensor input, const LayerInputs& inputs) const override;

private:
    std::unique_ptr<AttentionModule> m_attention;
    std::unique_ptr<MlpModule> m_mlp;
    Normalization m_beforeAttention;
    Normalization m_afterAttention;
    Normalization m_beforeMlp;
    Normalization m_afterMlp;
};

// Norms only after each half (OLMo 2).
class PostNormLayer : public DecoderLayer
{
public:
    PostNormLayer(ParameterFactory& factory, const ModelSpec& model, NormKind norm,
                  std::unique_ptr<AttentionModule> attention, std::unique_ptr<MlpModule> mlp);

    BlockOutput operator()(Tensor input, const LayerInputs& inputs) const override;

private:
    std::unique_ptr<AttentionModule> m_attention;
    std::unique_ptr<MlpModule> m_mlp;
    Normalization m_afterAttention;
    Normalization m_afterMlp;
};

struct ParallelRules
{
    bool attentionDropout = false;
    bool mlpDropout = false;
    bool branchesFirst = false; // attention + MLP + residual (Phi), else residual + attention + MLP
};

// Attention and MLP read the same normed input (Command R, Phi, StableLM 2).
class ParallelLayer : public DecoderLayer
{
public:
    ParallelLayer(ParameterFactory& factory, const ModelSpec& model, NormKind norm,
                  std::unique_ptr<AttentionModule> attention, std::unique_ptr<MlpModule> mlp, ParallelRules rules = {});

    BlockOutput operator()(Tensor input, const LayerInputs& inputs) const override;

private:
    std::unique_ptr<AttentionModule> m_attention;
    std::unique_ptr<MlpModule> m_mlp;
    Normalization m_norm;
    bool m_branchesFirst;
    Dropout m_attentionDropout;
    Dropout m_mlpDropout;
};

} // namespace plimsoll::step
