// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/sweep.h"

#include "base/format.h"
#include "interchange/modelsizes.h"
#include "scenario/choices.h"
#include "scenario/scenariofile.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace plimsoll {

namespace {

constexpr int doublings = 4; // to either side
constexpr std::ptrdiff_t sizesAround = 4;
constexpr double sameSize = 0.02; // what differs less is no stop of its own

// The scenario with a value set as --set does, where its other choices allow it.
void addStop(std::vector<SweepStop>& stops, const Scenario& scenario, std::string_view path, std::string_view value,
             std::string label)
{
    Result<Scenario> changed = withValue(scenario, std::string(path) + '=' + std::string(value));
    if (changed)
        stops.push_back({std::move(label), std::move(*changed), false});
}

void markCurrent(std::vector<SweepStop>& stops, const Scenario& scenario)
{
    for (SweepStop& stop : stops)
        stop.isCurrent = stop.scenario == scenario;
}

template <std::int64_t TrainingPlan::*member>
std::vector<SweepStop> aroundCount(const Scenario& scenario, std::string_view path)
{
    const std::int64_t current = scenario.training.*member;
    std::vector<std::int64_t> values{current};
    for (std::int64_t power = 1; power <= current << doublings && power > 0; power *= 2)
        if (power != current && power >= current >> doublings)
            values.push_back(power);
    std::ranges::sort(values);
    std::vector<SweepStop> stops;
    for (const std::int64_t value : values)
        addStop(stops, scenario, path, std::to_string(value), formatCount(value));
    return stops;
}

template <class Enum>
std::vector<SweepStop> allValues(const Scenario& scenario, std::string_view path)
{
    std::vector<SweepStop> stops;
    for (const Choice& choice : choices<Enum>())
        addStop(stops, scenario, path, choice.id, std::string(choice.label));
    return stops;
}

std::vector<SweepStop> modelSizes(const Scenario& scenario, std::string_view)
{
    const double current = static_cast<double>(parametersOf(scenario.model));
    std::vector<SweepStop> stops{{formatCompact(std::llround(current)), scenario, true}};
    const std::vector<double> sizes = sizesOf(scenario.model);
    const auto nearest = std::ranges::lower_bound(sizes, current);
    const auto first = nearest - std::min(sizesAround, nearest - sizes.begin());
    const auto end = nearest + std::min(sizesAround, sizes.end() - nearest);
    for (auto size = first; size != end; ++size) {
        Scenario scaled = scenario;
        scaled.model = inSize(scenario.model, *size);
        if (std::abs(*size / current - 1) > sameSize)
            stops.push_back({formatCompact(std::llround(*size)), std::move(scaled), false});
    }
    std::ranges::stable_sort(stops, {}, [](const SweepStop& stop) { return parametersOf(stop.scenario.model); });
    return stops;
}

struct Rule
{
    SweepLever lever;
    std::vector<SweepStop> (*stops)(const Scenario&, std::string_view path);
};

constexpr std::array<Rule, 9> rules{{
    {{"training.micro_batch", "batch"}, &aroundCount<&TrainingPlan::microBatch>},
    {{"training.sequence_length", "sequence length"}, &aroundCount<&TrainingPlan::sequenceLength>},
    {{"model", "model size"}, &modelSizes},
    {{"training.precision", "precision"}, &allValues<Precision>},
    {{"training.optimizer", "optimizer"}, &allValues<Optimizer>},
    {{"training.checkpointing", "checkpointing"}, &allValues<Checkpointing>},
    {{"training.method", "method"}, &allValues<Method>},
    {{"training.attention", "attention"}, &allValues<Attention>},
    {{"training.loss", "loss"}, &allValues<Loss>},
}};

} // namespace

std::span<const SweepLever> sweepLevers()
{
    static const auto levers = [] {
        std::array<SweepLever, rules.size()> all;
        std::ranges::transform(rules, all.begin(), &Rule::lever);
        return all;
    }();
    return levers;
}

std::vector<SweepStop> sweepStops(const Scenario& scenario, std::string_view lever)
{
    const auto rule = std::ranges::find(rules, lever, [](const Rule& each) { return each.lever.path; });
    if (rule == rules.end())
        return {};
    std::vector<SweepStop> stops = rule->stops(scenario, lever);
    markCurrent(stops, scenario);
    return stops;
}

} // namespace plimsoll
