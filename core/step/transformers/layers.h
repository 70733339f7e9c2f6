// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/checkpoint.h"
#include "step/modules.h"
#include "step/transformers/activations.h"
#include "step/transformers/attention.h"
#include "step/transformers/headnorms.h"

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

struct SelfAttentionRules
{
    NormKind norm = NormKind::RmsUpcast;
    HeadNorm headNorm = HeadNorm::None;
    AttentionRules attention;
    Rotation rotate = step::rotate; // none: heads without positions
    bool projectFirst = false;      // all three products before the first is cut into heads (OLMo, StableLM)
    bool clipped = false;           // and queries, keys and values clamped (OLMo)
    bool outputDropout = false;     // after the output projection (StarCoder2)
    const char* outputName = "attention out";
};

// LlamaAttention and its like: separate projections, rotary positions, grouped heads.
class SelfAttention : public AttentionModule
{
public:
    SelfAttention(ParameterFactory& factory, const ModelSpec& model, SelfAttentionRules rules = {});

    AttentionOutput operator()(Tensor input, const LayerInputs& inputs) const override;

private:
    Heads heads(const Tensor& x) const;
    Heads projected(const Tensor& x) const;
    Tensor perHead(const Tensor& x) const;

    std::int64_t m_headDim;
    SelfAttentionRules m_rules;
    Linear m_q;
    Linear m_k;
    Linear m_v;
    Linear m_out;
    HeadNorms m_queryNorm;
    HeadNorms m_keyNorm;
    Dropout m_dropout;
    TensorParallel m_spread;
};

// down(activation(gate(x)) · up(x))
class GatedMlp : public MlpModule
{
public:
    GatedMlp(ParameterFactory& factory, const ModelSpec& model, ActivationFunction activation, std::int64_t ffn);

    Tensor operator()(Tensor input) const override;

private:
    ActivationFunction m_activation;
    bool m_fused; // gate and up multiplied by Liger's kernel
    TensorParallel m_spread;
    Linear m_gate;
    Linear m_up;
    Linear m_down;
};

// down(up · activation(gate)), gate and up made by one product (Phi-3, GLM-4).
class FusedGatedMlp : public MlpModule
{
public:
    FusedGatedMlp(ParameterFactory& factory, const ModelSpec& model, ActivationFunction activation);

    Tensor operator()(Tensor input) const override;

private:
    ActivationFunction m_activation;
    bool m_fused; // as GatedMlp
    Linear m_gateUp;
    Linear m_down;
};

struct MlpNames
{
    const char* up = "mlp up";
    const char* down = "mlp down";
};

// down(activation(up(x)))
class PlainMlp : public MlpModule
{
public:
    PlainMlp(ParameterFactory& factory, const ModelSpec& model, ActivationFunction activation, bool dropout = false,
             MlpNames names = {});

    Tensor operator()(Tensor input) const override;

private:
    ActivationFunction m_activation;
    Linear m_up;
    Linear m_down;
    Dropout m_dropout;
};

// What is done to each half's result before it joins the residual stream.
struct BranchRules
{
    bool scaled = false; // times a number (Granite)
    bool dropout = false;
};

// LlamaDecoderLayer: a norm before each half, a residual around it.
class PreNormLayer : public DecoderLayer
{
public:
    PreNormLayer(ParameterFactory& factory, const ModelSpec& model, NormKind norm,
                 std::unique_ptr<AttentionModule> attention, std::unique_ptr<MlpModule> mlp, BranchRules branch = {});

    BlockOutput operator()(Tensor input, const LayerInputs& inputs) const override;

private:
    Tensor joined(const Tensor& residual, const Tensor& branch) const;

    std::unique_ptr<AttentionModule> m_attention;
    std::unique_ptr<MlpModule> m_mlp;
    Normalization m_norm1;
    Normalization m_norm2;
    bool m_scaled;
    Dropout m_dropout;
};

} // namespace plimsoll::step
