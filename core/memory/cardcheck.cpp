// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/cardcheck.h"

#include "memory/allocatorreplay.h"
#include "memory/cachingallocator.h"
#include "memory/overheads.h"
#include "memory/sizecheck.h"
#include "memory/stages.h"
#include "memory/timeline.h"
#include "memory/verdict.h"
#include "step/trainingloop.h"
#include "step/unroll.h"

#include <algorithm>
#include <utility>

namespace plimsoll {

namespace {

constexpr std::string_view usualCapability = "9.0"; // of the H100

struct Shown
{
    Scenario scenario; // of a pipeline the stage whose figures are shown
    Bytes requested;
};

Shown asShown(const Scenario& scenario, const step::GpuTraits& gpu, Bytes room, std::optional<Bytes> firstStage)
{
    Shown shown{scenario, {}};
    const bool staged = scenario.parallelism.pipeline > 1 && !scenario.parallelism.stage;
    if (!staged) {
        shown.requested = replay(step::record(scenario, gpu, step::Recording::SteadyStep)).peak;
        return shown;
    }
    const std::vector<StageFigure> stages = neediestStages(scenario, gpu, room, firstStage);
    const std::int64_t stage = shownStage(scenario, stages);
    shown.scenario.parallelism.stage = stage;
    shown.requested = std::ranges::find(stages, stage, &StageFigure::stage)->peak.requested;
    return shown;
}

Verdict verdictOf(Bytes total, const Device& device, double tightAbove)
{
    if (total > device.usable)
        return Verdict::Oom;
    return total.toDouble() / device.usable.toDouble() > tightAbove ? Verdict::Tight : Verdict::Fits;
}

} // namespace

std::string_view capabilityOf(std::span<const Device> devices)
{
    if (devices.empty() || devices.front().computeCapability.empty())
        return usualCapability;
    const std::string_view first = devices.front().computeCapability;
    const bool one
        = std::ranges::all_of(devices, [first](const Device& device) { return device.computeCapability == first; });
    return one ? first : usualCapability;
}

StepProgram firstSteps(const Scenario& scenario, const step::GpuTraits& gpu)
{
    StepProgram recorded = step::record(scenario, gpu, step::Recording::FirstSteps);
    if (!step::isFolded(recorded))
        return recorded;
    if (std::optional<StepProgram> program = step::unroll(recorded))
        return std::move(*program);
    return step::record(scenario, gpu, step::Recording::FirstStepsWhole);
}

MemoryPlan withCommunicators(const Scenario& scenario)
{
    MemoryPlan plan = scenario.memory;
    if (!plan.communicators)
        plan.communicators = communicatorsOf(scenario.parallelism).expected;
    return plan;
}

std::optional<Bytes> leastOn(const Scenario& scenario, const Device& device)
{
    if (checkSizes(scenario))
        return std::nullopt;
    const step::GpuTraits gpu = step::traitsOf(capabilityOf({&device, 1}));
    const Bytes requested = asShown(scenario, gpu, Bytes(CachingAllocator::endless), std::nullopt).requested;
    if (requested.isSaturated())
        return std::nullopt;
    return requested + overheadsOn(device, withCommunicators(scenario)).total();
}

std::optional<CardCheck> checkOn(const Scenario& scenario, const Device& device, std::optional<Bytes> firstStage)
{
    if (checkSizes(scenario))
        return std::nullopt;
    const MemoryPlan plan = withCommunicators(scenario);
    const Bytes overheads = overheadsOn(device, plan).total();
    const step::GpuTraits gpu = step::traitsOf(capabilityOf({&device, 1}));
    const Shown shown = asShown(scenario, gpu, device.usable - overheads, firstStage);
    if (shown.requested.isSaturated())
        return std::nullopt;
    CardCheck check;
    check.requested = shown.requested;
    check.total = shown.requested + overheads;
    check.verdict = verdictOf(check.total, device, plan.tightAbove);
    if (check.verdict == Verdict::Oom || scenario.model.layers > mostLayersSimulated)
        return check;
    const StepProgram program = firstSteps(shown.scenario, gpu);
    const CardRun run = replayOnCard(program, plan.allocator, capacityFor(device, plan).value_or(Bytes()));
    check.total = run.reservedPeak + overheads;
    check.releasesCache = !run.failure && run.retries > 0;
    check.verdict = run.failure ? Verdict::Oom : verdictOf(check.total, device, plan.tightAbove);
    return check;
}

} // namespace plimsoll
