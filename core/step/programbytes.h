// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/stepprogram.h"

#include <cstddef>
#include <cstdint>

namespace plimsoll {

// By how much an event moves what is live.
inline std::int64_t movedBy(const StepProgram& program, std::int32_t event)
{
    return event >= 0 ? program.allocations[static_cast<std::size_t>(event)].bytes
                      : -program.allocations[static_cast<std::size_t>(~event)].bytes;
}

} // namespace plimsoll
