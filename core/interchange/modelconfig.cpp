// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/modelconfig.h"

#include "base/format.h"
#include "scenario/scenariofile.h"

#include <array>
#include <filesystem>
#include <memory>

namespace plimsoll {

namespace json = boost::json;

namespace {

using Range = JsonObjectReader::Range;
using Size = std::int64_t ModelSpec::*;
using Flag = bool ModelSpec::*;
using Rate = double ModelSpec::*;

constexpr Range sizeRange{1, std::int64_t{1} << 27};

// A field and the names that families give it; the first is written.
struct SizeKey
{
    Size field;
    std::array<std::string_view, 4> keys;
    bool needed;
};

constexpr std::array<SizeKey, 8> sizeKeys{{
    {&ModelSpec::layers, {"num_hidden_layers", "n_layer", "num_layers", "n_layers"}, true},
    {&ModelSpec::hidden, {"hidden_size", "n_embd", "d_model", ""}, true},
    {&ModelSpec::heads, {"num_attention_heads", "n_head", "num_heads", "n_heads"}, true},
    {&ModelSpec::kvHeads, {"num_key_value_heads", "num_kv_heads", "", ""}, false},
    {&ModelSpec::headDim, {"head_dim", "d_kv", "", ""}, false},
    {&ModelSpec::ffn, {"intermediate_size", "n_inner", "ffn_dim", "d_ff"}, false},
    {&ModelSpec::vocab, {"vocab_size", "", "", ""}, true},
    {&ModelSpec::maxPosition, {"max_position_embeddings", "n_positions", "n_ctx", ""}, false},
}};

struct FlagKey
{
    Flag field;
    std::array<std::string_view, 3> keys;
};

constexpr std::array<FlagKey, 3> flagKeys{{
    {&ModelSpec::tiedEmbeddings, {"tie_word_embeddings", "", ""}},
    {&ModelSpec::qkvBias, {"attention_bias", "use_qkv_bias", "use_bias"}},
    {&ModelSpec::mlpBias, {"mlp_bias", "use_bias", ""}},
}};

struct RateKey
{
    Rate field;
    std::array<std::string_view, 3> keys;
};

constexpr std::array<RateKey, 3> rateKeys{{
    {&ModelSpec::attentionDropout, {"attention_dropout", "attn_pdrop", ""}},
    {&ModelSpec::residualDropout, {"resid_pdrop", "dropout", ""}},
    {&ModelSpec::embeddingDropoutRate, {"embd_pdrop", "", ""}},
}};

// What a family's configuration class says where the file does not.
struct FamilyDefaults
{
    Family family;
    bool tied = false;
    bool qkvBias = false;
    bool outputBias = false;
    bool mlpBias = false;
    std::int64_t ffnPerHidden = 0;
    bool outputBiasFollows = true; // attention_bias is of the output projection too
};

constexpr std::array<FamilyDefaults, 2> familyDefaults{{
    {Family::Llama},
    {Family::Qwen2, false, true, false, false, 0, false},
}};

const FamilyDefaults& defaultsOf(Family family)
{
    for (const FamilyDefaults& each : familyDefaults)
        if (each.family == family)
            return each;
    return familyDefaults.front();
}

template <std::size_t N>
std::string_view keyPresent(const JsonObjectReader& config, const std::array<std::string_view, N>& keys)
{
    for (std::string_view key : keys)
        if (!key.empty() && config.has(key))
            return key;
    return keys.front();
}

Family familyOf(JsonObjectReader& config, JsonFindings& findings)
{
    std::string type;
    config.text("model_type", type);
    for (std::size_t i = 0; i < familyCount; ++i)
        if (families()[i].modelType == type && static_cast<Family>(i) != Family::Plain)
            return static_cast<Family>(i);
    findings.unknown.push_back(toText(config.pathOf("model_type")) + ": \"" + type
                               + "\" is not known; its sizes are read as a Llama's");
    return Family::Llama;
}

void readSizes(JsonObjectReader& config, ModelSpec& model, const FamilyDefaults& usual)
{
    ModelSpec absent;
    absent.kvHeads = absent.headDim = absent.ffn = 0;
    for (const SizeKey& size : sizeKeys) {
        const std::string_view key = keyPresent(config, size.keys);
        std::optional<std::int64_t> value;
        config.whole(key, value, sizeRange);
        if (!value && size.needed)
            config.refuse(key, "a whole number");
        model.*size.field = value.value_or(absent.*size.field);
    }
    if (model.kvHeads == 0)
        model.kvHeads = model.heads;
    if (model.headDim == 0)
        model.headDim = std::max<std::int64_t>(model.hidden / model.heads, 1);
    if (model.ffn == 0) {
        if (usual.ffnPerHidden == 0)
            config.refuse("intermediate_size", "a whole number");
        model.ffn = usual.ffnPerHidden * model.hidden;
    }
    if (model.heads % model.kvHeads != 0)
        config.refuse("num_key_value_heads", "a divisor of the attention heads (" + formatCount(model.heads) + ")");
}

void readFlags(JsonObjectReader& config, ModelSpec& model, const FamilyDefaults& usual)
{
    model.tiedEmbeddings = usual.tied;
    model.qkvBias = usual.qkvBias;
    model.outputBias = usual.outputBias;
    model.mlpBias = usual.mlpBias;
    for (const FlagKey& flag : flagKeys)
        if (const std::string_view key = keyPresent(config, flag.keys); config.has(key))
            config.flag(key, model.*flag.field);
    if (usual.outputBiasFollows)
        model.outputBias = model.qkvBias;
    for (const RateKey& rate : rateKeys)
        if (const std::string_view key = keyPresent(config, rate.keys); config.has(key))
            config.number(key, model.*rate.field, 0, 1, false);
}

} // namespace

void readModelConfigFields(JsonObjectReader& config, ModelSpec& model, JsonFindings& findings)
{
    model.family = familyOf(config, findings);
    model.positional = Positional::Rope;
    const FamilyDefaults& usual = defaultsOf(model.family);
    readSizes(config, model, usual);
    readFlags(config, model, usual);
    config.whole("sliding_window", model.slidingWindow, sizeRange);
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

json::object modelConfig(const ModelSpec& model)
{
    json::object config;
    config["model_type"] = json::string(info(model.family).modelType);
    if (!model.name.empty())
        config["_name_or_path"] = model.name;
    for (const SizeKey& size : sizeKeys)
        config[size.keys.front()] = model.*size.field;
    for (const FlagKey& flag : flagKeys)
        config[flag.keys.front()] = model.*flag.field;
    for (const RateKey& rate : rateKeys)
        if (model.*rate.field > 0)
            config[rate.keys.front()] = model.*rate.field;
    if (model.slidingWindow)
        config["sliding_window"] = *model.slidingWindow;
    return config;
}

} // namespace plimsoll
