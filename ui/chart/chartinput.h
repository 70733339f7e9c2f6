// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/format.h"
#include "memory/estimate.h"

#include <string>
#include <vector>

namespace plimsoll::ui {

// A scenario kept for comparison.
struct PinnedScenario
{
    std::string name;
    Scenario scenario;

    bool operator==(const PinnedScenario&) const = default;
};

// What is chosen within a view; views that have no such choice do not look at it.
struct ViewChoices
{
    std::string lever = "training.micro_batch"; // that the sweep goes along
    std::string device; // of the map; the smallest that fits, or the largest, if it is not shown

    std::vector<PinnedScenario> pinned; // first pinned first; the last is the baseline

    bool operator==(const ViewChoices&) const = default;
};

// All that a chart is drawn from.
struct ChartInput
{
    Estimate estimate;
    ByteUnit unit = ByteUnit::GB;
    ViewChoices choices;
};

} // namespace plimsoll::ui
