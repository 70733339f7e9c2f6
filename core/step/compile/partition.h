// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/compile/capture.h"

#include <vector>

namespace plimsoll::step {

// Which values a compiled block keeps for its backward: those whose bytes are fewest among all choices from which what
// backward reads can be made again by element-wise work (the minimum cut of torch/_functorch/partitioners.py).
// needed: what backward reads. Returns a flag for each value.
std::vector<bool> savedValues(const Capture& capture, const std::vector<bool>& needed);

} // namespace plimsoll::step
