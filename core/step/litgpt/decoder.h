// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"
#include "step/languagemodel.h"
#include "step/layerplan.h"
#include "step/modules.h"

#include <memory>

namespace plimsoll::step {

// litgpt's GPT of the families that transformers has too, under Lightning Fabric, with the loss of its finetuning
// scripts.
std::unique_ptr<LanguageModel> makeLitgptDecoder(ParameterFactory& factory, const Scenario& scenario,
                                                 const LayerPlan& layers);

} // namespace plimsoll::step
