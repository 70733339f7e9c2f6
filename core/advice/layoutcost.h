// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "advice/layout.h"

#include <cstdint>
#include <string_view>

namespace plimsoll {

// What a layout costs in time, beside work that is spread without loss and never waits: a rough measure to rank by.
struct LayoutCost
{
    double recompute = 1.0;     // forward and backward work against no checkpointing
    double bubble = 0.0;        // of a pipeline that fills, drains and waits for its largest stage, against its work
    double communication = 0.0; // that work waits for, against the work's own time

    double time() const { return recompute * (1.0 + bubble) + communication; }
};

// How the figures come about, in a paragraph.
extern const std::string_view layoutCostMethod;

// What does not change from layout to layout.
struct Workload
{
    std::int64_t parameters = 0; // of the model
    std::int64_t ofExperts = 0;  // of them
    std::int64_t active = 0;     // used for one token
    double flopsPerSecond = 0;   // that a GPU gets done
};

Workload workloadOf(const ModelSpec& model, std::int64_t parameters, const Device& device);

LayoutCost costOf(const Scenario& scenario, const Workload& workload, const Layout& layout);

} // namespace plimsoll
