// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/verdict.h"

#include "memory/overheads.h"
#include "memory/timeline.h"
#include "memory/uncertainty.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

void setTotal(DeviceVerdict& verdict, Bytes total, double tightAbove)
{
    verdict.total = total;
    verdict.headroom = verdict.device.usable - total;
    verdict.usedFraction = total.toDouble() / verdict.device.usable.toDouble();
    if (total > verdict.device.usable)
        verdict.verdict = Verdict::Oom;
    else
        verdict.verdict = verdict.usedFraction > tightAbove ? Verdict::Tight : Verdict::Fits;
}

OutOfMemory outOfMemory(const FailedRequest& failure, const StepProgram& program)
{
    const Allocation& allocation = program.allocations[failure.allocation];
    return {nameOf(allocation), Bytes(allocation.bytes), failure.phase,
            failure.step,       failure.allocated,       failure.reserved};
}

} // namespace

std::string_view id(Verdict verdict)
{
    static constexpr std::array<std::string_view, 3> ids{"fits", "tight", "oom"};
    return ids[static_cast<std::size_t>(verdict)];
}

std::optional<Bytes> capacityFor(const Device& device, const MemoryPlan& plan)
{
    const Bytes left = device.usable - overheadsOn(device, plan).total();
    return left > Bytes() ? std::optional(left) : std::nullopt;
}

DeviceVerdict judge(const Band& reserved, const MemoryPlan& plan, const Device& device)
{
    DeviceVerdict result;
    result.device = device;
    result.overheads = overheadsOn(device, plan);
    setTotal(result, reserved.expected + result.overheads.total(), plan.tightAbove);
    result.probability = chanceWithin(totalBand(reserved, result.overheads, device, plan), result.headroom);
    return result;
}

DeviceVerdict judge(const Band& reserved, Bytes allocated, const MemoryPlan& plan, const Device& device,
                    const CardRun& run, const StepProgram& program)
{
    DeviceVerdict result = judge(reserved, plan, device);
    if (run.failure) {
        result.verdict = Verdict::Oom;
        if (run.capacity > Bytes()) // else the context alone is too much
            result.oom = outOfMemory(*run.failure, program);
        return result;
    }
    if (run.retries == 0)
        return result;
    result.releasesCache = true;
    setTotal(result, run.reservedPeak + result.overheads.total(), plan.tightAbove);
    // Between the simulated need and the blocks in use lies what giving back can still gain; it is not always gained.
    const Bytes gain = device.usable - allocated - result.overheads.total();
    result.probability
        = std::max(0.5, chanceWithin(totalBand(reserved, result.overheads, device, plan), Bytes(gain.count() / 2)));
    return result;
}

} // namespace plimsoll
