// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/mapaxis.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

constexpr std::int64_t largestValue = 16'777'216;

std::vector<std::int64_t> roundValues()
{
    constexpr std::array<std::int64_t, 5> eighths{8, 9, 10, 12, 14};
    std::vector<std::int64_t> values;
    for (std::int64_t power = 1; power <= largestValue; power *= 2)
        for (const std::int64_t eighth : eighths)
            if (power * eighth % 8 == 0 && power * eighth / 8 <= largestValue)
                values.push_back(power * eighth / 8);
    return values;
}

} // namespace

std::vector<std::int64_t> valuesAround(std::int64_t current, std::size_t most,
                                       const std::function<bool(std::int64_t)>& isAllowed)
{
    std::vector<std::int64_t> values = roundValues();
    values.insert(std::ranges::lower_bound(values, current), current);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    // Where larger values are refused, all beyond them are.
    values.erase(std::ranges::partition_point(values, isAllowed), values.end());
    const auto place = static_cast<std::size_t>(std::ranges::lower_bound(values, current) - values.begin());
    const std::size_t count = std::min(most, values.size());
    const std::size_t first = std::min(place - std::min(place, count / 2), values.size() - count);
    return {values.begin() + static_cast<std::ptrdiff_t>(first),
            values.begin() + static_cast<std::ptrdiff_t>(first + count)};
}

} // namespace plimsoll
