// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/cardcheck.h"

#include "memory/allocatorreplay.h"
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

// Of a pipeline the stage whose figures are shown.
Scenario asShown(const Scenario& scenario, const step::GpuTraits& gpu)
{
    Scenario shown = scenario;
    if (scenario.parallelism.pipeline > 1)
        shown.parallelism.stage = shownStage(scenario, stageFigures(scenario, gpu));
    return shown;
}

Bytes requestedOn(const Scenario& scenario, const Device& device)
{
    const step::GpuTraits gpu = step::traitsOf(capabilityOf({&device, 1}));
    return replay(step::record(asShown(scenario, gpu), gpu, step::Recording::SteadyStep)).peak;
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
    if (std::optional<StepProgram> program = step::unroll(step::record(scenario, gpu, step::Recording::FirstSteps)))
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
    const Bytes requested = requestedOn(scenario, device);
    if (requested.isSaturated())
        return std::nullopt;
    return requested + overheadsOn(device, withCommunicators(scenario)).total();
}

std::optional<CardCheck> checkOn(const Scenario& scenario, const Device& device)
{
    if (checkSizes(scenario))
        return std::nullopt;
    const MemoryPlan plan = withCommunicators(scenario);
    CardCheck check;
    if (scenario.model.layers > mostLayersSimulated) {
        const std::optional<Bytes> least = leastOn(scenario, device);
        if (!least)
            return std::nullopt;
        check.total = *least;
        check.verdict = verdictOf(check.total, device, plan.tightAbove);
        return check;
    }
    const step::GpuTraits gpu = step::traitsOf(capabilityOf({&device, 1}));
    const StepProgram program = firstSteps(asShown(scenario, gpu), gpu);
    const CardRun run = replayOnCard(program, plan.allocator, capacityFor(device, plan).value_or(Bytes()));
    check.total = run.reservedPeak + overheadsOn(device, plan).total();
    check.releasesCache = !run.failure && run.retries > 0;
    check.verdict = run.failure ? Verdict::Oom : verdictOf(check.total, device, plan.tightAbove);
    return check;
}

} // namespace plimsoll
