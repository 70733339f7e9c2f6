// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/pipeline.h"

#include <vector>

namespace plimsoll::step {

// Schedules that split backward, so that the gradients of weights fill what else would be waiting (Qi et al. 2024,
// arXiv:2401.10241), as torch/distributed/pipelining/schedules.py has them: ScheduleInterleavedZeroBubble and, with two
// parts a stage in a V, ScheduleZBVZeroBubble.
std::vector<StageTasks> zeroBubbleSchedule(const ParallelPlan& plan, std::int64_t stage);

// Micro-batches that have gone forward and whose weights' gradients are not made yet, at most.
std::int64_t mostHeld(const std::vector<StageTasks>& schedule);

} // namespace plimsoll::step
