// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/families/families.h"

#include "step/litgpt/decoder.h"
#include "step/plaindecoder.h"
#include "step/torchtune/decoder.h"
#include "step/transformers/decoder.h"

namespace plimsoll::step {

namespace {

struct FamilyMaker
{
    Family family;
    ModelMaker make;
};

constexpr FamilyMaker makers[] = {
    {Family::Llama, makeLlama},
    {Family::Mistral, makeLlama},
    {Family::Qwen2, makeLlama}, // biases of q, k and v are the model's own
    {Family::SmolLm3, makeLlama},
    {Family::Qwen3, makeLlama},
    {Family::Phi3, makePhi3},
    {Family::Gemma, makeGemma},
    {Family::Gemma2, makeGemma2},
    {Family::Gemma3Text, makeGemma3},
    {Family::Olmo, makeOlmo},
    {Family::Olmo2, makeOlmo2},
    {Family::Granite, makeGranite},
    {Family::Starcoder2, makeStarcoder2},
    {Family::StableLm, makeStableLm},
    {Family::Cohere, makeCohere},
    {Family::Glm4, makeGlm4},
    {Family::Nemotron, makeNemotron},
    {Family::Phi, makePhi},
    {Family::Gpt2, makeGpt2},
    {Family::GptBigCode, makeGpt2},
    {Family::GptNeoX, makeGptNeoX},
    {Family::Opt, makeOpt},
    {Family::Falcon, makeFalcon},
    {Family::Bloom, makeBloom},
    {Family::GptJ, makeGptJ},
    {Family::Mixtral, makeMixtral},
    {Family::Qwen2Moe, makeQwen2Moe},
    {Family::Qwen3Moe, makeQwen3Moe},
    {Family::DeepseekV2, makeDeepseek},
    {Family::DeepseekV3, makeDeepseek},
    {Family::GptOss, makeGptOss},
    {Family::Bert, makeBert},
    {Family::Roberta, makeBert},
    {Family::ModernBert, makeModernBert},
    {Family::T5, makeT5},
};

struct FamilyRulesOf
{
    Family family;
    DecoderRules (*rules)(const Scenario& scenario);
};

// Of the others the rules are Llama's.
constexpr FamilyRulesOf stages[] = {
    {Family::Phi3, phi3Rules},         {Family::Olmo, olmoRules},
    {Family::Olmo2, olmo2Rules},       {Family::Starcoder2, starcoder2Rules},
    {Family::StableLm, stableLmRules}, {Family::Glm4, glm4Rules},
    {Family::Nemotron, nemotronRules},
};

} // namespace

DecoderRules stageRules(const Scenario& scenario)
{
    for (const FamilyRulesOf& each : stages)
        if (each.family == scenario.model.family)
            return each.rules(scenario);
    return llamaRules(scenario);
}

std::unique_ptr<LanguageModel> makeModel(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
{
    if (scenario.training.stack == Stack::Litgpt)
        return makeLitgptDecoder(factory, scenario, layers);
    if (scenario.training.stack == Stack::Torchtune)
        return makeTorchtuneDecoder(factory, scenario, layers);
    for (const FamilyMaker& maker : makers)
        if (maker.family == scenario.model.family)
            return maker.make(factory, scenario, layers);
    return std::make_unique<PlainDecoder>(factory, scenario.model, scenario.training, layers);
}

} // namespace plimsoll::step
