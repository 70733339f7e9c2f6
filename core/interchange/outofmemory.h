// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/estimate.h"

#include <string>

namespace plimsoll {

// What PyTorch 2.15 prints when the run dies on the device (c10/cuda/CUDACachingAllocator.cpp); empty where it does
// not.
std::string outOfMemoryMessage(const DeviceVerdict& verdict);

} // namespace plimsoll
