// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace plimsoll {

// What DeepSpeed's "zero_optimization" says about memory, with its defaults (runtime/zero/config.py). Sizes are in
// elements. Its allgather_bucket_size cuts collectives that write in place and takes no memory, so it is not here.
struct ZeroPlan
{
    std::int64_t reduceBucket = 500'000'000;
    bool contiguousGradients = true;
    std::optional<bool> overlapComm; // by default with stage 3 alone
    // Of stage 3.
    std::int64_t prefetchBucket = 50'000'000;
    std::int64_t persistenceThreshold = 100'000; // parameters of no more stay whole on every GPU
    std::int64_t maxLive = 1'000'000'000;
    std::int64_t maxReuseDistance = 1'000'000'000;
    std::int64_t subGroup = 1'000'000'000; // what the optimizer steps on at once

    bool operator==(const ZeroPlan&) const = default;
};

} // namespace plimsoll
