// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>

namespace plimsoll {

// How the caching allocator takes memory from the driver.
enum class Segments { Default, Expandable };

// What PYTORCH_CUDA_ALLOC_CONF sets, with PyTorch's defaults.
struct AllocatorSettings
{
    static constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

    Segments segments = Segments::Default;
    std::int64_t roundupPower2Divisions = 0; // 0: sizes are rounded to 512 bytes alone
    std::int64_t maxSplitSize = unlimited;   // bytes: larger blocks are not split
    double garbageCollectionThreshold = 0;   // share of the card; 0: never

    bool isExpandable() const { return segments == Segments::Expandable; }
    bool operator==(const AllocatorSettings&) const = default;
};

} // namespace plimsoll
