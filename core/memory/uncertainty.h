// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/estimate.h"

namespace plimsoll {

// What may make reserved bytes differ from the simulated ones, as shares of them.
struct Spread
{
    bool (*applies)(const Scenario&);
    double below;
    double above;
    std::string_view source;
};

// Every reason that applies to the scenario, in the order of the table; at least one.
std::vector<const Spread*> spreadsOf(const Scenario& scenario);

// The simulated bytes with the spreads of all that applies added up; never below what is allocated at the peak.
Band reservedBand(Bytes simulated, Bytes allocated, const Scenario& scenario);

// Reserved bytes and what stands beside them on the device.
Band totalBand(const Band& reserved, const Overheads& overheads, const Device& device, const MemoryPlan& plan);

// The chance that something of which the band is known stays within a margin above the expected value (a negative
// one: below it): normal on either side, the band's ends at 1.96 standard deviations.
double chanceWithin(const Band& band, Bytes margin);

} // namespace plimsoll
