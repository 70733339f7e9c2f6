// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plimsoll::ui {

// An axis from zero to a round number, in the unit shown.
struct AxisScale
{
    double end = 1;
    double step = 1; // between ticks: 1, 2 or 5 times a power of ten; end is a multiple of it

    bool operator==(const AxisScale&) const = default;
};

// The shortest such axis that holds the longest value with at most so many steps.
AxisScale axisScale(double longest, int mostSteps);

} // namespace plimsoll::ui
