// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/layout.h"

#include "scenario/choices.h"
#include "scenario/parallellayout.h"
#include "scenario/scenariofile.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace plimsoll {

namespace {

constexpr std::array recomputations{Checkpointing::None, Checkpointing::Selective, Checkpointing::Full};

std::vector<std::int64_t> divisors(std::int64_t number)
{
    std::vector<std::int64_t> all;
    for (std::int64_t d = 1; d * d <= number; ++d)
        if (number % d == 0) {
            all.push_back(d);
            if (d * d != number)
                all.push_back(number / d);
        }
    std::ranges::sort(all);
    return all;
}

struct PlanOption
{
    ParallelPlan plan;
    std::vector<Checkpointing> checkpointing; // that goes with it
};

// Which kinds of plans a scenario file may hold. Sizes are checked by themselves; beside those, what goes together
// depends on these choices only.
class KindsOfPlan
{
public:
    explicit KindsOfPlan(const Scenario& scenario)
        : m_spread(scenario)
    {
    }

    // With virtual stages, as many micro-batches as stages are enough to ask.
    bool allow(const ParallelPlan& plan, Checkpointing checkpointing)
    {
        spreadBy({plan, 1, plan.pipeline, checkpointing}, m_spread);
        if (layoutMisfit(m_spread))
            return false;
        const Kind kind{
            plan.tensor > 1, plan.pipeline > 1, plan.virtualStages > 1, plan.sequenceParallel, plan.context > 1,
            plan.expert > 1, plan.data,         checkpointing};
        const auto [known, isNew] = m_known.try_emplace(kind, false);
        if (isNew)
            known->second = static_cast<bool>(readScenario(writeScenario(m_spread), {}));
        return known->second;
    }

    std::vector<Checkpointing> checkpointingFor(const ParallelPlan& plan)
    {
        std::vector<Checkpointing> allowed;
        for (const Checkpointing checkpointing : recomputations)
            if (allow(plan, checkpointing))
                allowed.push_back(checkpointing);
        return allowed;
    }

private:
    // Split, staged, in several parts, sequences split, sequences cut, experts spread, how data is spread,
    // checkpointing.
    using Kind = std::tuple<bool, bool, bool, bool, bool, bool, DataParallel, Checkpointing>;

    Scenario m_spread;
    std::map<Kind, bool> m_known;
};

// The plans of one split of layers: each way to spread data over what is left of the GPUs.
void addPlans(KindsOfPlan& kinds, ParallelPlan plan, std::vector<PlanOption>& options)
{
    const auto add = [&] {
        if (std::vector<Checkpointing> allowed = kinds.checkpointingFor(plan); !allowed.empty())
            options.push_back({plan, std::move(allowed)});
    };
    const std::int64_t replicas = plan.dataGroup() * plan.context; // hold the same layers
    for (std::size_t i = 0; i < choices<DataParallel>().size(); ++i) {
        plan.data = static_cast<DataParallel>(i);
        if (plan.isFlat() || (plan.data == DataParallel::None) != (replicas == 1)) // FSDP2 does what FSDP1 did
            continue;
        if (plan.data != DataParallel::Hsdp) {
            add();
            continue;
        }
        const std::int64_t group = plan.shardGroup;
        for (const std::int64_t shards : divisors(replicas)) {
            plan.shardGroup = shards;
            if (shards > 1 && shards < replicas)
                add();
        }
        plan.shardGroup = group;
    }
}

// What only Megatron-LM does.
class MegatronAxes
{
public:
    explicit MegatronAxes(const Scenario& scenario)
        : m_scenario(scenario),
          m_on(scenario.training.stack == Stack::Megatron)
    {
    }

