// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "advice/layout.h"
#include "step/gputraits.h"

#include <cstdint>
#include <map>
#include <tuple>

namespace plimsoll {

// Bytes that a layout's first stage needs at least. Most layouts are ruled out by a few recordings that many share:
// what stays between steps, and what layers keep of the micro-batches in flight. The others by the first stage's peak.
class LayoutFloor
{
public:
    LayoutFloor(const Scenario& scenario, const step::GpuTraits& gpu)
        : m_scenario(scenario),
          m_gpu(gpu)
    {
    }

    // What stays between steps, of the plan's first stage.
    std::int64_t resident(const ParallelPlan& plan);

    // What one layer keeps of a micro-batch from its forward to its backward.
    std::int64_t keptByLayer(const Layout& layout);

    // resident: of the layout's plan.
    std::int64_t bytes(const Layout& layout, std::int64_t resident)
    {
        return resident + layersInFlight(layout) * keptByLayer(layout);
    }

    // What the first stage requests at its peak, exactly where stages have one part: with several it holds more
    // micro-batches, never fewer.
    std::int64_t firstStagePeak(const Layout& layout);

private:
    // Tensor group, stages or not, layers, shards, way to spread data.
    using ResidentKey = std::tuple<std::int64_t, bool, std::int64_t, std::int64_t, DataParallel>;
    // Tensor group, micro-batch, checkpointing, whether blocks gather their weights.
    using KeptKey = std::tuple<std::int64_t, std::int64_t, Checkpointing, bool>;

    // Tensor group, stages, shards, way to spread data, micro-batch, micro-batches, checkpointing.
    using PeakKey
        = std::tuple<std::int64_t, std::int64_t, std::int64_t, DataParallel, std::int64_t, std::int64_t, Checkpointing>;

    std::int64_t layersInFlight(const Layout& layout) const;

    const Scenario& m_scenario;
    step::GpuTraits m_gpu;
    std::map<ResidentKey, std::int64_t> m_resident;
    std::map<KeptKey, std::int64_t> m_kept;
    std::map<PeakKey, std::int64_t> m_peaks;
};

} // namespace plimsoll
