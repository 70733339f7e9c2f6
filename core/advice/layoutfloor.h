// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "advice/layout.h"
#include "step/gputraits.h"

#include <cstdint>
#include <map>
#include <mutex>
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

    // What is there when the first backward of a layer is under way, most micro-batches being in flight.
    // resident: of the layout's plan.
    std::int64_t bytes(const Layout& layout, std::int64_t resident);

    // What the first stage requests at its peak at least. Several threads may ask.
    std::int64_t firstStagePeak(const Layout& layout);
    // Whether that is what it requests.
    static bool isExact(const Layout& layout) { return layout.parallelism.virtualStages == 1 || !accumulates(layout); }

private:
    // Tensor group, stages or not, layers, shards, expert group, way to spread data.
    using ResidentKey = std::tuple<std::int64_t, bool, std::int64_t, std::int64_t, std::int64_t, DataParallel>;
    // Tensor, context and expert group, checkpointing, whether blocks gather their weights, stages or not.
    using KeptKey = std::tuple<std::int64_t, std::int64_t, std::int64_t, Checkpointing, bool, bool>;
    // Bytes that grow with the micro-batch: in proportion, beside what does not grow. Where a peak moves as the batch
    // grows, it grows faster from there on.
    struct Growing
    {
        std::int64_t ofOne = 0;     // sequence
        std::int64_t ofAnother = 0; // that is added

        std::int64_t with(std::int64_t sequences) const { return ofOne + (sequences - 1) * ofAnother; }
    };
    struct Activations
    {
        Growing kept;               // by a layer from its forward to its backward
        Growing rise;               // within a layer's backward
        std::int64_t gradients = 0; // of a layer, before they are reduced
    };
    struct OfLayer
    {
        std::int64_t kept = 0;
        std::int64_t rise = 0;
        std::int64_t gradients = 0;
    };

    // Tensor group, stages, their parts, context and expert group, shards, way to spread data, micro-batch,
    // micro-batches, checkpointing.
    using PeakKey = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t,
                               DataParallel, std::int64_t, std::int64_t, Checkpointing>;
    struct Peaks
    {
        std::int64_t inStep = 0;
        std::int64_t beforeUpdate = 0; // in forward and backward
    };

    Activations activationsOf(const Layout& layout);
    OfLayer ofLayer(Layout layout, std::int64_t microBatch) const;
    Peaks peaksOf(const Layout& layout);
    static bool accumulates(const Layout& layout);
    std::int64_t layersOfFirst(const Layout& layout) const;
    std::int64_t layersInFlight(const Layout& layout) const;

    const Scenario& m_scenario;
    step::GpuTraits m_gpu;
    std::map<ResidentKey, std::int64_t> m_resident;
    std::map<KeptKey, Activations> m_kept;
    std::mutex m_lock; // of the maps
    std::map<PeakKey, Peaks> m_peaks;
};

} // namespace plimsoll
