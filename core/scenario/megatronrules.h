// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/combinations.h"

#include <optional>

namespace plimsoll {

// What of the training does not go with stack megatron: a field of "training".
std::optional<Misfit> megatronMisfit(const Scenario& scenario);
// What of tensor, context, expert and pipeline parallelism does not divide there, with the nearest that does: a field
// of "parallelism".
std::optional<Misfit> megatronLayoutMisfit(const Scenario& scenario);

} // namespace plimsoll
