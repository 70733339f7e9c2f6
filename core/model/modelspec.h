// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/family.h"

#include <cstdint>
#include <optional>
#include <string>

namespace plimsoll {

enum class Norm { Layer, Rms };
enum class Activation { Gelu, Relu, Silu };
// A config's hidden_act, by what its code makes: kernels of their own, and functions written in Python.
enum class HiddenActivation { Own, Gelu, GeluNew, GeluFast, Relu, Silu, SquaredRelu };
enum class Positional { None, Learned, Rope };

// A mixture of experts in place of the MLP. Counts and widths.
struct MixtureOfExperts
{
    std::int64_t experts = 8;
    std::int64_t expertsPerToken = 2;
    std::int64_t ffn = 0;              // of one expert
    std::int64_t sharedFfn = 0;        // of the experts every token takes, together; 0: none
    std::int64_t firstDenseLayers = 0; // layers that keep a dense MLP, the first ones
    std::int64_t sparseStep = 1;       // of the others, every n-th has experts
    std::int64_t groups = 1;           // routing first chooses groups of experts
    std::int64_t groupsPerToken = 1;
    bool normalizeWeights = false; // routing weights are made to sum to one

    bool takesLayer(std::int64_t layer) const { return layer >= firstDenseLayers && (layer + 1) % sparseStep == 0; }
    bool operator==(const MixtureOfExperts&) const = default;
};

// Multi-head latent attention (DeepSeek): queries, keys and values from compressed vectors.
struct LatentAttention
{
    std::int64_t queryRank = 0; // 0: queries are not compressed
    std::int64_t keyValueRank = 512;
    std::int64_t plainHeadDim = 128; // of queries and keys, not rotated
    std::int64_t rotaryHeadDim = 64; // rotated, one for all heads of the keys
    std::int64_t valueHeadDim = 128;

    bool operator==(const LatentAttention&) const = default;
};

// A language model's sizes, as in the scenario file's "model" (design §4). Counts, not bytes.
struct ModelSpec
{
    Family family = Family::Plain;
    std::string name; // as the catalog or its file names it; empty for sizes typed in
    std::int64_t layers = 20;
    std::int64_t hidden = 2048;
    std::int64_t heads = 16;
    std::int64_t kvHeads = 16; // fewer than heads: grouped-query attention
    std::int64_t headDim = 128;
    std::int64_t ffn = 8192;
    std::int64_t vocab = 1000;
    std::int64_t maxPosition = 2048; // rows of the learned position table
    bool tiedEmbeddings = false;     // the head reads the token embedding's weight
    bool gatedMlp = false;
    Norm norm = Norm::Layer;
    Activation activation = Activation::Gelu;
    Positional positional = Positional::None;
    double dropout = 0.0; // after attention's projection and after the MLP
    bool embeddingDropout = false;
    bool mlpDropout = false; // also between the MLP's two products
    bool bias = true;        // of the blocks' linear layers
    bool headBias = false;
    bool fusedQkv = true; // one linear layer makes q, k and v

    // Of transformers' families; each reads those its code knows.
    bool qkvBias = false;
    bool outputBias = false; // of attention's output projection
    bool mlpBias = false;
    bool parallelBlock = false; // attention and MLP read the same input (Falcon)
    bool multiQuery = false;    // Falcon, GPT-BigCode: one key and value head, kept in the fused projection
    double attentionDropout = 0.0;
    double residualDropout = 0.0;
    double embeddingDropoutRate = 0.0;
    std::int64_t rotaryDim = 0; // dimensions of a head that are rotated; 0: all
    std::optional<std::int64_t> slidingWindow;
    std::int64_t fullAttentionEvery = 0; // with a window: every n-th layer attends to all; 0: none does
    std::int64_t unrotatedEvery = 0;     // every n-th layer's heads have no positions (SmolLM3); 0: all have
    HiddenActivation hiddenActivation = HiddenActivation::Own; // own: what the family's configuration says by default
    bool headNorms = false;      // queries and keys are normalised by head (StableLM, Command R, Phi)
    bool uncappedScores = false; // Gemma 2 without the cap of its attention scores,
    bool uncappedLogits = false; // of its logits
    bool upcastScores = false;   // eager attention's product is made in fp32 (GPT-2's reorder_and_upcast_attn)
    bool clippedQkv = false;     // queries, keys and values are clamped (OLMo)
    std::optional<MixtureOfExperts> experts;
    std::optional<LatentAttention> latent;
    std::int64_t tokenTypes = 0;      // rows of the table of token types (BERT)
    std::int64_t decoderLayers = 0;   // of an encoder-decoder, whose layers are the encoder's (T5)
    std::int64_t positionBuckets = 0; // of relative positions (T5)
    std::int64_t embeddingWidth = 0;  // where projections lie between embeddings and layers (OPT 350M); 0: hidden
    bool normAfter = false;           // norms after each half, none at the end (OPT 350M)

    bool operator==(const ModelSpec&) const = default;
};

} // namespace plimsoll
