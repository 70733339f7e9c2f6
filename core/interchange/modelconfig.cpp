// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/modelconfig.h"

#include "base/format.h"
#include "interchange/configflags.h"
#include "interchange/configkeys.h"
#include "interchange/familydefaults.h"
#include "interchange/mixtureconfig.h"
#include "interchange/nearestfamily.h"
#include "scenario/scenariofile.h"

#include <array>
#include <filesystem>

namespace plimsoll {

namespace json = boost::json;

namespace {

constexpr JsonObjectReader::Range sizeRange{1, std::int64_t{1} << 27};
constexpr JsonObjectReader::Range countRange{0, std::int64_t{1} << 27};

constexpr std::array<Key<std::int64_t>, 8> sizeKeys{{
    {&ModelSpec::layers, {"num_hidden_layers", "n_layer", "num_layers", "n_layers", "encoder_layers"}},
    {&ModelSpec::hidden, {"hidden_size", "n_embd", "d_model"}},
    {&ModelSpec::heads, {"num_attention_heads", "n_head", "num_heads", "n_heads", "encoder_attention_heads"}},
    {&ModelSpec::kvHeads, {"num_key_value_heads", "num_kv_heads", "multi_query_group_num"}},
    {&ModelSpec::headDim, {"head_dim", "d_kv", "kv_channels"}},
    {&ModelSpec::ffn, {"intermediate_size", "n_inner", "ffn_dim", "d_ff", "encoder_ffn_dim", "ffn_hidden_size"}},
    {&ModelSpec::vocab, {"vocab_size", "padded_vocab_size"}},
    {&ModelSpec::maxPosition,
     {"max_position_embeddings", "n_positions", "max_seq_len", "seq_length", "max_target_positions"}},
}};

Family familyOf(JsonObjectReader& config, JsonFindings& findings)
{
    std::string type;
    config.text("model_type", type);
    for (std::size_t i = 0; i < familyCount; ++i)
        if (const auto family = static_cast<Family>(i); families()[i].modelType == type && family != Family::Plain)
            return family;
    const Family near = nearestFamily(config);
    findings.unknown.push_back(toText(config.pathOf("model_type")) + ": \"" + type + "\" has no code here; read as "
                               + std::string(info(near).label)
                               + ", which is nearest by its fields: figures are approximate");
    return near;
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

// How many key and value heads, and how many dimensions of each.
void readHeads(JsonObjectReader& config, ModelSpec& model, const FamilyDefaults& usual)
{
    if (config.has("multi_query"))
        config.flag("multi_query", model.multiQuery);
    bool grouped = false; // Falcon's later kind, whatever multi_query says
    if (config.has("new_decoder_architecture"))
        config.flag("new_decoder_architecture", grouped);
    model.multiQuery = model.multiQuery && !grouped;
    model.kvHeads = readSize(config, &ModelSpec::kvHeads, model.multiQuery ? 1 : model.heads);
    if (config.has("attn_config")) { // DBRX, MPT
        JsonObjectReader attention = config.object("attn_config");
        if (attention.has("kv_n_heads"))
            attention.whole("kv_n_heads", model.kvHeads, sizeRange);
    }
    model.headDim
        = readSize(config, &ModelSpec::headDim, usual.headDim > 0 ? usual.headDim : model.hidden / model.heads);
    if (model.heads % model.kvHeads != 0)
        config.refuse(present(config, sizeKeys[3].names),
                      "a divisor of the attention heads (" + formatCount(model.heads) + ")");
    if (usual.wholeHeads && model.hidden % model.heads != 0)
        config.refuse(present(config, sizeKeys[2].names),
                      "a divisor of the hidden size (" + formatCount(model.hidden) + ")");
    else if (usual.wholeHeads && model.headDim * model.heads != model.hidden) // their code divides, whatever is written
        config.refuse(present(config, sizeKeys[4].names),
                      formatCount(model.hidden / model.heads) + ", the hidden size divided by the heads");
}

std::int64_t usualFfn(JsonObjectReader& config, const ModelSpec& model, const FamilyDefaults& usual)
{
    std::optional<std::int64_t> ratio; // MPT
    config.whole("expansion_ratio", ratio, {1, 64});
    if (config.has("ffn_config")) { // DBRX: of an expert
        JsonObjectReader experts = config.object("ffn_config");
        std::optional<std::int64_t> size;
        experts.whole("ffn_hidden_size", size, sizeRange);
        return size.value_or(0);
    }
    return ratio.value_or(usual.ffnPerHidden) * model.hidden;
}

void readSizes(JsonObjectReader& config, ModelSpec& model, const FamilyDefaults& usual)
{
    model.layers = readSize(config, &ModelSpec::layers, 0);
    model.hidden = readSize(config, &ModelSpec::hidden, 0);
    model.heads = readSize(config, &ModelSpec::heads, 0);
    readHeads(config, model, usual);
    model.ffn = readSize(config, &ModelSpec::ffn, usualFfn(config, model, usual));
    model.vocab = readSize(config, &ModelSpec::vocab, 0);
    model.maxPosition = readSize(config, &ModelSpec::maxPosition, usual.maxPosition);
}

// What only some families have.
void readOwnSizes(JsonObjectReader& config, ModelSpec& model)
{
    const auto read = [&config](std::string_view key, std::int64_t usual) {
        std::optional<std::int64_t> value;
        config.whole(key, value, countRange);
        return value.value_or(usual);
    };
    if (model.family == Family::Bert || model.family == Family::Roberta)
        model.tokenTypes = read("type_vocab_size", 2);
    if (model.family == Family::T5) {
        model.decoderLayers = read("num_decoder_layers", read("decoder_layers", model.layers));
        model.positionBuckets = read("relative_attention_num_buckets", 32);
        std::string projection;
        config.text("feed_forward_proj", projection);
        model.gatedMlp = projection.starts_with("gated");
    }
    if (model.family == Family::Opt) {
        const std::int64_t width = read("word_embed_proj_dim", model.hidden);
        model.embeddingWidth = width == model.hidden ? 0 : width;
        bool before = true;
        if (config.has("do_layer_norm_before"))
            config.flag("do_layer_norm_before", before);
        model.normAfter = !before;
    }
    if (model.family == Family::Gpt2 && config.has("reorder_and_upcast_attn"))
        config.flag("reorder_and_upcast_attn", model.upcastScores);
    if (model.family == Family::Falcon)
        config.only("alibi", "false");
    if (model.family == Family::Bert || model.family == Family::Roberta)
        config.only("tie_word_embeddings", "true");
    if (model.family == Family::ModernBert) {
        config.only("norm_bias", "false");
        config.only("decoder_bias", "true");
        config.only("classifier_bias", "false");
        config.only("sparse_prediction", "false");
    }
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
    if (model.rotaryDim > model.headDim && !config.has("kv_lora_rank"))
        config.refuse("rotary_dim", "at most the head's size (" + formatCount(model.headDim) + ")");
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

// ModernBERT's first layer attends to all, then every n-th; others within half of local_attention to both sides.
void readWindowBothWays(JsonObjectReader& config, ModelSpec& model)
{
    std::optional<std::int64_t> width;
    config.whole("local_attention", width, {2, sizeRange.most});
    model.slidingWindow = width.value_or(128) / 2;
    std::optional<std::int64_t> every;
    config.whole("global_attn_every_n_layers", every, sizeRange);
    model.fullAttentionEvery = every.value_or(3);
    const json::value* types = config.find("layer_types");
    if (!types || !types->is_array())
        return;
    const json::array& layers = types->get_array();
    const auto second
        = layers.empty() ? layers.end() : std::find(layers.begin() + 1, layers.end(), json::value("full_attention"));
    model.fullAttentionEvery = std::max<std::int64_t>(second - layers.begin(), 1);
    for (std::size_t i = 0; i < layers.size(); ++i)
        if ((layers[i] == "full_attention") != (static_cast<std::int64_t>(i) % model.fullAttentionEvery == 0))
            config.refuse("layer_types", "full attention in the first layer and in every n-th after it");
}

void readWindow(JsonObjectReader& config, ModelSpec& model, const FamilyDefaults& usual)
{
    if (model.family == Family::ModernBert)
        return readWindowBothWays(config, model);
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

} // namespace

void readModelConfigFields(JsonObjectReader& config, ModelSpec& model, JsonFindings& findings)
{
    if (config.has("text_config")) { // of a model that reads images too
        findings.unknown.push_back(toText(config.pathOf("text_config"))
                                   + ": the part that reads text is estimated, alone");
        JsonObjectReader text = config.object("text_config");
        if (text.isObject())
            readModelConfigFields(text, model, findings);
        return;
    }
    model.family = familyOf(config, findings);
    const FamilyDefaults& usual = defaultsOf(model.family);
    model.positional = usual.learnedPositions ? Positional::Learned : Positional::Rope;
    model.multiQuery = model.family == Family::Falcon || model.family == Family::GptBigCode;
    readSizes(config, model, usual);
    readOwnSizes(config, model);
    readFlagsAndRates(config, model, usual, findings);
    readActivation(config, model, findings);
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
