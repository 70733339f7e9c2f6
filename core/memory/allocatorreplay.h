// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/bytes.h"
#include "memory/lineitem.h"
#include "scenario/allocatorsettings.h"
#include "step/stepprogram.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

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

// The request that PyTorch could not serve, and what the allocator held then.
struct FailedRequest
{
    std::size_t allocation = 0; // in the program
    Phase phase = Phase::Load;
    int step = 0; // 1, 2 or 3; loading belongs to the first
    Bytes allocated;
    Bytes reserved;
};

// How the run goes on a card that leaves so much to the allocator.
struct CardRun
{
    Bytes capacity;
    Bytes reservedPeak;
    std::int64_t retries = 0; // how often cached segments were given back because the card was full
    std::optional<FailedRequest> failure;
};

struct AllocatorReplay
{
    AllocatorFigures figures;   // on an endless card
    std::vector<CardRun> cards; // in the order of the capacities asked for
};

// Feeds the allocator with a whole recording (step::Recording::FirstSteps, unrolled): loading, a first step and a
// steady one, which is run twice. Every layer must be there: nothing in the program may repeat.
AllocatorReplay replayThroughAllocator(const StepProgram& program, const AllocatorSettings& settings = {},
                                       std::span<const Bytes> capacities = {});

// The run on one card alone.
CardRun replayOnCard(const StepProgram& program, const AllocatorSettings& settings, Bytes capacity);

} // namespace plimsoll
