// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/layoutplan.h"

#include "advice/layoutfloor.h"
#include "advice/parallel.h"
#include "memory/sizecheck.h"
#include "memory/verdict.h"
#include "scenario/refusal.h"
#include "scenario/scenariofile.h"
#include "step/gputraits.h"
#include "step/trainingloop.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <optional>
#include <utility>

namespace plimsoll {

namespace {

struct Candidate
{
    LayoutCost cost;
    std::int64_t floor = 0;  // bytes
    std::int64_t usable = 0; // of the device
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

// What the device leaves to PyTorch.
std::int64_t roomFor(const Scenario& scenario, const ParallelPlan& plan, const Device& device)
{
    Scenario spread;
    spread.memory = scenario.memory;
    spread.parallelism = plan;
    return capacityFor(device, withCommunicators(spread)).value_or(Bytes()).count();
}

// Those that may fit, least time first; of equal ones those that need less.
std::vector<Candidate> candidates(const Scenario& scenario, const Workload& workload, const Device& device,
                                  LayoutFloor& floor, LayoutPlan& plan)
{
    std::vector<Candidate> found;
    std::int64_t resident = 0;
    std::int64_t usable = 0;
    visitLayouts(
        scenario, plan.space,
        [&](const ParallelPlan& next) {
            resident = floor.resident(next);
            usable = roomFor(scenario, next, device);
        },
        [&](const Layout& layout) {
            ++plan.checked;
            const std::int64_t least = resident > usable ? resident : floor.bytes(layout, resident);
            if (least > usable)
                ++plan.tooLarge;
            else
                found.push_back({costOf(scenario, workload, layout), least, usable, layout});
        });
    std::ranges::stable_sort(found, {}, [](const Candidate& each) { return std::pair(each.cost.time(), each.floor); });
    return found;
}

// What became of a candidate.
struct Outcome
{
    bool ruledOut = false; // by its first stage
    std::optional<RankedLayout> fits;
};

// The scenario as a file with the layout would give it, checked like one.
Outcome outcomeOf(const Scenario& scenario, const Candidate& candidate, LayoutFloor& floor, const Device& device)
{
    const std::int64_t firstStage = floor.firstStagePeak(candidate.layout);
    if (firstStage > candidate.usable)
        return {true, std::nullopt};
    Result<ScenarioFile> spread = readScenario(writeScenario(withLayout(scenario, candidate.layout)), {});
    if (!spread)
        return {};
    const std::optional<CardCheck> check
        = checkOn(spread->scenario, device,
                  LayoutFloor::isExact(candidate.layout) ? std::optional(Bytes(firstStage)) : std::nullopt);
    if (!check || check->verdict == Verdict::Oom)
        return {};
    return {false, RankedLayout{candidate.layout, candidate.cost, std::move(spread->scenario), *check, device.usable}};
}

// Of the first candidates, in order, so many that as many as are wanted fit, or all. Each is looked at as soon as a
// processor is free, so that some beyond the last that is wanted may be among them.
std::vector<Outcome> outcomesOf(const std::vector<Candidate>& order, std::size_t wanted,
                                const std::function<Outcome(const Candidate&)>& outcome, const std::atomic<bool>* stop)
{
    std::vector<Outcome> outcomes(order.size());
    std::atomic<std::size_t> next = 0;
    std::atomic<std::size_t> fitting = 0;
    onEachProcessor(order.size(), [&] {
        while (fitting < wanted && !(stop && *stop)) {
            const std::size_t i = next++;
            if (i >= order.size())
                break;
            outcomes[i] = outcome(order[i]);
            fitting += outcomes[i].fits ? 1 : 0;
        }
    });
    outcomes.resize(std::min(next.load(), order.size()));
    return outcomes;
}

} // namespace

Result<LayoutPlan> planLayouts(const Scenario& scenario, const LayoutSpace& space, const Device& device,
                               std::size_t most, const std::atomic<bool>* stop)
{
    if (const Result<Scenario> allowed = asFilesHold(scenario); !allowed)
        return allowed.error();
    if (const std::optional<Error> error = checkSizes(scenario))
        return *error;
    if (const std::optional<Error> error = checkTargets(scenario))
        return *error;
    LayoutPlan plan;
    plan.space = space;
    const step::GpuTraits gpu = step::traitsOf(device.computeCapability);
    const std::int64_t parameters
        = step::record(withLayout(scenario, Layout{}), gpu, step::Recording::SteadyStep).parameters;
    const Workload workload = workloadOf(scenario.model, parameters, device);
    LayoutFloor floor(scenario, gpu);
    const std::vector<Candidate> order = candidates(scenario, workload, device, floor, plan);
    if (plan.checked == 0)
        return undivided(space);
    std::vector<Outcome> outcomes = outcomesOf(
        order, most, [&](const Candidate& each) { return outcomeOf(scenario, each, floor, device); }, stop);
    std::size_t next = 0;
    for (; next < outcomes.size() && plan.layouts.size() < most; ++next) {
        (outcomes[next].ruledOut ? plan.tooLarge : plan.estimated) += 1;
        if (outcomes[next].fits)
            plan.layouts.push_back(std::move(*outcomes[next].fits));
    }
    plan.complete = next == order.size();
    return plan;
}

} // namespace plimsoll
