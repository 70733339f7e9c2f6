// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/estimate.h"

#include <span>
#include <string_view>

namespace plimsoll {

// The largest value of a whole-number field with which a scenario fits a device.
struct Solution
{
    std::int64_t value = 0; // 0: not even 1 fits
    Estimate estimate;      // with that value, or with 1 where nothing fits
};

// What it is usually asked for: "training.micro_batch", "training.sequence_length".
std::span<const std::string_view> fieldsToMaximize();

// Field: a path of the scenario file. Values that the scenario refuses (a sequence beyond the model's positions) do not
// fit. Takes it that what fits does so with less as well, which is true but for the order of the allocator's events.
// An error where the field is unknown, is no whole number, or the scenario is refused with 1.
Result<Solution> solve(const Scenario& scenario, const Device& device, std::string_view field);

} // namespace plimsoll
