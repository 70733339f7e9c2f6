// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/stepprogram.h"

#include <optional>

namespace plimsoll::step {

// A recording without its last layer (LayerPlan::withoutLast), as it is with one. What a layer's code does follows from
// what it is handed: the hidden states, and their gradient. The last layer differs from a steady one in who takes the
// former and makes the latter: the layer after it, or what follows the layers. None where what passes there is not what
// passes between two layers.
std::optional<StepProgram> withLastLayer(const StepProgram& program);

} // namespace plimsoll::step
