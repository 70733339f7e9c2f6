// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/trainingplan.h"

namespace plimsoll {

// Whether an optimizer has been written in this way. Those with one kernel only, which goes from parameter to
// parameter, count as for-loop.
bool hasKernel(Optimizer optimizer, OptimizerKernel kernel);

// The kernel that runs when another is asked for: the optimizer's own default.
OptimizerKernel kernelTaken(Optimizer optimizer, OptimizerKernel asked);

} // namespace plimsoll
