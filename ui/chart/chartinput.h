// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/format.h"
#include "memory/estimate.h"

#include <string>

namespace plimsoll::ui {

// What is chosen within a view; views that have no such choice do not look at it.
struct ViewChoices
{
    std::string lever = "training.micro_batch"; // that the sweep goes along

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
