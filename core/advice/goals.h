// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "memory/device.h"
#include "scenario/scenario.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace plimsoll {

// What a scenario can be driven to on a device: the largest batch, sequence or model, the fewest GPUs.
struct Goal
{
    struct Reached
    {
        std::string value; // "412", "8.03B"; empty where it cannot be reached
        std::optional<Scenario> scenario;
    };

    std::string_view name;        // "largest batch"
    std::string_view unreachable; // "not even 1 fits"
    Result<Reached> (*reach)(const Scenario& scenario, const Device& device);
};

std::span<const Goal> goals();

// The largest of the sizes that the model can be had in which fits, however large it is now.
Result<Goal::Reached> largestModel(const Scenario& scenario, const Device& device);

// Over how many such GPUs the training must be spread at least so that each holds its part: with FSDP2 where it is not
// sharded already. A scenario that fits one is left as it is.
Result<Goal::Reached> fewestGpus(const Scenario& scenario, const Device& device);

} // namespace plimsoll
