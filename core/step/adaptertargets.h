// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Which linear layers adapters are put beside.
namespace plimsoll::step {

// Whether a layer of that name ("attention q") is one that a target names: its last word with or without "_proj", "o"
// for "out", "attention", or "all-linear".
// Whether a layer has the name of one of an expert's.
bool isExpertLayer(std::string_view module);
bool isTarget(std::string_view module, std::string_view target);

// The linear layers of the scenario's model as a target names them, each once, in the model's order.
std::vector<std::string> linearLayers(const Scenario& scenario);

// The first of the plan's targets that none of the model's layers answers to.
std::optional<std::string> targetWithoutLayer(const Scenario& scenario);

} // namespace plimsoll::step
