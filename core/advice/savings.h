// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/estimate.h"

#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

// A change of one lever, or of two, that might make a scenario smaller.
struct Change
{
    std::vector<std::string> levers; // their paths in the scenario file
    std::string label;               // "checkpointing: full"
    std::string cost;                // what it costs in time or quality, in a line; empty where nothing is known to
    std::string source;              // where that is known from
    Scenario scenario;               // with the change made
};

// Every single change that advice looks at: all other stops of the levers whose stops are ways of doing the same, and
// the next smaller one of those that say how much is done at a time. Those that the scenario's other choices do not go
// with are left out.
std::vector<Change> singleChanges(const Scenario& scenario);

// A change and every single one of another lever on top of it.
std::vector<Change> pairsWith(const Change& first);

// A change with what it does to the bytes needed on the card: the difference of two estimates.
struct Advice
{
    Change change;
    Bytes before;                       // needed without the change
    Bytes after;                        // and with it
    std::vector<DeviceVerdict> devices; // with it

    Bytes saving() const { return before - after; }
};

// Puts advice in order: the largest saving first; of equal ones those first that stand first in the list of changes.
void rank(std::vector<Advice>& advice);

} // namespace plimsoll
