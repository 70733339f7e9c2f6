// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/families/families.h"

#include "step/plaindecoder.h"

#include <array>

namespace plimsoll::step {

namespace {

struct FamilyMaker
{
    Family family;
    ModelMaker make;
};

constexpr std::array<FamilyMaker, 7> makers{{
    {Family::Llama, makeLlama},
    {Family::Mistral, makeLlama},
    {Family::Qwen2, makeLlama}, // biases of q, k and v are the model's own
    {Family::SmolLm3, makeLlama},
    {Family::Qwen3, makeQwen3},
    {Family::Gpt2, makeGpt2},
    {Family::GptBigCode, makeGpt2},
}};

} // namespace

std::unique_ptr<LanguageModel> makeModel(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
{
    for (const FamilyMaker& maker : makers)
        if (maker.family == scenario.model.family)
            return maker.make(factory, scenario, layers);
    return std::make_unique<PlainDecoder>(factory, scenario.model, scenario.training, layers);
}

} // namespace plimsoll::step
