// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/modelconfig.h"

#include <boost/json/array.hpp>

namespace plimsoll {

namespace json = boost::json;

namespace {

void putExperts(json::object& config, const MixtureOfExperts& experts)
{
    config["num_local_experts"] = experts.experts;
    config["num_experts_per_tok"] = experts.expertsPerToken;
    config["moe_intermediate_size"] = experts.ffn;
    config["shared_expert_intermediate_size"] = experts.sharedFfn;
    config["first_k_dense_replace"] = experts.firstDenseLayers;
    if (experts.sparseStep > 1)
        config["decoder_sparse_step"] = experts.sparseStep;
    config["n_group"] = experts.groups;
    config["topk_group"] = experts.groupsPerToken;
    config["norm_topk_prob"] = experts.normalizeWeights;
}

void putLatentAttention(json::object& config, const LatentAttention& latent)
{
    config["q_lora_rank"] = latent.queryRank > 0 ? json::value(latent.queryRank) : json::value();
    config["kv_lora_rank"] = latent.keyValueRank;
    config["qk_nope_head_dim"] = latent.plainHeadDim;
    config["qk_rope_head_dim"] = latent.rotaryHeadDim;
    config["v_head_dim"] = latent.valueHeadDim;
}

// The layers of one period: sliding ones, then a full one.
void putWindow(json::object& config, const ModelSpec& model)
{
    if (model.family == Family::ModernBert) {
        config["local_attention"] = 2 * model.slidingWindow.value_or(64);
        config["global_attn_every_n_layers"] = model.fullAttentionEvery;
        return;
    }
    config["sliding_window"] = model.slidingWindow ? json::value(*model.slidingWindow) : json::value();
    config["use_sliding_window"] = model.slidingWindow.has_value();
    if (model.fullAttentionEvery == 0)
        return;
    json::array types;
    for (std::int64_t i = 1; i <= model.fullAttentionEvery; ++i)
        types.push_back(i < model.fullAttentionEvery ? "sliding_attention" : "full_attention");
    config["layer_types"] = std::move(types);
}

std::string_view activationName(HiddenActivation activation)
{
    switch (activation) {
    case HiddenActivation::Own:
        break;
    case HiddenActivation::Gelu:
        return "gelu";
    case HiddenActivation::GeluNew:
        return "gelu_new";
    case HiddenActivation::GeluFast:
        return "gelu_fast";
    case HiddenActivation::Relu:
        return "relu";
    case HiddenActivation::Silu:
        return "silu";
    case HiddenActivation::SquaredRelu:
        return "relu2";
    }
    return {};
}

// What only some families have.
void putOwn(json::object& config, const ModelSpec& model)
{
    if (model.family == Family::Bert || model.family == Family::Roberta)
        config["type_vocab_size"] = model.tokenTypes;
    if (model.family == Family::T5) {
        config["num_decoder_layers"] = model.decoderLayers;
        config["relative_attention_num_buckets"] = model.positionBuckets;
        config["feed_forward_proj"] = model.gatedMlp ? "gated-gelu" : "relu";
    }
    if (model.embeddingWidth > 0)
        config["word_embed_proj_dim"] = model.embeddingWidth;
    if (model.upcastScores)
        config["reorder_and_upcast_attn"] = true;
    if (model.normAfter)
        config["do_layer_norm_before"] = false;
    if (model.family == Family::Falcon && !model.multiQuery && model.kvHeads < model.heads)
        config["new_decoder_architecture"] = true;
}

} // namespace

json::object modelConfig(const ModelSpec& m)
{
    json::object config;
    config["model_type"] = json::string(info(m.family).modelType);
    if (!m.name.empty())
        config["_name_or_path"] = m.name;
    config["num_hidden_layers"] = m.layers;
    config["hidden_size"] = m.hidden;
    config["num_attention_heads"] = m.heads;
    config["num_key_value_heads"] = m.kvHeads;
    config["head_dim"] = m.headDim;
    config["intermediate_size"] = m.ffn;
    config["vocab_size"] = m.vocab;
    config["max_position_embeddings"] = m.maxPosition;
    config["tie_word_embeddings"] = m.tiedEmbeddings;
    config["attention_bias"] = m.qkvBias;
    config["attention_output_bias"] = m.outputBias;
    config["mlp_bias"] = m.mlpBias;
    config["lm_head_bias"] = m.headBias;
    config["multi_query"] = m.multiQuery;
    config["parallel_attn"] = m.parallelBlock;
    config["qk_layernorm"] = m.headNorms;
    config["attention_dropout"] = m.attentionDropout;
    config["resid_pdrop"] = m.residualDropout;
    config["embd_pdrop"] = m.embeddingDropoutRate;
    if (m.uncappedScores)
        config["attn_logit_softcapping"] = nullptr;
    if (m.uncappedLogits)
        config["final_logit_softcapping"] = nullptr;
    if (m.clippedQkv)
        config["clip_qkv"] = 1;
    config["rotary_dim"] = m.rotaryDim;
    putWindow(config, m);
    if (m.unrotatedEvery > 0)
        config["no_rope_layer_interval"] = m.unrotatedEvery;
    if (m.hiddenActivation != HiddenActivation::Own)
        config["hidden_act"] = json::string(activationName(m.hiddenActivation));
    putOwn(config, m);
    if (m.experts)
        putExperts(config, *m.experts);
    if (m.latent)
        putLatentAttention(config, *m.latent);
    return config;
}

} // namespace plimsoll
