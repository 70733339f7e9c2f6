// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/layout.h"

#include "scenario/choices.h"
#include "scenario/parallellayout.h"
#include "scenario/scenariofile.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace plimsoll {

namespace {

// More parts than these make the bubble little smaller, and hardly anyone runs them.
constexpr std::int64_t mostVirtualStages = 4;

constexpr std::array recomputations{Checkpointing::None, Checkpointing::Selective, Checkpointing::Full};

std::vector<std::int64_t> divisors(std::int64_t number)
{
    std::vector<std::int64_t> all;
    for (std::int64_t d = 1; d <= number; ++d)
        if (number % d == 0)
            all.push_back(d);
    return all;
}

struct PlanOption
{
    ParallelPlan plan;
    std::vector<Checkpointing> checkpointing; // that goes with it
};

// As a scenario file would say it; with virtual stages, as many micro-batches as stages are enough to ask.
bool isScenario(const Scenario& scenario, const ParallelPlan& plan, Checkpointing checkpointing)
{
    const Scenario spread = withLayout(scenario, {plan, 1, plan.pipeline, checkpointing});
    return !layoutMisfit(spread) && readScenario(writeScenario(spread), {});
}

std::vector<Checkpointing> checkpointingFor(const Scenario& scenario, const ParallelPlan& plan)
{
    std::vector<Checkpointing> allowed;
    for (const Checkpointing checkpointing : recomputations)
        if (isScenario(scenario, plan, checkpointing))
            allowed.push_back(checkpointing);
    return allowed;
}

// The plans of one split of layers: each way to spread data over what is left of the GPUs.
void addPlans(const Scenario& scenario, ParallelPlan plan, std::vector<PlanOption>& options)
{
    const std::int64_t replicas = plan.dataGroup();
    for (std::size_t i = 0; i < choices<DataParallel>().size(); ++i) {
        plan.data = static_cast<DataParallel>(i);
        if ((plan.data == DataParallel::None) != (replicas == 1))
            continue;
        if (plan.data == DataParallel::Hsdp && (plan.shardGroup >= replicas || replicas % plan.shardGroup != 0))
            continue;
        std::vector<Checkpointing> allowed = checkpointingFor(scenario, plan);
        if (!allowed.empty())
            options.push_back({plan, std::move(allowed)});
    }
}

std::vector<PlanOption> plansOf(const Scenario& scenario, std::int64_t gpus)
{
    std::vector<PlanOption> options;
    ParallelPlan plan = scenario.parallelism;
    plan.gpus = gpus;
    plan.stage.reset();
    for (const std::int64_t tensor : divisors(gpus)) {
        plan.tensor = tensor;
        plan.sequenceParallel = tensor > 1 && scenario.training.sequenceLength % tensor == 0;
        for (const std::int64_t pipeline : divisors(gpus / tensor)) {
            plan.pipeline = pipeline;
            const std::int64_t mostParts
                = pipeline > 1 ? std::min(mostVirtualStages, scenario.model.layers / pipeline) : 1;
            for (plan.virtualStages = 1; plan.virtualStages <= mostParts; ++plan.virtualStages) {
                plan.schedule
                    = plan.virtualStages > 1 ? PipelineSchedule::Interleaved : PipelineSchedule::OneForwardOneBackward;
                addPlans(scenario, plan, options);
            }
        }
    }
    return options;
}

} // namespace

Scenario withLayout(const Scenario& scenario, const Layout& layout)
{
    Scenario spread = scenario;
    spread.parallelism = layout.parallelism;
    const bool staged = layout.parallelism.pipeline > 1;
    if (staged)
        spread.parallelism.microBatches = layout.microBatches;
    spread.training.gradientAccumulation = staged ? 1 : layout.microBatches;
    spread.training.microBatch = layout.microBatch;
    spread.training.checkpointing = layout.checkpointing;
    return spread;
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
    for (const PlanOption& option : plansOf(scenario, space.gpus)) {
        const ParallelPlan& plan = option.plan;
        if (space.globalBatch % plan.dataGroup() != 0)
            continue;
        newPlan(plan);
        const std::int64_t sequences = space.globalBatch / plan.dataGroup();
        for (const std::int64_t microBatch : divisors(sequences)) {
            Layout layout{plan, microBatch, sequences / microBatch, Checkpointing::None};
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
