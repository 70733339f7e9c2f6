// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/transformers/layers.h"

namespace plimsoll::step {

// Multi-head latent attention (DeepSeek): queries, keys and values from compressed vectors, one rotated key for all
// heads.
class MultiHeadLatentAttention : public AttentionModule
{
public:
    MultiHeadLatentAttention(ParameterFactory& factory, const ModelSpec& model, Rotation rotate);

    AttentionOutput operator()(Tensor input, const LayerInputs& inputs) const override;

private:
    Tensor queries(const Tensor& x) const;
    Tensor keys(const Tensor& plain, const Tensor& rotated) const;
    Heads expanded(const Tensor& latent, const Tensor& rotatedKey) const;

    std::int64_t m_heads;
    LatentAttention m_sizes;
    Rotation m_rotate;
    AttentionRules m_rules;
    Linear m_q; // where queries are not compressed; else the three below
    Linear m_qDown;
    Normalization m_qNorm;
    Linear m_qUp;
    Linear m_kvDown;
    Normalization m_kvNorm;
    Linear m_kvUp;
    Linear m_out;
};

// Even and odd elements turned by half as many angles, laid side by side (DeepSeek-V3).
RotatedHeads rotateInterleaved(const Tensor& query, const Tensor& key, const RotaryTables& tables);
// A complex product in fp32 (DeepSeek-V2).
RotatedHeads rotateComplex(const Tensor& query, const Tensor& key, const RotaryTables& tables);

} // namespace plimsoll::step
