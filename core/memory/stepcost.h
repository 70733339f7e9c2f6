// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"

#include <cstdint>

namespace plimsoll {

// Work of forward and backward against no checkpointing. every: with every-nth, which blocks are checkpointed.
double recomputeFactor(Checkpointing checkpointing, std::int64_t layers, std::int64_t every);
// The same, with what Megatron-LM's arguments choose to run again.
double recomputeFactor(const Scenario& scenario);
// The same with another checkpointing and so many stages.
double recomputeFactor(const Scenario& scenario, Checkpointing checkpointing, std::int64_t stages);

} // namespace plimsoll
