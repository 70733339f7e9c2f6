// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/checkpoint.h"
#include "step/modules.h"
#include "step/transformers/attention.h"

#include <memory>

// The parts transformers' decoders are made of. A family's file in families/ puts them together; what its code does
// differently stands there.
namespace plimsoll::step {

class AttentionModule
{
public:
    virtual ~AttentionModule() = default;
    virtual AttentionOutput operator()(Tensor input, const LayerInputs& inputs) const = 0;
};

class MlpModule
{
public:
    virtual ~MlpModule() = default;
    virtual Tensor operator()(Tensor input) const = 0;
};

class DecoderLayer
{
public:
    virtual ~DecoderLayer() = default;
    virtual BlockOutput operator()(Tensor input, const LayerInputs& inputs) const = 0;
};

using ActivationFunction = Tensor (*)(const Tensor& x);

enum class HeadNorm {
    None,
    PerHead,      // of each head, before heads become a dimension of their own (Qwen3)
    WholeWidth,   // of all heads together (OLMo 2)
    PerHeadAfter, // of each head, after the transposition (Gemma 3)
};

struct SelfAttentionRules
{
    NormKind norm = NormKind::RmsUpcast;
    HeadNorm headNorm = HeadNorm::None;
    AttentionRules attention;
    // Exchanged where a family turns its heads otherwise.
    RotatedHeads (*rotate)(const Tensor& query, const Tensor& key, const RotaryTables& tables) = step::rotate;
};

// LlamaAttention and its like: separate projections, rotary positions, grouped heads.
class SelfAttention : public AttentionModule
{
public:
    SelfAttention(ParameterFactory& factory, const ModelSpec& model, SelfAttentionRules rules = {});

    AttentionOutput operator()(Tensor input, const LayerInputs& inputs) const override;

private:
    Heads heads(const Tensor& x) const;

    std::int64_t m_headDim;
    SelfAttentionRules m_rules;
    Linear m_q;
    Linear m_k;
    Linear m_v;
    Linear m_out;
    Normalization m_queryNorm;
    Normalization m_keyNorm;
};

// down(activation(gate(x)) · up(x))
class GatedMlp : public MlpModule
{
public:
    GatedMlp(ParameterFactory& factory, const ModelSpec& model, ActivationFunction activation, std::int64_t ffn);

    Tensor operator()(Tensor input) const override;

private:
    ActivationFunction m_activation;
    Linear m_gate;
    Linear m_up;
    Linear m_down;
};

// down(activation(up(x)))
class PlainMlp : public MlpModule
{
public:
    PlainMlp(ParameterFactory& factory, const ModelSpec& model, ActivationFunction activation, bool dropout = false);

    Tensor operator()(Tensor input) const override;

private:
    ActivationFunction m_activation;
    Linear m_up;
    Linear m_down;
    Dropout m_dropout;
};

// LlamaDecoderLayer: a norm before each half, a residual around it.
class PreNormLayer : public DecoderLayer
{
public:
    PreNormLayer(ParameterFactory& factory, const ModelSpec& model, NormKind norm,
                 std::unique_ptr<AttentionModule> attention, std::unique_ptr<MlpModule> mlp);

    BlockOutput operator()(Tensor input, const LayerInputs& inputs) const override;

private:
    std::unique_ptr<AttentionModule> m_attention;
    std::unique_ptr<MlpModule> m_mlp;
    Normalization m_norm1;
    Normalization m_norm2;
};

} // namespace plimsoll::step
