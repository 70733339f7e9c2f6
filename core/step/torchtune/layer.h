// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/transformers/layers.h"

namespace plimsoll::step {

// [B, S, heads, head size] turned by a table's first S rows.
using TableRotation = Tensor (*)(Tensor x, const Tensor& table);
// RotaryPositionalEmbeddings: pairs, in fp32. table: [S, head size / 2, 2].
Tensor turnedPairs(Tensor x, const Tensor& table);
// Qwen2RotaryPositionalEmbeddings: halves, in x's type. table: [S, 2 · head size].
Tensor turnedHalves(Tensor x, const Tensor& table);

// TransformerSelfAttentionLayer with MultiHeadAttention and FeedForward; inputs.rotary.cos is the table.
class TorchtuneLayer : public DecoderLayer
{
public:
    // ownTable: instead of the one in the inputs.
    TorchtuneLayer(ParameterFactory& factory, const ModelSpec& model, Tensor ownTable = {});

    BlockOutput operator()(Tensor input, const LayerInputs& inputs) const override;

private:
    Tensor attend(Tensor x, const Tensor& table) const;
    Tensor feed(Tensor x) const;
    Tensor inHeads(const Tensor& x) const;

    std::int64_t m_headDim;
    std::int64_t m_groups;
    TableRotation m_turn;
    Tensor m_table;
    Linear m_q;
    Linear m_k;
    Linear m_v;
    Linear m_out;
    Linear m_gate;
    Linear m_down;
    Linear m_up;
    Normalization m_norm1;
    Normalization m_norm2;
};

} // namespace plimsoll::step
