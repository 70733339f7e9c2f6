// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/nearestfamily.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

struct Sign
{
    std::array<std::string_view, 6> fields; // any of them
    Family family;
};

// The first that is found decides: what weighs most in memory comes first.
constexpr std::array<Sign, 10> signs{{
    {{"kv_lora_rank"}, Family::DeepseekV3},
    {{"shared_expert_intermediate_size", "intermediate_size_mlp"}, Family::Qwen2Moe},
    {{"num_local_experts", "num_experts", "n_routed_experts", "ffn_config"}, Family::Mixtral},
    {{"num_decoder_layers", "decoder_layers"}, Family::T5},
    {{"type_vocab_size"}, Family::Bert},
    {{"global_attn_every_n_layers"}, Family::ModernBert},
    {{"alibi"}, Family::Bloom},
    {{"rms_norm_eps", "num_key_value_heads", "multi_query_group_num"}, Family::Llama},
    {{"n_positions", "window_size"}, Family::Gpt2},
    {{"layer_norm_eps", "norm_epsilon", "layer_norm_epsilon"}, Family::Starcoder2},
}};

} // namespace

Family nearestFamily(const JsonObjectReader& config)
{
    const auto speaks = [&config](const Sign& sign) {
        return std::ranges::any_of(sign.fields,
                                   [&config](std::string_view field) { return !field.empty() && config.has(field); });
    };
    const auto found = std::ranges::find_if(signs, speaks);
    return found == signs.end() ? Family::Llama : found->family;
}

} // namespace plimsoll
