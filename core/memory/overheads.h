// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/bytes.h"
#include "memory/estimate.h"

#include <string_view>

namespace plimsoll {

// What a CUDA context with PyTorch's kernels loaded takes of a card during training.
struct ContextFigure
{
    Bytes expected;
    Bytes low;
    Bytes high;
    std::string_view source;
};

// By compute capability, as in "9.0"; an unknown or empty one gives the figure for cards that were not measured.
const ContextFigure& contextOf(std::string_view computeCapability);

// What the device needs beside the allocator's segments. The plan's own context wins over the generation's.
Overheads overheadsOn(const Device& device, const MemoryPlan& plan);

} // namespace plimsoll
