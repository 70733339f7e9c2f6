// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/family.h"

#include <array>

namespace plimsoll {

std::span<const FamilyInfo> families()
{
    static constexpr std::array<FamilyInfo, familyCount> table{{
        {"plain", "plain decoder"},
        {"llama", "Llama"},
        {"mistral", "Mistral"},
        {"qwen2", "Qwen2"},
        {"qwen3", "Qwen3"},
        {"phi3", "Phi-3"},
        {"gemma", "Gemma"},
        {"gemma2", "Gemma 2"},
        {"gemma3_text", "Gemma 3"},
        {"olmo", "OLMo"},
        {"olmo2", "OLMo 2"},
        {"granite", "Granite"},
        {"starcoder2", "StarCoder2"},
        {"gpt2", "GPT-2"},
        {"gpt_neox", "GPT-NeoX"},
        {"opt", "OPT"},
        {"falcon", "Falcon"},
        {"bloom", "BLOOM"},
        {"stablelm", "StableLM"},
        {"cohere", "Command R"},
        {"smollm3", "SmolLM3"},
        {"glm4", "GLM-4"},
        {"mixtral", "Mixtral"},
        {"qwen2_moe", "Qwen2-MoE"},
        {"qwen3_moe", "Qwen3-MoE"},
        {"deepseek_v2", "DeepSeek-V2"},
        {"deepseek_v3", "DeepSeek-V3"},
        {"gpt_oss", "GPT-OSS"},
        {"nemotron", "Nemotron"},
        {"phi", "Phi"},
        {"gptj", "GPT-J"},
        {"gpt_bigcode", "GPT-BigCode"},
        {"bert", "BERT"},
        {"roberta", "RoBERTa"},
        {"modernbert", "ModernBERT"},
        {"t5", "T5"},
    }};
    return table;
}

} // namespace plimsoll
