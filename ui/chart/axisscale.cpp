// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/axisscale.h"

#include <algorithm>
#include <cmath>

namespace plimsoll::ui {

namespace {

// The smallest of 1, 2, 5, 10, 20 … that is no less than the value.
double roundStep(double least)
{
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        // The last digits of the logarithm must not make ten of nine.
        if (factor * power >= least * (1 - 1e-9))
            return factor * power;
    }
    return 10 * power;
}

} // namespace

AxisScale axisScale(double longest, int mostSteps)
{
    const double length = std::max(longest, 1e-9);
    const double step = roundStep(length / std::max(1, mostSteps));
    return {std::ceil(length / step * (1 - 1e-9)) * step, step};
}

} // namespace plimsoll::ui
