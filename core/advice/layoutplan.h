// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "advice/layoutcost.h"
#include "memory/cardcheck.h"

#include <atomic>
#include <cstdint>
#include <vector>

namespace plimsoll {

struct RankedLayout
{
    Layout layout;
    LayoutCost cost;
    Scenario scenario; // spread so
    CardCheck check;   // on the device: the figures of an estimate
    Bytes usable;      // of the device
};

struct LayoutPlan
{
    LayoutSpace space;
    std::int64_t checked = 0;          // layouts
    std::int64_t tooLarge = 0;         // whose first stage alone passes the device
    std::int64_t estimated = 0;        // of the others, fastest first
    bool complete = true;              // all of the others were estimated, not only those that come first
    std::vector<RankedLayout> layouts; // that fit, least time first
};

// Searches the layouts of a scenario over so many GPUs for those that fit the device. Estimates the cheapest until so
// many fit. An error where no layout divides the model, or the scenario is refused as it is.
// stop: ends the search early, with what has been found.
Result<LayoutPlan> planLayouts(const Scenario& scenario, const LayoutSpace& space, const Device& device,
                               std::size_t most, const std::atomic<bool>* stop = nullptr);

} // namespace plimsoll
