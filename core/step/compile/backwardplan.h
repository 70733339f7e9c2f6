// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/compile/plan.h"

namespace plimsoll::step {

// Adds the steps of backward: from the output to the input, in the opposite order of forward. Products' gradients lie
// in memory, as do sums of gradients that a product's backward reads; the rest is fused.
void planBackward(const RealValues& values, const PlanRequest& request, CompiledPlan& plan);

} // namespace plimsoll::step
