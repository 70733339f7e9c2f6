// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/parallelplan.h"

#include <cstdint>
#include <vector>

namespace plimsoll::step {

// Back is in one part, or in two: to what the stage got, and to its weights.
enum class Direction { Forth, Back, ToInput, ToWeights };

// What a stage does next: a micro-batch through one of its parts.
struct StageTask
{
    Direction direction = Direction::Forth;
    std::int64_t part = 0; // of the stage's own

    bool operator==(const StageTask&) const = default;
};

// A task, or a forward and what follows it, that a stage does so many times in a row.
struct StageTasks
{
    std::vector<StageTask> tasks;
    std::int64_t times = 1;
};

// The order in which a stage runs its micro-batches (Megatron's schedules, or those of torch.distributed.pipelining
// that split backward), in runs of equal tasks. A round takes as many micro-batches as there are stages through all
// parts; rounds that do what others do may be left out, where backward is not split.
std::vector<StageTasks> scheduleOf(const ParallelPlan& plan, std::int64_t stage, std::int64_t roundsLeftOut = 0);

// How many rounds can be left out: with several parts a stage, all but three between warm-up and the end.
std::int64_t roundsAlike(const ParallelPlan& plan, std::int64_t stage);

// How many micro-batches a stage holds at most: those that have gone forward and not yet back.
std::int64_t mostInFlight(const ParallelPlan& plan, std::int64_t stage);

} // namespace plimsoll::step
