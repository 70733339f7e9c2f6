// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/pipeline.h"

#include "step/zerobubble.h"

#include <algorithm>

namespace plimsoll::step {

namespace {

// With several parts a stage turns to the next after as many micro-batches as there are stages; backward begins with
// the last part.
StageTask forward(const ParallelPlan& plan, std::int64_t number)
{
    return {Direction::Forth, number / plan.pipeline % plan.virtualStages};
}

StageTask backward(const ParallelPlan& plan, std::int64_t number)
{
    return {Direction::Back, plan.virtualStages - 1 - number / plan.pipeline % plan.virtualStages};
}

// Forwards before the first backward.
std::int64_t warmUp(const ParallelPlan& plan, std::int64_t stage)
{
    const std::int64_t total = plan.microBatches * plan.virtualStages;
    const std::int64_t after = plan.pipeline - 1 - stage;
    if (plan.schedule == PipelineSchedule::GPipe)
        return total;
    return std::min(total, plan.virtualStages > 1 ? 2 * after + (plan.virtualStages - 1) * plan.pipeline : after);
}

} // namespace

std::int64_t roundsAlike(const ParallelPlan& plan, std::int64_t stage)
{
    if (plan.splitsBackward())
        return 0;
    const std::int64_t round = plan.pipeline * plan.virtualStages;
    const std::int64_t pairs = plan.microBatches * plan.virtualStages - warmUp(plan, stage);
    // The first makes gradients, the last reduces them, and one stands for those between.
    return plan.virtualStages > 1 ? std::max<std::int64_t>(pairs / round - 3, 0) : 0;
}

std::vector<StageTasks> scheduleOf(const ParallelPlan& plan, std::int64_t stage, std::int64_t roundsLeftOut)
{
    if (plan.splitsBackward())
        return zeroBubbleSchedule(plan, stage);
    const std::int64_t round = plan.pipeline * plan.virtualStages;
    const std::int64_t total = plan.microBatches * plan.virtualStages;
    std::vector<StageTasks> runs;
    const auto add = [&runs](std::vector<StageTask> tasks) {
        if (!runs.empty() && runs.back().tasks == tasks)
            ++runs.back().times;
        else
            runs.push_back({std::move(tasks), 1});
    };
    std::int64_t forwards = 0;
    std::int64_t backwards = 0;
    const std::int64_t warm = warmUp(plan, stage);
    for (; forwards < warm; ++forwards)
        add({forward(plan, forwards)});
    for (; forwards < total; ++forwards, ++backwards) {
        if (forwards == warm + round) {
            forwards += roundsLeftOut * round;
            backwards += roundsLeftOut * round;
        }
        add({forward(plan, forwards), backward(plan, backwards)});
    }
    for (; backwards < total; ++backwards)
        add({backward(plan, backwards)});
    return runs;
}

std::int64_t mostInFlight(const ParallelPlan& plan, std::int64_t stage)
{
    if (plan.splitsBackward())
        return mostHeld(zeroBubbleSchedule(plan, stage));
    const std::int64_t total = plan.microBatches * plan.virtualStages;
    return std::min(total, warmUp(plan, stage) + 1);
}

} // namespace plimsoll::step
