// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/nearestcounts.h"

namespace plimsoll {

std::string nearestDivisors(std::int64_t number, std::int64_t wanted)
{
    std::int64_t below = 1;
    std::int64_t above = number;
    for (std::int64_t d = 1; d <= number; ++d) {
        if (number % d != 0)
            continue;
        below = d < wanted ? d : below;
        if (d > wanted) {
            above = d;
            break;
        }
    }
    return below == above ? formatCount(below) : formatCount(below) + " or " + formatCount(above);
}

std::string nearestMultiples(std::int64_t unit, std::int64_t wanted)
{
    const std::int64_t below = wanted / unit * unit;
    const std::string above = formatCount(below + unit);
    return below > 0 ? formatCount(below) + " or " + above : above;
}

std::string named(std::string_view name, std::int64_t value)
{
    return std::string(name) + " (" + formatCount(value) + ")";
}

} // namespace plimsoll
