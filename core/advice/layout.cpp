// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/layout.h"

#include "scenario/choices.h"
#include "scenario/parallellayout.h"
#include "scenario/scenariofile.h"

#include <algorithm>
#include <array>
#include <map>
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
        const Kind kind{plan.tensor > 1,       plan.pipeline > 1, plan.virtualStages > 1,
                        plan.sequenceParallel, plan.data,         checkpointing};
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
    // Split, staged, in several parts, sequences split, how data is spread, checkpointing.
    using Kind = std::tuple<bool, bool, bool, bool, DataParallel, Checkpointing>;

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
    const std::int64_t replicas = plan.dataGroup();
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

std::vector<PlanOption> plansOf(const Scenario& scenario, std::int64_t gpus)
{
    std::vector<PlanOption> options;
    KindsOfPlan kinds(scenario);
    ParallelPlan plan = scenario.parallelism;
    plan.gpus = gpus;
    plan.stage.reset();
    for (const std::int64_t tensor : divisors(gpus)) {
        plan.tensor = tensor;
        plan.sequenceParallel = tensor > 1 && scenario.training.sequenceLength % tensor == 0;
        for (const std::int64_t pipeline : divisors(gpus / tensor)) {
            plan.pipeline = pipeline;
            const std::int64_t mostParts = pipeline > 1 ? scenario.model.layers / pipeline : 1;
            for (plan.virtualStages = 1; plan.virtualStages <= mostParts; ++plan.virtualStages) {
                plan.schedule
                    = plan.virtualStages > 1 ? PipelineSchedule::Interleaved : PipelineSchedule::OneForwardOneBackward;
                addPlans(kinds, plan, options);
            }
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
