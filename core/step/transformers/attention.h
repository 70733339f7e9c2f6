// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/modelspec.h"
#include "scenario/trainingplan.h"
#include "step/modules.h"
#include "step/transformers/rotary.h"

namespace plimsoll::step {

// What every layer's call is given beside the residual stream; a checkpointed call holds it until its backward.
struct LayerInputs
{
    RotaryTables rotary;
    Tensor mask;
    Tensor positions; // not read by the layers
    Tensor alibi;     // BLOOM
    Attention attention = Attention::Sdpa;
    std::int64_t packedSequences = 1; // that share a row
    bool maskByKeyword = true; // else by position (GPT-2), which makes it a tensor that a reentrant checkpoint saves
};

struct AttentionOutput
{
    Tensor hidden;
    Tensor weights; // of eager attention; the calling layer holds them to its end
};

// Query, key and value heads: [B, heads, S, head size], lying [B, S, heads, head size].
struct Heads
{
    Tensor query;
    Tensor key;
    Tensor value;

    // As the locals they are in the model's source.
    ~Heads() { dropLocals({&query, &key, &value}); }
};

// The attention functions that all families share (transformers' ALL_ATTENTION_FUNCTIONS): heads to [B, S, H, D].
// groups: query heads for each key head.
struct AttentionRules
{
    std::int64_t groups = 1;
    bool dropout = false;
    bool softcap = false;    // scores capped by tanh (Gemma 2)
    bool wideSoftmax = true; // softmax(…, dtype=float32)
};
AttentionOutput attend(const Heads& heads, const LayerInputs& inputs, const AttentionRules& rules);
AttentionOutput attendEagerly(const Heads& heads, const Tensor& mask, const AttentionRules& rules);
AttentionOutput attendFused(const Heads& heads, const Tensor& mask, const AttentionRules& rules);

Tensor repeatKeyValue(const Tensor& x, std::int64_t groups);

// [B, S, heads × head size] to [B, heads, S, head size].
Tensor toHeads(const Tensor& x, std::int64_t headDim);
// Attention's output [B, S, H, D] as the rows of the output projection's input.
Tensor fromHeads(const Tensor& x);

struct MaskRules
{
    bool always = false;      // a mask is made for fused attention too (Falcon)
    bool seeksPacking = true; // the model hands over positions, which are searched for packed sequences
    bool packed = false;      // and are found: rows hold several
    bool byKeywords = false;  // made from a dict of arguments, which holds the embeddings when the masks have gone
    bool windowToo = false;   // one more for a window of nothing, which no layer reads (Qwen2-MoE)
};

// The attention mask of a model for one kind of layer; none where the attention function needs none.
Tensor causalMask(const Tensor& embeddings, std::int64_t batch, std::int64_t sequence, Attention attention,
                  std::optional<std::int64_t> window = std::nullopt, MaskRules rules = {});

// The same for a window that looks both ways: distances of at most `window`. Without a window there is nothing to mask.
Tensor windowMask(const Tensor& embeddings, std::int64_t batch, std::int64_t sequence, Attention attention,
                  std::int64_t window);

} // namespace plimsoll::step
