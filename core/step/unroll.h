// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/stepprogram.h"

#include <optional>

namespace plimsoll::step {

// Whether layers of the program stand for others.
bool isFolded(const StepProgram& program);

// The program with every layer's own events, as the allocator must see them: what a recording of all layers would hold
// (step::Recording::FirstStepsWhole). None where what layers hand to each other does not pair up, so that the steady
// layer cannot stand for the others in the order of events.
std::optional<StepProgram> unroll(const StepProgram& folded);

} // namespace plimsoll::step
