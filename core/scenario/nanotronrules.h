// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/combinations.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace plimsoll {

// What of the training does not go with stack nanotron: a field of "training".
std::optional<Misfit> nanotronMisfit(const Scenario& scenario);
// What of tensor and pipeline parallelism does not go there: a field of "parallelism".
std::optional<Misfit> nanotronLayoutMisfit(const Scenario& scenario);

// Layers of each stage: blocks go to a stage until their work passes its share of all work, the head's with it
// (nanotron/models/base.py, build_model).
std::vector<std::int64_t> nanotronLayers(const Scenario& scenario);

} // namespace plimsoll
