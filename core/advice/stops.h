// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

// What a lever's stops are to those who look for less memory.
enum class Advised {
    No,          // it says what is trained, or what is not to be changed
    EveryStop,   // ways of doing the same
    NextSmaller, // less work at a time
};

// A lever that has stops: what a sweep goes along and advice tries.
struct StopLever
{
    std::string_view path;  // in the scenario file; "model" is its size
    std::string_view label; // "batch"
    Advised advised = Advised::No;
    std::string_view source; // of what its stops cost
};

// A scenario with the lever at one of its stops.
struct LeverStop
{
    std::string label; // "4,096", "bf16 autocast"
    std::string cost;  // in a line; empty where nothing is known to
    std::string value; // as --set reads it; empty for a model's size
    Scenario scenario;
    bool isCurrent = false; // where the lever stands
};

std::span<const StopLever> stopLevers();
const StopLever* findStopLever(std::string_view path);

// Whether the lever moves anything in the scenario.
bool hasEffect(const StopLever& lever, const Scenario& scenario);

// Another scenario with its lever at that stop; nothing where it does not go with the rest.
std::optional<Scenario> atStop(const Scenario& scenario, std::string_view lever, const LeverStop& stop);

// The lever's stops: doublings around where it stands, published shapes around the model's size, or all values of a
// choice. Values that the scenario's other choices do not go with are left out. Empty for an unknown lever.
std::vector<LeverStop> leverStops(const Scenario& scenario, std::string_view lever);

} // namespace plimsoll
