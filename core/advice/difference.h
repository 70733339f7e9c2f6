// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/estimate.h"

#include <string>
#include <vector>

namespace plimsoll {

// What makes one scenario need more or less than another: the fields in which they differ, changed one after the other
// in the order of the scenario file.
struct DifferenceStep
{
    std::vector<std::string> paths; // of the fields; several where only together they make a scenario
    std::string label;              // "batch: 256 → 128"
    Scenario scenario;              // with this and all earlier steps made
};

// The last step's scenario is the second one, but for its name. Empty where they do not differ.
std::vector<DifferenceStep> differenceSteps(const Scenario& before, const Scenario& after);

// A step with what is needed after it, on the card of its estimate.
struct DifferenceTerm
{
    DifferenceStep step;
    Bytes before;
    Bytes after;

    Bytes change() const { return after - before; }
};

// Takes the steps one estimate at a time. The terms' changes add up to the difference of the totals, to the byte: each
// starts where the one before has ended, and what an estimate refuses goes into the next.
class Difference
{
public:
    Difference() = default;
    Difference(const Scenario& before, Bytes totalBefore, const Estimate& after, std::vector<Device> devices);

    // Counts the next step; false once all have been.
    bool advance();
    const std::vector<DifferenceTerm>& terms() const { return m_terms; }

private:
    std::vector<DifferenceStep> m_steps;
    std::size_t m_next = 0;
    Bytes m_total;
    Bytes m_end;
    std::string m_pendingLabel;
    std::vector<std::string> m_pendingPaths;
    std::vector<Device> m_devices;
    std::vector<DifferenceTerm> m_terms;
};

} // namespace plimsoll
