// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/bytes.h"
#include "memory/estimate.h"
#include "memory/lineitem.h"
#include "step/stepprogram.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

using ItemBytes = std::array<Bytes, lineItemCount>;

// What the replay of a step program shows: requested bytes, exact. Saturated where they pass 2^63 - 1.
struct Timeline
{
    struct Moment
    {
        std::size_t section = 0;
        std::uint32_t event = 0;    // the allocation after which live bytes are highest
        std::int64_t iteration = 0; // of the section's repeats
        std::int64_t passes = 0;    // of the loop that the section is in, before this one
    };

    Bytes peak; // of the step; loading is not part of it
    Phase peakPhase = Phase::Forward;
    Moment peakMoment;
    ItemBytes atPeak{};
    ItemBytes highest{};                            // each item's own highest point in the step
    std::array<std::optional<Bytes>, 5> phasePeaks; // by Phase; none for a phase the step has not
    Bytes resident;                                 // live when the step has ended
};

// Replays a program. Repeated sections and loops are not unrolled: what is live moves by the same amount with each
// repeat, so the highest point lies in the first of them or in the last.
Timeline replay(const StepProgram& program);

// The operation that runs at a moment: "mlp up: linear, backward".
std::string operationAt(const StepProgram& program, const Timeline::Moment& moment);

// A tensor by the place and operation that made it: "mlp up: linear, backward".
std::string nameOf(const Allocation& allocation);

// Who is alive at a moment: tensors alike in item, module, operation and size together, largest first.
std::vector<LiveTensors> aliveAt(const StepProgram& program, const Timeline::Moment& moment);

} // namespace plimsoll
