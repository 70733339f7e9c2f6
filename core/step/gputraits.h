// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/kernels.h"

#include <string_view>

namespace plimsoll::step {

// Of a card of that compute capability, as in "8.0"; of an unknown or empty one the H100's.
GpuTraits traitsOf(std::string_view computeCapability);

} // namespace plimsoll::step
