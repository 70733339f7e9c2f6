// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/stoprules.h"

#include "base/format.h"
#include "interchange/modelsizes.h"
#include "scenario/scenariofile.h"

#include <algorithm>
#include <cmath>

namespace plimsoll::stoprules {

namespace {

constexpr int mostDoublings = 4; // to either side
constexpr std::ptrdiff_t sizesAround = 4;
constexpr double sameSize = 0.02; // what differs less is no stop of its own

} // namespace

void Stops::add(std::string_view value, std::string label, std::string_view cost)
{
    Result<Scenario> changed = withValue(m_scenario, std::string(m_rule.lever.path) + '=' + std::string(value));
    if (!changed)
        return;
    const bool isCurrent = *changed == m_scenario;
    m_stops.push_back({std::move(label), std::string(cost), std::string(value), std::move(*changed), isCurrent});
}

std::vector<LeverStop> doublings(const Scenario& scenario, const Rule& rule)
{
    const std::int64_t current = rule.read(scenario);
    std::vector<std::int64_t> values{current};
    for (std::int64_t power = 1; power <= current << mostDoublings && power > 0; power *= 2)
        if (power != current && power >= current >> mostDoublings)
            values.push_back(power);
    std::ranges::sort(values);
    Stops stops(scenario, rule);
    for (const std::int64_t value : values)
        stops.add(std::to_string(value), formatCount(value), rule.cost);
    return stops.take();
}

std::vector<LeverStop> bothValues(const Scenario& scenario, const Rule& rule)
{
    Stops stops(scenario, rule);
    stops.add("false", "off", rule.cost);
    stops.add("true", "on", rule.cost);
    return stops.take();
}

std::vector<LeverStop> modelSizes(const Scenario& scenario, const Rule& rule)
{
    const double current = static_cast<double>(parametersOf(scenario.model));
    std::vector<LeverStop> stops{{formatCompact(std::llround(current)), std::string(rule.cost), {}, scenario, true}};
    const std::vector<double> sizes = sizesOf(scenario.model);
    const auto nearest = std::ranges::lower_bound(sizes, current);
    const auto first = nearest - std::min(sizesAround, nearest - sizes.begin());
    const auto end = nearest + std::min(sizesAround, sizes.end() - nearest);
    for (auto size = first; size != end; ++size) {
        Scenario scaled = scenario;
        scaled.model = inSize(scenario.model, *size);
        if (std::abs(*size / current - 1) > sameSize)
            stops.push_back({formatCompact(std::llround(*size)), std::string(rule.cost), {}, std::move(scaled), false});
    }
    std::ranges::stable_sort(stops, {}, [](const LeverStop& stop) { return parametersOf(stop.scenario.model); });
    return stops;
}

bool isQuantized(const Scenario& scenario)
{
    return scenario.training.method == Method::Qlora;
}

bool hasAdapters(const Scenario& scenario)
{
    return scenario.training.method != Method::Full;
}

bool checkpointsEveryNth(const Scenario& scenario)
{
    return scenario.training.checkpointing == Checkpointing::EveryNth;
}

bool hasLossChunks(const Scenario& scenario)
{
    return scenario.training.loss == Loss::Chunked || scenario.training.loss == Loss::ChunkedRecompute;
}

bool isCheckpointed(const Scenario& scenario)
{
    return scenario.training.checkpointing != Checkpointing::None;
}

bool isPlainBf16(const Scenario& scenario)
{
    return scenario.training.precision == Precision::Bf16;
}

bool isSpread(const Scenario& scenario)
{
    return scenario.parallelism.data != DataParallel::None;
}

bool hasSeveralGpus(const Scenario& scenario)
{
    return scenario.parallelism.gpus > 1;
}

bool isHybrid(const Scenario& scenario)
{
    return scenario.parallelism.data == DataParallel::Hsdp;
}

bool isReplicated(const Scenario& scenario)
{
    return scenario.parallelism.data == DataParallel::Ddp;
}

bool isSharded(const Scenario& scenario)
{
    return scenario.parallelism.isSharded();
}

bool isFlat(const Scenario& scenario)
{
    return scenario.parallelism.isFlat();
}

bool isSpreadByParameter(const Scenario& scenario)
{
    return isSharded(scenario) && !isFlat(scenario);
}

bool isMegatron(const Scenario& scenario)
{
    return scenario.training.stack == Stack::Megatron;
}

// Gathers overlap where sequences are split.
bool splitsNanotron(const Scenario& scenario)
{
    return scenario.training.stack == Stack::Nanotron && scenario.parallelism.sequenceParallel;
}

bool cutsSequences(const Scenario& scenario)
{
    return scenario.parallelism.context > 1;
}

bool recomputesLayers(const Scenario& scenario)
{
    return isMegatron(scenario) && scenario.training.checkpointing == Checkpointing::Full;
}

bool recomputesModules(const Scenario& scenario)
{
    return isMegatron(scenario) && scenario.training.checkpointing == Checkpointing::Selective;
}

} // namespace plimsoll::stoprules
