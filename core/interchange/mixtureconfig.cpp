// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/mixtureconfig.h"

#include "base/format.h"

#include <algorithm>

namespace plimsoll {

namespace json = boost::json;

namespace {

constexpr JsonObjectReader::Range sizeRange{1, std::int64_t{1} << 27};
constexpr JsonObjectReader::Range countRange{0, std::int64_t{1} << 27};

bool isMixture(Family family)
{
    switch (family) {
    case Family::Mixtral:
    case Family::Qwen2Moe:
    case Family::Qwen3Moe:
    case Family::DeepseekV2:
    case Family::DeepseekV3:
    case Family::GptOss:
        return true;
    default:
        return false;
    }
}

std::int64_t count(JsonObjectReader& config, std::string_view key, std::int64_t usual)
{
    std::optional<std::int64_t> value;
    config.whole(key, value, countRange);
    return value.value_or(usual);
}

// How many experts there are, and how many a token takes.
void readCounts(JsonObjectReader& config, MixtureOfExperts& experts)
{
    std::string_view name = "num_local_experts";
    for (std::string_view other : {"num_experts", "n_routed_experts"})
        if (config.has(other))
            name = other;
    std::optional<std::int64_t> value;
    config.whole(name, value, sizeRange);
    experts.expertsPerToken = count(config, "num_experts_per_tok", 2);
    if (config.has("ffn_config")) { // DBRX
        JsonObjectReader inner = config.object("ffn_config");
        inner.whole("moe_num_experts", value, sizeRange);
        experts.expertsPerToken = count(inner, "moe_top_k", experts.expertsPerToken);
    }
    if (!value)
        config.refuse(name, "a whole number");
    experts.experts = value.value_or(1);
    if (experts.expertsPerToken < 1 || experts.expertsPerToken > experts.experts)
        config.refuse("num_experts_per_tok", "from 1 to the number of experts (" + formatCount(experts.experts) + ")");
}

// mlp_only_layers: the first ones, or none.
std::int64_t denseLayers(JsonObjectReader& config)
{
    const json::value* list = config.find("mlp_only_layers");
    if (!list || !list->is_array())
        return 0;
    const json::array& layers = list->get_array();
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (!layers[i].is_int64() || layers[i].get_int64() != static_cast<std::int64_t>(i))
            config.refuse("mlp_only_layers", "the first layers in order, or none");
    return static_cast<std::int64_t>(layers.size());
}

} // namespace

void readExperts(JsonObjectReader& config, ModelSpec& model, const FamilyDefaults& usual)
{
    if (!isMixture(model.family))
        return;
    MixtureOfExperts experts;
    readCounts(config, experts);
    experts.ffn = count(config, "moe_intermediate_size", model.ffn);
    if (config.has("intermediate_size_mlp")) { // Llama 4: a shared expert like the others, dense layers of their own
        experts.sharedFfn = experts.ffn;
        config.whole("intermediate_size_mlp", model.ffn, sizeRange);
    }
    experts.sharedFfn = count(config, "shared_expert_intermediate_size",
                              experts.sharedFfn + count(config, "n_shared_experts", 0) * experts.ffn);
    experts.firstDenseLayers = std::min(count(config, "first_k_dense_replace", denseLayers(config)), model.layers);
    experts.sparseStep = std::max<std::int64_t>(
        count(config, "decoder_sparse_step", count(config, "interleave_moe_layer_step", 1)), 1);
    experts.groups = std::max<std::int64_t>(count(config, "n_group", 1), 1);
    experts.groupsPerToken = std::max<std::int64_t>(count(config, "topk_group", 1), 1);
    experts.normalizeWeights = usual.normalizedRouting;
    if (config.has("norm_topk_prob"))
        config.flag("norm_topk_prob", experts.normalizeWeights);
    model.experts = experts;
}

void readLatentAttention(JsonObjectReader& config, ModelSpec& model)
{
    if (model.family != Family::DeepseekV2 && model.family != Family::DeepseekV3)
        return;
    LatentAttention latent;
    latent.queryRank = config.has("q_lora_rank") ? count(config, "q_lora_rank", 0) : 1536;
    latent.keyValueRank = count(config, "kv_lora_rank", latent.keyValueRank);
    latent.plainHeadDim = count(config, "qk_nope_head_dim", latent.plainHeadDim);
    latent.rotaryHeadDim = count(config, "qk_rope_head_dim", latent.rotaryHeadDim);
    latent.valueHeadDim = count(config, "v_head_dim", latent.valueHeadDim);
    model.latent = latent;
    model.rotaryDim = latent.rotaryHeadDim;
}

} // namespace plimsoll
