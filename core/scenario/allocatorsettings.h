// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>

namespace plimsoll {

// What PYTORCH_CUDA_ALLOC_CONF sets, with PyTorch's defaults.
struct AllocatorSettings
{
    bool expandableSegments = false;
    std::int64_t roundupPower2Divisions = 0;                              // 0: sizes are rounded to 512 bytes alone
    std::int64_t maxSplitSize = std::numeric_limits<std::int64_t>::max(); // bytes: larger blocks are not split
    double garbageCollectionThreshold = 0;                                // share of the card; 0: never

    bool operator==(const AllocatorSettings&) const = default;
};

} // namespace plimsoll
