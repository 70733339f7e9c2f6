// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/bytes.h"
#include "memory/lineitem.h"
#include "step/stepprogram.h"

#include <array>

namespace plimsoll {

// What the caching allocator counts over a run's first steps; figures are of the last step unless said otherwise.
struct AllocatorFigures
{
    Bytes peakAllocated;
    std::array<Bytes, 5> phaseAllocated; // by Phase
    Bytes resident;                      // allocated between steps, the batch included
    Bytes reservedPeak;                  // over all steps
    Bytes firstStepRequested;            // highest requested bytes of the first step
};

// Feeds the allocator with a whole recording (step::Recording::FirstSteps): loading, a first step and a steady one,
// which is run twice. Every layer must be recorded: nothing in the program may repeat.
AllocatorFigures replayThroughAllocator(const StepProgram& program);

} // namespace plimsoll
