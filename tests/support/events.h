// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/stepprogram.h"

#include <vector>

namespace plimsoll::test {

// Bytes made (positive) and freed (negative), in order.
inline std::vector<std::int64_t> eventSizes(const StepProgram& program)
{
    std::vector<std::int64_t> sizes;
    for (std::int32_t event : program.events) {
        const std::int64_t bytes = program.allocations[static_cast<std::size_t>(event >= 0 ? event : ~event)].bytes;
        sizes.push_back(event >= 0 ? bytes : -bytes);
    }
    return sizes;
}

} // namespace plimsoll::test
