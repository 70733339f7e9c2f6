// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/uncertainty.h"

#include "memory/overheads.h"

#include <array>
#include <cmath>

namespace plimsoll {

namespace {

bool always(const Scenario&)
{
    return true;
}

bool isCheckpointed(const Scenario& scenario)
{
    return scenario.training.checkpointing != Checkpointing::None && !scenario.memory.allocator.isExpandable();
}

bool hasExperts(const Scenario& scenario)
{
    return scenario.model.experts.has_value();
}

constexpr std::array<Spread, 3> table{{
    {&always, 0.005, 0.005, "the order of small tensors: of the runs counted, 19 of 20 lie within (tests/data)"},
    {&isCheckpointed, 0.005, 0.035,
     "gaps between recomputed activations: 26.5 GB were reserved on an H100 where 25.5 are simulated"},
    {&hasExperts, 0.01, 0.01, "how many tokens the router sends to each expert"},
}};

constexpr double deviationsAtEnd = 1.96;

// Independent ranges add up as their squares do.
Bytes combined(Bytes a, Bytes b)
{
    return Bytes(std::llround(std::hypot(a.toDouble(), b.toDouble())));
}

Bytes share(Bytes bytes, double fraction)
{
    return Bytes(std::llround(bytes.toDouble() * fraction));
}

} // namespace

std::vector<const Spread*> spreadsOf(const Scenario& scenario)
{
    std::vector<const Spread*> spreads;
    for (const Spread& spread : table)
        if (spread.applies(scenario))
            spreads.push_back(&spread);
    return spreads;
}

Band reservedBand(Bytes simulated, Bytes allocated, const Scenario& scenario)
{
    Band band{simulated, simulated, simulated};
    for (const Spread* spread : spreadsOf(scenario)) {
        band.low = band.low - share(simulated, spread->below);
        band.high += share(simulated, spread->above);
    }
    band.low = std::min(simulated, std::max(band.low, allocated));
    return band;
}

Band totalBand(const Band& reserved, const Overheads& overheads, const Device& device, const MemoryPlan& plan)
{
    const Bytes expected = reserved.expected + overheads.total();
    Bytes below = reserved.expected - reserved.low;
    Bytes above = reserved.high - reserved.expected;
    if (!plan.context) {
        const ContextFigure& context = contextOf(device.computeCapability);
        below = combined(below, context.expected - context.low);
        above = combined(above, context.high - context.expected);
    }
    return {expected, expected - below, expected + above};
}

double chanceWithin(const Band& band, Bytes margin)
{
    const Bytes range = margin < Bytes() ? band.expected - band.low : band.high - band.expected;
    if (range == Bytes())
        return margin < Bytes() ? 0 : 1;
    const double deviations = margin.toDouble() / range.toDouble() * deviationsAtEnd;
    return 0.5 * std::erfc(-deviations / std::sqrt(2.0));
}

} // namespace plimsoll
