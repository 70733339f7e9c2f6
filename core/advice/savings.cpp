// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/savings.h"

#include "advice/stops.h"
#include "scenario/scenariofile.h"

#include <algorithm>

namespace plimsoll {

namespace {

Change changeTo(const StopLever& lever, LeverStop stop)
{
    return {{std::string(lever.path)},
            std::string(lever.label) + ": " + stop.label,
            std::move(stop.cost),
            std::string(lever.source),
            std::move(stop.scenario)};
}

// The same tokens in a step, where accumulation can make up for what a smaller batch loses.
void accumulate(Change& change, const Scenario& before)
{
    const std::int64_t smaller = change.scenario.training.microBatch;
    if (smaller >= before.training.microBatch || before.training.microBatch % smaller != 0)
        return;
    const std::int64_t times = before.training.gradientAccumulation * (before.training.microBatch / smaller);
    Result<Scenario> accumulated
        = withValue(change.scenario, "training.gradient_accumulation=" + std::to_string(times));
    if (!accumulated)
        return;
    change.scenario = std::move(*accumulated);
    change.label += ", accumulated over more";
}

void addNextSmaller(std::vector<Change>& changes, const Scenario& scenario, const StopLever& lever)
{
    std::vector<LeverStop> stops = leverStops(scenario, lever.path);
    const auto current = std::ranges::find(stops, true, &LeverStop::isCurrent);
    if (current == stops.begin() || current == stops.end())
        return;
    changes.push_back(changeTo(lever, std::move(*std::prev(current))));
    accumulate(changes.back(), scenario);
}

void addEveryStop(std::vector<Change>& changes, const Scenario& scenario, const StopLever& lever)
{
    for (LeverStop& stop : leverStops(scenario, lever.path))
        if (!stop.isCurrent)
            changes.push_back(changeTo(lever, std::move(stop)));
}

std::string joined(const std::string& first, const std::string& second, std::string_view between)
{
    return first.empty() || second.empty() ? first + second : first + std::string(between) + second;
}

} // namespace

std::vector<Change> singleChanges(const Scenario& scenario)
{
    std::vector<Change> changes;
    for (const StopLever& lever : stopLevers()) {
        if (lever.advised == Advised::No || !hasEffect(lever, scenario))
            continue;
        if (lever.advised == Advised::NextSmaller)
            addNextSmaller(changes, scenario, lever);
        else
            addEveryStop(changes, scenario, lever);
    }
    return changes;
}

std::vector<Change> pairsWith(const Change& first)
{
    std::vector<Change> pairs;
    for (Change& second : singleChanges(first.scenario)) {
        if (second.levers == first.levers)
            continue;
        pairs.push_back({{first.levers.front(), second.levers.front()},
                         first.label + " and " + second.label,
                         joined(first.cost, second.cost, "; "),
                         joined(first.source, second.source, "; "),
                         std::move(second.scenario)});
    }
    return pairs;
}

void rank(std::vector<Advice>& advice)
{
    std::ranges::stable_sort(advice, std::ranges::greater(), [](const Advice& each) { return each.saving(); });
}

} // namespace plimsoll
