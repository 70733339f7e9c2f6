// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/layoutplan.h"

#include "advice/layoutfloor.h"
#include "memory/verdict.h"
#include "scenario/scenariofile.h"
#include "step/gputraits.h"

#include <algorithm>
#include <utility>

namespace plimsoll {

namespace {

struct Candidate
{
    double time = 0;
    std::int64_t floor = 0;
    Layout layout;
};

Error undivided(const LayoutSpace& space)
{
    Error error;
    error.path = "gpus";
    error.found = std::to_string(space.gpus);
    error.expected = "a number of GPUs that this model's heads and layers and a batch of "
        + std::to_string(space.globalBatch) + " sequences can be divided over";
    return error;
}

// Those that may fit, least time first; of equal ones those that need less.
std::vector<Candidate> candidates(const Scenario& scenario, const Workload& workload, std::int64_t usable,
                                  LayoutFloor& floor, LayoutPlan& plan)
{
    std::vector<Candidate> found;
    std::int64_t resident = 0;
    visitLayouts(
        scenario, plan.space, [&](const ParallelPlan& next) { resident = floor.resident(next); },
        [&](const Layout& layout) {
            ++plan.checked;
            const std::int64_t least = resident > usable ? resident : floor.bytes(layout, resident);
            if (least > usable)
                ++plan.tooLarge;
            else
                found.push_back({costOf(scenario, workload, layout).time(), least, layout});
        });
    std::ranges::sort(found, {}, [](const Candidate& each) { return std::pair(each.time, each.floor); });
    return found;
}

// The layout as a scenario file would give it, checked like one.
Result<Estimate> estimateOf(const Scenario& scenario, const Layout& layout, const Device& device)
{
    const Result<ScenarioFile> spread = readScenario(writeScenario(withLayout(scenario, layout)), {});
    if (!spread)
        return spread.error();
    return estimate(spread->scenario, std::span(&device, 1));
}

} // namespace

Result<LayoutPlan> planLayouts(const Scenario& scenario, const LayoutSpace& space, const Device& device,
                               std::size_t most, const std::atomic<bool>* stop)
{
    const Result<Estimate> alone = estimate(withLayout(scenario, Layout{}), {});
    if (!alone)
        return alone.error();
    LayoutPlan plan;
    plan.space = space;
    const Workload workload = workloadOf(alone->parameters.total, alone->parameters.active, device);
    const std::int64_t usable = device.usable.count();
    LayoutFloor floor(scenario, step::traitsOf(device.computeCapability));
    const std::vector<Candidate> order = candidates(scenario, workload, usable, floor, plan);
    if (plan.checked == 0)
        return undivided(space);
    for (const Candidate& candidate : order) {
        if (plan.layouts.size() == most || (stop && *stop)) {
            plan.complete = false;
            break;
        }
        if (floor.firstStagePeak(candidate.layout) > usable) {
            ++plan.tooLarge;
            continue;
        }
        ++plan.estimated;
        Result<Estimate> spread = estimateOf(scenario, candidate.layout, device);
        if (spread && spread->devices.front().verdict != Verdict::Oom)
            plan.layouts.push_back(
                {candidate.layout, costOf(scenario, workload, candidate.layout), std::move(*spread)});
    }
    return plan;
}

} // namespace plimsoll
