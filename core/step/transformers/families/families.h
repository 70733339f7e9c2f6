// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"
#include "step/languagemodel.h"
#include "step/layerplan.h"
#include "step/modules.h"

#include <memory>

namespace plimsoll::step {

struct DecoderRules;

// The model of a scenario, as its family's code is written. One file of this folder for each family, or for a few that
// differ in a line.
std::unique_ptr<LanguageModel> makeModel(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers);

// The same model's rules, where it can be cut into stages (scenario/parallellayout.h says which).
DecoderRules stageRules(const Scenario& scenario);

DecoderRules llamaRules(const Scenario&);
DecoderRules phi3Rules(const Scenario&);
DecoderRules olmoRules(const Scenario&);
DecoderRules olmo2Rules(const Scenario&);
DecoderRules starcoder2Rules(const Scenario&);
DecoderRules stableLmRules(const Scenario&);
DecoderRules glm4Rules(const Scenario&);
DecoderRules nemotronRules(const Scenario&);

using ModelMaker
    = std::unique_ptr<LanguageModel> (*)(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers);

std::unique_ptr<LanguageModel> makeLlama(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makePhi3(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeGemma(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeGemma2(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeGemma3(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeOlmo(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeOlmo2(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeGranite(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeStarcoder2(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeStableLm(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeCohere(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeGlm4(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeNemotron(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makePhi(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeGpt2(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeGptNeoX(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeOpt(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeFalcon(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeBloom(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeGptJ(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeMixtral(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeQwen2Moe(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeQwen3Moe(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeDeepseek(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeBert(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeModernBert(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeT5(ParameterFactory&, const Scenario&, const LayerPlan&);
std::unique_ptr<LanguageModel> makeGptOss(ParameterFactory&, const Scenario&, const LayerPlan&);

} // namespace plimsoll::step
