// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"
#include "step/languagemodel.h"
#include "step/layerplan.h"
#include "step/modules.h"

#include <memory>

namespace plimsoll::step {

// torchtune's TransformerDecoder (0.6) as its builders of Llama, Mistral and Qwen2 put it together, in the loop of its
// full_finetune_single_device recipe.
std::unique_ptr<LanguageModel> makeTorchtuneDecoder(ParameterFactory& factory, const Scenario& scenario,
                                                    const LayerPlan& layers);

} // namespace plimsoll::step
