// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/device.h"
#include "scenario/scenario.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace plimsoll {

// A way to spread a training over GPUs, with the micro-batch and the recomputation that go with it.
struct Layout
{
    ParallelPlan parallelism;
    std::int64_t microBatch = 1;   // sequences
    std::int64_t microBatches = 1; // of a step, through each GPU
    Checkpointing checkpointing = Checkpointing::None;
};

// The scenario spread so. Micro-batches go through a pipeline, or gradients accumulate over them.
Scenario withLayout(const Scenario& scenario, const Layout& layout);
void spreadBy(const Layout& layout, Scenario& scenario);

// What the search varies over: how many GPUs, and how many sequences a step trains on.
struct LayoutSpace
{
    std::int64_t gpus = 1;
    std::int64_t globalBatch = 1;
};

// Sequences of a step as the scenario has it, but one for each GPU at least.
std::int64_t globalBatchOf(const Scenario& scenario, std::int64_t gpus);

// Visits every layout that the model, the number of GPUs and the batch can be divided for: tensor and pipeline splits,
// virtual stages, with Megatron-LM cut sequences and spread experts, ways to spread data, micro-batches, and no,
// selective or full checkpointing. What costs nothing is
// not left out: sequences are split wherever layers are, and stages alternate between forward and backward. Begins each
// set of layouts that differ in micro-batch and checkpointing only with newPlan.
void visitLayouts(const Scenario& scenario, const LayoutSpace& space,
                  const std::function<void(const ParallelPlan&)>& newPlan,
                  const std::function<void(const Layout&)>& visit);

} // namespace plimsoll
