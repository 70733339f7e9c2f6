// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

// What a sweep can go along.
struct SweepLever
{
    std::string_view path;  // in the scenario file; "model" is its size
    std::string_view label; // "micro-batch"
};

std::span<const SweepLever> sweepLevers();

// A scenario with the lever at one of its stops.
struct SweepStop
{
    std::string label; // "4,096", "bf16 autocast"
    Scenario scenario;
    bool isCurrent = false; // where the lever stands
};

// The lever's stops: doublings around where it stands, published shapes around the model's size, or all values of a
// choice. Values that the scenario's other choices do not go with are left out. The lever is one of sweepLevers().
std::vector<SweepStop> sweepStops(const Scenario& scenario, std::string_view lever);

} // namespace plimsoll
