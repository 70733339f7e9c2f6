// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace plimsoll {

enum class Norm { Layer, Rms };
enum class Activation { Gelu, Relu, Silu };
enum class Positional { None, Learned, Rope };

// A decoder's sizes, as in the scenario file's "model" (design §4). Counts, not bytes.
struct ModelSpec
{
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

    bool operator==(const ModelSpec&) const = default;
};

} // namespace plimsoll
