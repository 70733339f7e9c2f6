// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/verdict.h"

#include "memory/overheads.h"

#include <array>

namespace plimsoll {

namespace {

Verdict verdictFor(const DeviceVerdict& figures, double tightAbove)
{
    if (figures.total > figures.device.usable)
        return Verdict::Oom;
    return figures.usedFraction > tightAbove ? Verdict::Tight : Verdict::Fits;
}

} // namespace

std::string_view id(Verdict verdict)
{
    static constexpr std::array<std::string_view, 3> ids{"fits", "tight", "oom"};
    return ids[static_cast<std::size_t>(verdict)];
}

DeviceVerdict judge(const Band& reserved, const MemoryPlan& plan, const Device& device)
{
    DeviceVerdict result;
    result.device = device;
    result.overheads = overheadsOn(device, plan);
    result.total = reserved.expected + result.overheads.total();
    result.headroom = device.usable - result.total;
    result.usedFraction = result.total.toDouble() / device.usable.toDouble();
    result.verdict = verdictFor(result, plan.tightAbove);
    return result;
}

} // namespace plimsoll
