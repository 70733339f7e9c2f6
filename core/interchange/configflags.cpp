// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/configflags.h"

#include "base/format.h"
#include "interchange/configkeys.h"

#include <algorithm>

namespace plimsoll {

namespace json = boost::json;

namespace {

constexpr std::array<Key<bool>, 7> flagKeys{{
    {&ModelSpec::tiedEmbeddings, {"tie_word_embeddings"}},
    {&ModelSpec::qkvBias, {"attention_bias", "use_qkv_bias", "add_qkv_bias", "use_bias", "bias"}},
    {&ModelSpec::outputBias, {"attention_output_bias", "attention_bias", "use_bias", "bias"}},
    {&ModelSpec::mlpBias, {"mlp_bias", "use_bias", "bias"}},
    {&ModelSpec::parallelBlock, {"parallel_attn", "use_parallel_residual"}},
    {&ModelSpec::headNorms, {"qk_layernorm", "use_qk_norm"}},
    {&ModelSpec::headBias, {"lm_head_bias"}},
}};

constexpr std::array<Key<double>, 3> rateKeys{{
    {&ModelSpec::attentionDropout, {"attention_dropout", "attn_pdrop", "attention_probs_dropout_prob"}},
    {&ModelSpec::residualDropout,
     {"resid_pdrop", "hidden_dropout", "hidden_dropout_prob", "dropout", "residual_dropout", "dropout_rate",
      "mlp_dropout"}},
    {&ModelSpec::embeddingDropoutRate, {"embd_pdrop", "embedding_dropout"}},
}};

// A flag or a rate that is none of either is named, and the family's own is taken.
void readSafely(JsonObjectReader& config, std::string_view name, bool& value, JsonFindings& findings)
{
    const json::value* read = config.find(name);
    if (read && read->is_bool())
        value = read->get_bool();
    else if (read)
        findings.unknown.push_back(toText(config.pathOf(name)) + ": " + shown(*read) + " is not true or false; "
                                   + (value ? "true" : "false") + " is taken");
}

void readSafely(JsonObjectReader& config, std::string_view name, double& value, JsonFindings& findings)
{
    const json::value* read = config.find(name);
    const double number = read && read->is_number() ? read->to_number<double>() : -1;
    if (number >= 0 && number < 1)
        value = number;
    else if (read)
        findings.unknown.push_back(toText(config.pathOf(name)) + ": " + shown(*read)
                                   + " is not a number from 0 to below 1; " + formatNumber(value, 4) + " is taken");
}

struct ActivationName
{
    std::string_view name;
    HiddenActivation activation;
};

// transformers' ACT2FN (activations.py), those whose memory is known.
constexpr std::array<ActivationName, 8> activationNames{{
    {"gelu", HiddenActivation::Gelu},
    {"gelu_pytorch_tanh", HiddenActivation::Gelu},
    {"gelu_new", HiddenActivation::GeluNew},
    {"gelu_fast", HiddenActivation::GeluFast},
    {"relu", HiddenActivation::Relu},
    {"relu2", HiddenActivation::SquaredRelu},
    {"silu", HiddenActivation::Silu},
    {"swish", HiddenActivation::Silu},
}};

} // namespace

void readActivation(JsonObjectReader& config, ModelSpec& model, JsonFindings& findings)
{
    std::string name;
    for (std::string_view key : {"activation_function", "hidden_act", "hidden_activation"})
        config.text(key, name);
    if (name.empty())
        return;
    const auto* known = std::ranges::find(activationNames, name, &ActivationName::name);
    if (known != activationNames.end())
        model.hiddenActivation = known->activation;
    else
        findings.unknown.push_back(toText(config.pathOf("hidden_act")) + ": \"" + name
                                   + "\" is not known; the activation that its family uses is taken");
}

void readFlagsAndRates(JsonObjectReader& config, ModelSpec& model, const FamilyDefaults& usual, JsonFindings& findings)
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
            readSafely(config, name, model.*key.field, findings);
    for (const Key<double>& key : rateKeys)
        if (const std::string_view name = present(config, key.names); config.has(name))
            readSafely(config, name, model.*key.field, findings);
    if (const json::value* clip = config.find("clip_qkv"))
        model.clippedQkv = clip->is_number();
    const auto isOff = [&config](std::string_view key) { return config.has(key) && !config.find(key); };
    model.uncappedScores = isOff("attn_logit_softcapping");
    model.uncappedLogits = isOff("final_logit_softcapping");
}

} // namespace plimsoll
