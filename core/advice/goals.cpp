// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/goals.h"

#include "advice/solve.h"
#include "base/format.h"
#include "interchange/modelsizes.h"
#include "memory/cardcheck.h"
#include "scenario/scenariofile.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace plimsoll {

namespace {

constexpr std::int64_t mostGpus = 1024;

bool fits(const Scenario& scenario, const Device& device)
{
    const std::optional<CardCheck> check = checkOn(scenario, device);
    return check && check->verdict != Verdict::Oom;
}

Result<Goal::Reached> largestOf(const Scenario& scenario, const Device& device, std::string_view field)
{
    Result<Solution> solution = solve(scenario, device, field);
    if (!solution)
        return solution.error();
    if (solution->value == 0)
        return Goal::Reached();
    return Goal::Reached{formatCount(solution->value), std::move(solution->estimate.scenario)};
}

Result<Goal::Reached> largestBatch(const Scenario& scenario, const Device& device)
{
    return largestOf(scenario, device, "training.micro_batch");
}

Result<Goal::Reached> longestSequence(const Scenario& scenario, const Device& device)
{
    return largestOf(scenario, device, "training.sequence_length");
}

Scenario inSize(const Scenario& scenario, double parameters)
{
    Scenario scaled = scenario;
    scaled.model = inSize(scenario.model, parameters);
    return scaled;
}

// The scenario over so many GPUs, where it goes with them.
std::optional<Scenario> spreadOver(const Scenario& scenario, std::int64_t gpus)
{
    Scenario spread = scenario;
    spread.parallelism.gpus = gpus;
    if (!spread.parallelism.isSharded())
        spread.parallelism.data = DataParallel::Fsdp;
    if (spread.parallelism.data == DataParallel::Hsdp)
        spread.parallelism.shardGroup = gpus;
    Result<ScenarioFile> read = readScenario(writeScenario(spread), {});
    if (!read)
        return std::nullopt;
    return std::move(read->scenario);
}

} // namespace

Result<Goal::Reached> largestModel(const Scenario& scenario, const Device& device)
{
    const std::vector<double> sizes = sizesOf(scenario.model);
    const auto first
        = std::ranges::partition_point(sizes, [&](double size) { return fits(inSize(scenario, size), device); });
    if (first == sizes.begin())
        return Goal::Reached();
    const double size = *std::prev(first);
    return Goal::Reached{formatCompact(std::llround(size)), inSize(scenario, size)};
}

Result<Goal::Reached> fewestGpus(const Scenario& scenario, const Device& device)
{
    if (scenario.parallelism.gpus == 1 && fits(scenario, device))
        return Goal::Reached{"1", scenario};
    const auto fitsOver = [&](std::int64_t gpus) {
        const std::optional<Scenario> spread = spreadOver(scenario, gpus);
        return spread && fits(*spread, device);
    };
    std::int64_t fitting = 2;
    while (fitting <= mostGpus && !fitsOver(fitting))
        fitting *= 2;
    if (fitting > mostGpus)
        return Goal::Reached();
    for (std::int64_t failing = fitting / 2; fitting - failing > 1;) {
        const std::int64_t middle = failing + (fitting - failing) / 2;
        (fitsOver(middle) ? fitting : failing) = middle;
    }
    return Goal::Reached{formatCount(fitting), spreadOver(scenario, fitting)};
}

std::span<const Goal> goals()
{
    static constexpr std::array<Goal, 4> table{{
        {"largest batch", "not even 1 fits", &largestBatch},
        {"longest sequence", "not even 1 fits", &longestSequence},
        {"largest model", "not even the smallest fits", &largestModel},
        {"fewest GPUs", "not even 1,024 hold it", &fewestGpus},
    }};
    return table;
}

} // namespace plimsoll
