// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/megatronfloor.h"

#include "step/megatron/loop.h"
#include "step/programbytes.h"

#include <algorithm>
#include <utility>

namespace plimsoll {

namespace {

// Live bytes of a step.
struct Moments
{
    std::int64_t beforeBackward = 0;
    std::int64_t highestInBackward = 0;
};

Moments momentsOf(const StepProgram& program)
{
    Moments moments;
    std::int64_t now = 0;
    bool begun = false;
    for (std::size_t s = 0; s < program.sections.size(); ++s) {
        const bool back = s >= program.steadyFrom && program.sections[s].phase == Phase::Backward;
        if (back && !begun)
            moments.beforeBackward = now;
        begun = begun || back;
        for (std::uint32_t e = program.sections[s].firstEvent; e < program.sectionEnd(s); ++e) {
            now += movedBy(program, program.events[e]);
            if (back)
                moments.highestInBackward = std::max(moments.highestInBackward, now);
        }
    }
    return moments;
}

// One micro-batch through the second of three stages, which has nothing but layers.
Scenario betweenStages(const Scenario& scenario, Layout layout, std::int64_t microBatch, std::int64_t layers)
{
    ParallelPlan& plan = layout.parallelism;
    plan.pipeline = 3;
    plan.virtualStages = 1;
    plan.schedule = PipelineSchedule::OneForwardOneBackward;
    plan.stage = 1;
    plan.data = DataParallel::None;
    plan.gpus = plan.tensor * plan.pipeline * plan.context * plan.expert;
    layout.microBatch = microBatch;
    layout.microBatches = 1;
    Scenario stage = withLayout(scenario, layout);
    stage.model.layers = plan.pipeline * layers;
    stage.training.megatron.recomputeMethod = RecomputeMethod::Uniform;
    stage.training.megatron.recomputeLayers = 1;
    return stage;
}

} // namespace

MegatronLayer megatronLayer(const Scenario& scenario, const Layout& layout, std::int64_t microBatch,
                            const step::GpuTraits& gpu)
{
    const auto stateAndMoments = [&](std::int64_t layers) {
        const Scenario stage = betweenStages(scenario, layout, microBatch, layers);
        return std::pair(step::megatron::bytesOfState(stage, gpu),
                         momentsOf(step::megatron::recordTraining(stage, gpu, step::Recording::SteadyStep)));
    };
    const auto [stateOfOne, one] = stateAndMoments(1);
    const auto [stateOfTwo, two] = stateAndMoments(2);
    MegatronLayer layer;
    layer.kept = two.beforeBackward - one.beforeBackward - (stateOfTwo - stateOfOne);
    layer.rise = one.highestInBackward - stateOfOne - layer.kept;
    const MegatronPlan& plan = scenario.training.megatron;
    if (layout.checkpointing != Checkpointing::Full)
        return layer;
    // Of so many layers, one input is kept; of some of a stage's only, the others keep more and need not rise so much.
    if (plan.recomputeMethod == RecomputeMethod::Uniform)
        layer.kept /= plan.recomputeLayers;
    else
        layer.rise = 0;
    return layer;
}

std::int64_t megatronResident(const Scenario& scenario, const ParallelPlan& plan, const step::GpuTraits& gpu)
{
    Layout layout{plan, 1, 1, Checkpointing::None};
    ParallelPlan& first = layout.parallelism;
    first.virtualStages = 1;
    first.schedule = PipelineSchedule::OneForwardOneBackward;
    first.stage = 0;
    first.context = plan.dataGroup() * plan.context; // which has the fewest angles of positions
    return step::megatron::bytesOfState(withLayout(scenario, layout), gpu);
}

} // namespace plimsoll
