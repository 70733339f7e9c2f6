// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/solve.h"

#include "scenario/scenariofile.h"

#include <array>
#include <string>

namespace plimsoll {

namespace {

constexpr std::int64_t mostTried = std::int64_t{1} << 24;

class Search
{
public:
    Search(const Scenario& scenario, const Device& device, std::string_view field)
        : m_scenario(scenario),
          m_device(device),
          m_field(field)
    {
    }

    Result<Estimate> at(std::int64_t value) const
    {
        const Result<Scenario> changed = withValue(m_scenario, m_field + '=' + std::to_string(value));
        if (!changed)
            return changed.error();
        return estimate(*changed, std::span(&m_device, 1));
    }

    bool fits(std::int64_t value) const
    {
        const Result<Estimate> result = at(value);
        return result && result->devices.front().verdict != Verdict::Oom;
    }

private:
    const Scenario& m_scenario;
    const Device& m_device;
    std::string m_field;
};

// Between a value that fits (0 counts as one) and one that does not.
std::int64_t bisected(const Search& search, std::int64_t fitting, std::int64_t failing)
{
    while (failing - fitting > 1) {
        const std::int64_t middle = fitting + (failing - fitting) / 2;
        (search.fits(middle) ? fitting : failing) = middle;
    }
    return fitting;
}

} // namespace

std::span<const std::string_view> fieldsToMaximize()
{
    static constexpr std::array<std::string_view, 2> fields{"training.micro_batch", "training.sequence_length"};
    return fields;
}

Result<Solution> solve(const Scenario& scenario, const Device& device, std::string_view field)
{
    const Search search(scenario, device, field);
    Result<Estimate> smallest = search.at(1);
    if (!smallest)
        return smallest.error();
    std::int64_t failing = 1;
    while (failing < mostTried && search.fits(failing))
        failing *= 4;
    const std::int64_t value = bisected(search, failing / 4, failing);
    if (value == 0)
        return Solution{0, std::move(*smallest)};
    Result<Estimate> best = search.at(value);
    if (!best)
        return best.error();
    return Solution{value, std::move(*best)};
}

} // namespace plimsoll