    // Over how many of so many GPUs sequences can be cut, into two pieces for each.
    std::vector<std::int64_t> contexts(std::int64_t gpus) const
    {
        const std::int64_t pieces = m_scenario.training.sequenceLength / 2;
        return m_on && pieces > 0 ? divisors(std::gcd(gpus, pieces)) : std::vector<std::int64_t>{1};
    }
    // Over how many of so many that hold the same layers experts can be spread.
    std::vector<std::int64_t> experts(std::int64_t copies) const
    {
        const std::optional<MixtureOfExperts>& experts = m_scenario.model.experts;
        return m_on && experts ? divisors(std::gcd(experts->experts, copies)) : std::vector<std::int64_t>{1};
    }
    // Whether layers may be dealt out to so many parts: as many to each.
    bool takesParts(std::int64_t parts) const { return !m_on || m_scenario.model.layers % parts == 0; }
    bool sharesSequence(std::int64_t tensor, std::int64_t context) const
    {
        return tensor > 1 && m_scenario.training.sequenceLength % (tensor * context) == 0;
    }

private:
    const Scenario& m_scenario;
    bool m_on;
};

// What a split must divide is checked before anything else: most numbers of GPUs do not.
std::vector<std::int64_t> splitsOf(const ModelSpec& model, std::int64_t gpus)
{
    return divisors(std::gcd(std::gcd(model.heads, model.kvHeads), std::gcd(model.ffn, gpus)));
}

// The plans of one split and one number of stages.
void addStages(KindsOfPlan& kinds, const MegatronAxes& axes, ParallelPlan plan, std::int64_t mostParts,
               std::vector<PlanOption>& options)
{
    const std::int64_t copies = plan.gpus / (plan.tensor * plan.pipeline);
    for (plan.virtualStages = 1; plan.virtualStages <= mostParts; ++plan.virtualStages) {
        if (!axes.takesParts(plan.pipeline * plan.virtualStages))
            continue;
        plan.schedule
            = plan.virtualStages > 1 ? PipelineSchedule::Interleaved : PipelineSchedule::OneForwardOneBackward;
        for (const std::int64_t context : axes.contexts(copies)) {
            plan.context = context;
            plan.sequenceParallel = axes.sharesSequence(plan.tensor, context);
            for (const std::int64_t expert : axes.experts(copies)) {
                plan.expert = expert;
                addPlans(kinds, plan, options);
            }
        }
    }
}

std::vector<PlanOption> plansOf(const Scenario& scenario, std::int64_t gpus)
{
    std::vector<PlanOption> options;
    KindsOfPlan kinds(scenario);
    const MegatronAxes axes(scenario);
    ParallelPlan plan = scenario.parallelism;
    plan.gpus = gpus;
    plan.stage.reset();
    for (const std::int64_t tensor : splitsOf(scenario.model, gpus)) {
        plan.tensor = tensor;
        for (const std::int64_t pipeline : divisors(gpus / tensor)) {
            plan.pipeline = pipeline;
            addStages(kinds, axes, plan, pipeline > 1 ? scenario.model.layers / pipeline : 1, options);
        }
    }
    return options;
}

} // namespace

Scenario withLayout(const Scenario& scenario, const Layout& layout)
{
    Scenario spread = scenario;
    spreadBy(layout, spread);
    return spread;
}

void spreadBy(const Layout& layout, Scenario& scenario)
{
    const bool staged = layout.parallelism.pipeline > 1;
    scenario.parallelism = layout.parallelism;
    if (staged)
        scenario.parallelism.microBatches = layout.microBatches;
    scenario.training.gradientAccumulation = staged ? 1 : layout.microBatches;
    scenario.training.microBatch = layout.microBatch;
    scenario.training.checkpointing = layout.checkpointing;
}

std::int64_t globalBatchOf(const Scenario& scenario, std::int64_t gpus)
{
    const ParallelPlan& plan = scenario.parallelism;
    const std::int64_t microBatches = plan.pipeline > 1 ? plan.microBatches : scenario.training.gradientAccumulation;
    return std::max(gpus, scenario.training.microBatch * microBatches * plan.dataGroup());
}

void visitLayouts(const Scenario& scenario, const LayoutSpace& space,
                  const std::function<void(const ParallelPlan&)>& newPlan,
                  const std::function<void(const Layout&)>& visit)
{
    std::map<std::int64_t, std::vector<std::int64_t>> known;
    const auto divisorsOf = [&known](std::int64_t number) -> const std::vector<std::int64_t>& {
        const auto [place, isNew] = known.try_emplace(number);
        if (isNew)
            place->second = divisors(number);
        return place->second;
    };
    for (const PlanOption& option : plansOf(scenario, space.gpus)) {
        const ParallelPlan& plan = option.plan;
        if (space.globalBatch % plan.dataGroup() != 0)
            continue;
        newPlan(plan);
        const std::int64_t sequences = space.globalBatch / plan.dataGroup();
        Layout layout{plan, 1, 1, Checkpointing::None};
        for (const std::int64_t microBatch : divisorsOf(sequences)) {
            layout.microBatch = microBatch;
            layout.microBatches = sequences / microBatch;
            if (plan.virtualStages > 1 && layout.microBatches % plan.pipeline != 0)
                continue;
            for (const Checkpointing checkpointing : option.checkpointing) {
                layout.checkpointing = checkpointing;
                visit(layout);
            }
        }
    }
}

} // namespace plimsoll
