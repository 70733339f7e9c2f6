// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/family.h"
#include "scenario/combinations.h"
#include "scenario/trainingplan.h"

#include <optional>
#include <string_view>

namespace plimsoll {

// What peft makes of targets that were linear layers before transformers 5 stacked all experts of a layer into two
// parameters (peft 0.21, utils/transformers_weight_conversion.py): those parameters get adapters, and linear layers of
// the same names get none. Qwen2-MoE and GPT-OSS are not on its list: their experts stay as they are.
struct ExpertTargets
{
    bool converted = false; // the family is on the list
    bool router = false;
    bool gateUp = false; // at twice the rank, as it is two layers in one
    bool down = false;
};

ExpertTargets expertTargets(Family family, const TrainingPlan& training);

// Names of an expert's layers as they were, gate, up and down.
struct ExpertLayerNames
{
    std::string_view gate;
    std::string_view up;
    std::string_view down;
};
ExpertLayerNames expertLayerNames(Family family);

// What goes with adapters beside experts; a key of "training.lora".
std::optional<Misfit> expertMisfit(const Scenario& scenario);

} // namespace plimsoll
