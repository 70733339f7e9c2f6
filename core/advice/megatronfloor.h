// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "advice/layout.h"
#include "step/gputraits.h"

#include <cstdint>

namespace plimsoll {

// Bytes that one layer adds to a training with Megatron-LM. All its layers are alike, and none of their recordings
// folds: they are read off stages of one and two layers.
struct MegatronLayer
{
    std::int64_t kept = 0; // from its forward to its backward
    std::int64_t rise = 0; // at most within its backward, beside what it keeps and what stays between steps
};

MegatronLayer megatronLayer(const Scenario& scenario, const Layout& layout, std::int64_t microBatch,
                            const step::GpuTraits& gpu);

// What stays between steps on the first stage, however sequences are cut: model, gradients and optimizer.
std::int64_t megatronResident(const Scenario& scenario, const ParallelPlan& plan, const step::GpuTraits& gpu);

} // namespace plimsoll
