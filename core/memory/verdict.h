// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/estimate.h"

namespace plimsoll {

// Whether what PyTorch reserves and everything beside it fit into what the framework can use of the device.
// Fits up to plan.tightAbove of the usable bytes, tight up to all of them. Judged by the band's expected value.
DeviceVerdict judge(const Band& reserved, const MemoryPlan& plan, const Device& device);

} // namespace plimsoll
