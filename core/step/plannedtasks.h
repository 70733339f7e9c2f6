// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/pipeline.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace plimsoll::step {

// A task of a stage, with what it does beside others: tasks of one kind ask for the same memory in the same order.
struct PlannedTask
{
    StageTask task;
    std::size_t kind = 0;
    bool runs = true; // else it is recorded as a copy of the first of its kind
};

// Which of a schedule's tasks must run: the first of each kind, and the forward of each backward that runs. A part's
// tasks depend on no other part's.
// alike: for each part the first whose tasks are the same as its own, or itself.
// sharded: units of FSDP2 hold weights from one task to the next.
std::vector<PlannedTask> plannedTasks(const std::vector<StageTasks>& schedule, const std::vector<std::int64_t>& alike,
                                      bool sharded);

} // namespace plimsoll::step
