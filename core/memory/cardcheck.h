// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/estimate.h"
#include "step/gputraits.h"
#include "step/stepprogram.h"

#include <optional>
#include <span>
#include <string_view>

namespace plimsoll {

// How a scenario goes on one card, as estimate() says it, without the rest of an estimate: for those who ask often.
struct CardCheck
{
    Bytes requested; // live tensors at the peak moment
    Bytes total;     // reserved + overheads; as far as the run came, where it fails
    bool releasesCache = false;
    Verdict verdict = Verdict::Fits;
};

// None where a size passes what can be counted. What requests more than the card has is not simulated.
// firstStage: what a pipeline's first stage requests at its peak, where that is known.
std::optional<CardCheck> checkOn(const Scenario& scenario, const Device& device,
                                 std::optional<Bytes> firstStage = std::nullopt);

// What is needed at least: live tensors at the peak moment and the overheads. Many times faster.
std::optional<Bytes> leastOn(const Scenario& scenario, const Device& device);

// What estimate() and these have in common.

// Above so many layers the allocator is not simulated: every layer would be recorded.
inline constexpr std::int64_t mostLayersSimulated = 1024;

// The generation whose kernels are counted: that of all devices asked for, where they are of one, else the H100's. An
// estimate has one set of figures, which devices only compare with what they can hold.
std::string_view capabilityOf(std::span<const Device> devices);

// Loading and the first steps with every layer, as the allocator sees them.
StepProgram firstSteps(const Scenario& scenario, const step::GpuTraits& gpu);

// The plan with NCCL's buffers filled in where the user has given no figure.
MemoryPlan withCommunicators(const Scenario& scenario);

} // namespace plimsoll
