// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace plimsoll {

// Whose code a model runs: the plain torch.nn decoder, or a model type of transformers.
enum class Family : std::uint8_t {
    Plain,
    Llama,
    Mistral,
    Qwen2,
    Qwen3,
    Phi3,
    Gemma,
    Gemma2,
    Gemma3Text,
    Olmo,
    Olmo2,
    Granite,
    Starcoder2,
    Gpt2,
    GptNeoX,
    Opt,
    Falcon,
    Bloom,
    StableLm,
    Cohere,
    SmolLm3,
    Glm4,
    Mixtral,
    Qwen2Moe,
    Qwen3Moe,
    DeepseekV2,
    DeepseekV3,
    GptOss,
    Nemotron,
    Phi,
    GptJ,
    GptBigCode,
    Bert,
    Roberta,
    ModernBert,
    T5,
};
inline constexpr std::size_t familyCount = 36;

struct FamilyInfo
{
    std::string_view modelType; // config.json's "model_type"
    std::string_view label;     // "Llama"
};

// In the order of enum Family.
std::span<const FamilyInfo> families();

inline const FamilyInfo& info(Family family)
{
    return families()[static_cast<std::size_t>(family)];
}

} // namespace plimsoll
