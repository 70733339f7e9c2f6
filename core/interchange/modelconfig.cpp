// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/modelconfig.h"

#include "base/format.h"
#include "interchange/familydefaults.h"
#include "scenario/scenariofile.h"
#include "step/transformers/families/families.h"

#include <array>
#include <filesystem>

namespace plimsoll {

namespace json = boost::json;

namespace {

constexpr JsonObjectReader::Range sizeRange{1, std::int64_t{1} << 27};
constexpr JsonObjectReader::Range countRange{0, std::int64_t{1} << 27};

// A field and the names that families give it; the first is the one that is written.
template <class T>
struct Key
{
    T ModelSpec::*field;
    std::array<std::string_view, 4> names;
};

constexpr std::array<Key<std::int64_t>, 8> sizeKeys{{
    {&ModelSpec::layers, {"num_hidden_layers", "n_layer", "num_layers"}},
    {&ModelSpec::hidden, {"hidden_size", "n_embd", "d_model"}},
    {&ModelSpec::heads, {"num_attention_heads", "n_head", "num_heads"}},
    {&ModelSpec::kvHeads, {"num_key_value_heads", "num_kv_heads"}},
    {&ModelSpec::headDim, {"head_dim", "d_kv"}},
    {&ModelSpec::ffn, {"intermediate_size", "n_inner", "ffn_dim", "d_ff"}},
    {&ModelSpec::vocab, {"vocab_size"}},
    {&ModelSpec::maxPosition, {"max_position_embeddings", "n_positions"}},
}};

constexpr std::array<Key<bool>, 7> flagKeys{{
    {&ModelSpec::tiedEmbeddings, {"tie_word_embeddings"}},
    {&ModelSpec::qkvBias, {"attention_bias", "use_qkv_bias", "use_bias", "bias"}},
    {&ModelSpec::outputBias, {"attention_output_bias", "attention_bias", "use_bias", "bias"}},
    {&ModelSpec::mlpBias, {"mlp_bias", "use_bias", "bias"}},
    {&ModelSpec::parallelBlock, {"parallel_attn", "use_parallel_residual"}},
    {&ModelSpec::headNorms, {"qk_layernorm", "use_qk_norm"}},
    {&ModelSpec::headBias, {"lm_head_bias"}},
}};

constexpr std::array<Key<double>, 3> rateKeys{{
    {&ModelSpec::attentionDropout, {"attention_dropout", "attn_pdrop", "attention_probs_dropout_prob"}},
    {&ModelSpec::residualDropout, {"resid_pdrop", "hidden_dropout", "dropout", "residual_dropout"}},
    {&ModelSpec::embeddingDropoutRate, {"embd_pdrop", "embedding_dropout"}},
}};

// The name of a field that the config has, or the first.
std::string_view present(const JsonObjectReader& config, const std::array<std::string_view, 4>& names)
{
    for (std::string_view name : names)
        if (!name.empty() && config.has(name))
            return name;
    return names.front();
}

Family familyOf(JsonObjectReader& config, JsonFindings& findings)
{
    std::string type;
    config.text("model_type", type);
    for (std::size_t i = 0; i < familyCount; ++i)
        if (const auto family = static_cast<Family>(i); families()[i].modelType == type && family != Family::Plain) {
            if (!step::hasCode(family))
                config.refuse("model_type", "a model type whose code is known, as llama or qwen3");
            return family;
        }
    findings.unknown.push_back(toText(config.pathOf("model_type")) + ": \"" + type
                               + "\" is not known; the model is read as a Llama of its sizes");
    return Family::Llama;
}

std::int64_t readSize(JsonObjectReader& config, std::int64_t ModelSpec::*field, std::int64_t usual)
{
    for (const Key<std::int64_t>& key : sizeKeys)
        if (key.field == field) {
            const std::string_view name = present(config, key.names);
            std::optional<std::int64_t> value;
            config.whole(name, value, sizeRange);
            if (!value && usual <= 0)
                config.refuse(name, "a whole number");
            return value.value_or(std::max<std::int64_t>(usual, 1));
        }
    return usual;
}

void readSizes(JsonObjectReader& config, ModelSpec& model, const FamilyDefaults& usual)
{
    model.layers = readSize(config, &ModelSpec::layers, 0);
    model.hidden = readSize(config, &ModelSpec::hidden, 0);
    model.heads = readSize(config, &ModelSpec::heads, 0);
    if (config.has("multi_query"))
        config.flag("multi_query", model.multiQuery);
    model.kvHeads = readSize(config, &ModelSpec::kvHeads, model.multiQuery ? 1 : model.heads);
    model.headDim
        = readSize(config, &ModelSpec::headDim, usual.headDim > 0 ? usual.headDim : model.hidden / model.heads);
    model.ffn = readSize(config, &ModelSpec::ffn, usual.ffnPerHidden * model.hidden);
    model.vocab = readSize(config, &ModelSpec::vocab, 0);
    model.maxPosition = readSize(config, &ModelSpec::maxPosition, usual.maxPosition);
    if (model.heads % model.kvHeads != 0)
        config.refuse(present(config, sizeKeys[3].names),
                      "a divisor of the attention heads (" + formatCount(model.heads) + ")");
}

void readFlagsAndRates(JsonObjectReader& config, ModelSpec& model, const FamilyDefaults& usual)
{
    model.tiedEmbeddings = usual.tied;
    model.qkvBias = usual.qkvBias;
    model.outputBias = usual.outputBias;
    model.mlpBias = usual.mlpBias;
    model.headBias = usual.headBias;
    model.attentionDropout = usual.attentionDropout;
    model.residualDropout = usual.residualDropout;
    model.embeddingDropoutRate = usual.embeddingDropout;
    model.parallelBlock = model.family == Family::Falcon || model.family == Family::GptNeoX;
    // Qwen2, GLM-4 and StableLM have no bias on the output projection, whatever attention_bias says.
    const bool outputFollows = model.family != Family::Qwen2 && model.family != Family::Qwen2Moe
        && model.family != Family::Glm4 && model.family != Family::StableLm;
    for (const Key<bool>& key : flagKeys)
        if (const std::string_view name = present(config, key.names);
            config.has(name) && (key.field != &ModelSpec::outputBias || outputFollows))
            config.flag(name, model.*key.field);
    for (const Key<double>& key : rateKeys)
        if (const std::string_view name = present(config, key.names); config.has(name))
            config.number(name, model.*key.field, 0, 1, false);
    if (const json::value* clip = config.find("clip_qkv"))
        model.clippedQkv = clip->is_number();
    if (const json::value* cap = config.find("attn_logit_softcapping"))
        model.uncappedScores = cap->is_null();
    if (const json::value* cap = config.find("final_logit_softcapping"))
        model.uncappedLogits = cap->is_null();
}

// Newer configurations keep rotary settings in an object of their own.
void readRotary(JsonObjectReader& config, ModelSpec& model, const FamilyDefaults& usual)
{
    double part = usual.rotary;
    for (std::string_view name : {"partial_rotary_factor", "rotary_pct"})
        if (config.has(name))
            config.number(name, part, 0, 1, true);
    if (config.has("rope_parameters")) {
        JsonObjectReader rope = config.object("rope_parameters");
        if (rope.has("partial_rotary_factor"))
            rope.number("partial_rotary_factor", part, 0, 1, true);
    }
    model.rotaryDim = static_cast<std::int64_t>(static_cast<double>(model.headDim) * part);
    std::optional<std::int64_t> dim;
    config.whole("rotary_dim", dim, sizeRange);
    model.rotaryDim = dim.value_or(model.family == Family::GptJ ? 64 : model.rotaryDim);
}

// That every n-th of a list of layers is of a kind; 0 where none is, 1 where all are.
std::optional<std::int64_t> everyNth(const json::value* layers, const json::value& kind)
{
    if (!layers || !layers->is_array())
        return std::nullopt;
    for (std::size_t i = 0; i < layers->get_array().size(); ++i)
        if (layers->get_array()[i] == kind)
            return static_cast<std::int64_t>(i) + 1;
    return 0;
}

// n from the list of layers, else from a key that gives it, else the family's.
std::int64_t layerPeriod(JsonObjectReader& config, std::string_view list, const json::value& kind, std::string_view key,
                         std::int64_t usual)
{
    std::optional<std::int64_t> given;
    config.whole(key, given, countRange);
    return everyNth(config.find(list), kind).value_or(given.value_or(usual));
}

void readWindow(JsonObjectReader& config, ModelSpec& model, const FamilyDefaults& usual)
{
    std::optional<std::int64_t> window;
    if (!config.has("sliding_window") && usual.windowSize > 0)
        window = usual.windowSize;
    std::optional<std::int64_t> given;
    config.whole("sliding_window", given, countRange);
    bool used = usual.window != WindowUse::Asked;
    if (config.has("use_sliding_window"))
        config.flag("use_sliding_window", used);
    if (given)
        window = given;
    if (!used || window == 0)
        window.reset();
    model.slidingWindow = window;
    model.fullAttentionEvery = usual.window == WindowUse::ByTurns
        ? layerPeriod(config, "layer_types", "full_attention", "sliding_window_pattern", usual.fullAttentionEvery)
        : 0;
    model.unrotatedEvery
        = model.family == Family::SmolLm3 ? layerPeriod(config, "no_rope_layers", 0, "no_rope_layer_interval", 4) : 0;
}

void readExperts(JsonObjectReader& config, ModelSpec& model, const FamilyDefaults& usual)
{
    const std::string_view name = present(config, {"num_local_experts", "num_experts", "n_routed_experts"});
    const bool mixture = model.family == Family::Mixtral || model.family == Family::Qwen2Moe
        || model.family == Family::Qwen3Moe || model.family == Family::DeepseekV2 || model.family == Family::DeepseekV3
        || model.family == Family::GptOss;
    if (!mixture)
        return;
    MixtureOfExperts experts;
    std::optional<std::int64_t> value;
    const auto read = [&](std::string_view key, std::int64_t fallback) {
        std::optional<std::int64_t> size;
        config.whole(key, size, countRange);
        return size.value_or(fallback);
    };
    config.whole(name, value, sizeRange);
    if (!value)
        config.refuse(name, "a whole number");
    experts.experts = value.value_or(1);
    experts.expertsPerToken = read("num_experts_per_tok", 2);
    if (experts.expertsPerToken < 1 || experts.expertsPerToken > experts.experts)
        config.refuse("num_experts_per_tok", "from 1 to the number of experts (" + formatCount(experts.experts) + ")");
    experts.ffn = read("moe_intermediate_size", model.ffn);
    experts.sharedFfn = read("shared_expert_intermediate_size", read("n_shared_experts", 0) * experts.ffn);
    experts.firstDenseLayers = std::min(read("first_k_dense_replace", 0), model.layers);
    experts.groups = std::max<std::int64_t>(read("n_group", 1), 1);
    experts.groupsPerToken = std::max<std::int64_t>(read("topk_group", 1), 1);
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
    const auto read = [&config](std::string_view key, std::int64_t& field) {
        std::optional<std::int64_t> size;
        config.whole(key, size, countRange);
        field = size.value_or(field);
    };
    latent.queryRank = config.has("q_lora_rank") ? 0 : 1536;
    read("q_lora_rank", latent.queryRank);
    read("kv_lora_rank", latent.keyValueRank);
    read("qk_nope_head_dim", latent.plainHeadDim);
    read("qk_rope_head_dim", latent.rotaryHeadDim);
    read("v_head_dim", latent.valueHeadDim);
    model.latent = latent;
    model.rotaryDim = latent.rotaryHeadDim;
}

} // namespace

void readModelConfigFields(JsonObjectReader& config, ModelSpec& model, JsonFindings& findings)
{
    model.family = familyOf(config, findings);
    model.positional = Positional::Rope;
    const FamilyDefaults& usual = defaultsOf(model.family);
    model.multiQuery = model.family == Family::Falcon || model.family == Family::GptBigCode;
    readSizes(config, model, usual);
    readFlagsAndRates(config, model, usual);
    readRotary(config, model, usual);
    readWindow(config, model, usual);
    readExperts(config, model, usual);
    readLatentAttention(config, model);
    config.text("_name_or_path", model.name);
}

void readModelConfig(JsonObjectReader& reader, std::string_view key, ModelSpec& model, JsonFindings& findings)
{
    const json::value* value = reader.find(key);
    if (!value || !value->is_string()) {
        JsonObjectReader config = reader.object(key);
        if (config.isObject())
            readModelConfigFields(config, model, findings);
        else
            reader.refuse(key, "a config.json's object, or its path");
        return;
    }
    const std::filesystem::path base = std::filesystem::path(reader.document().file).parent_path();
    const std::string path = (base / std::string_view(value->get_string())).string();
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) { // nor a pipe or standard input, which may never end
        reader.refuse(key, "a config.json's object, or the path of a file that is there");
        return;
    }
    const Result<std::string> text = readWholeFile(path);
    const Result<JsonDocument> document = text ? parseJson(*text, path) : Result<JsonDocument>(text.error());
    if (!document) {
        if (!findings.error)
            findings.error = document.error();
        return;
    }
    JsonObjectReader config(*document, document->root, {}, findings);
    if (config.isObject())
        readModelConfigFields(config, model, findings);
}

} // namespace plimsoll
