// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/litgpt/linear.h"
#include "step/modules.h"
#include "step/transformers/layers.h"

namespace plimsoll::step {

// What litgpt's Config says of a family (litgpt/config.py).
struct LitgptConfig
{
    explicit LitgptConfig(const ModelSpec& model);

    std::int64_t groups;  // n_query_groups
    std::int64_t rotated; // rope_n_elem
    bool rms = true;
    bool bias = false;
    bool gated = true;
    bool tanhGelu = false; // GELU in the gate's place of SiLU (GemmaMLP)
    bool plusOne = false;  // norms weighted by 1 + w; embeddings scaled
    bool parallel = false; // attention and MLP beside one another
    bool sharedNorm = false;
    bool postNorms = false;
    bool capped = false; // scores and logits
    bool headBias = false;
};

// torch.nn.LayerNorm, or RMSNorm of litgpt/model.py.
class LitgptNormalization
{
public:
    LitgptNormalization() = default;
    LitgptNormalization(ParameterFactory& factory, const char* name, std::int64_t width, const LitgptConfig& config);

    Tensor operator()(Tensor x) const;
    explicit operator bool() const { return static_cast<bool>(m_weight); }

private:
    Tensor rms(const Tensor& input) const;

    const char* m_name = "";
    bool m_plusOne = false;
    Tensor m_weight;
    Tensor m_bias; // of a layer norm
};

// Block with CausalSelfAttention and GptNeoxMLP, LLaMAMLP or GemmaMLP; inputs.rotary holds the tables' first rows.
class LitgptLayer : public DecoderLayer
{
public:
    LitgptLayer(ParameterFactory& factory, const ModelSpec& model, bool windowed);

    BlockOutput operator()(Tensor input, const LayerInputs& inputs) const override;

private:
    Tensor attend(Tensor x, const RotaryTables& tables) const;
    Heads interleavedHeads(Tensor qkv) const;
    Heads separateHeads(const Tensor& qkv) const;
    Tensor turned(const Tensor& x, const RotaryTables& tables) const;
    Tensor windowMask(const Tensor& query) const;
    Tensor attention(const Heads& heads, Tensor mask) const;
    Tensor cappedAttention(const Heads& heads, Tensor mask) const;
    Tensor feed(Tensor x) const;

    LitgptConfig m_config;
    std::int64_t m_heads;
    std::int64_t m_headDim;
    bool m_windowed;
    LitgptNormalization m_norm1;
    LitgptQkv m_qkv;
    LitgptLinear m_projection;
    LitgptNormalization m_postAttention;
    LitgptNormalization m_norm2;
    LitgptLinear m_gate; // fc_1, or fc
    LitgptLinear m_up;
    LitgptLinear m_down;
    LitgptNormalization m_postMlp;
};

} // namespace plimsoll::step
