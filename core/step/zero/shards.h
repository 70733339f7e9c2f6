// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/parallelplan.h"
#include "step/masterweights.h"
#include "step/zero/modules.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace plimsoll::step {

// The optimizer's side of ZeRO stage 3 (DeepSpeed's runtime/zero/stage3.py): parts of all weights lie in one flat
// tensor, as do those of gradients; gradients are summed from a bucket as backward fills it. The optimizer steps on
// groups of parts, one after the other.
class ZeroShards : public MasterWeights
{
public:
    ZeroShards(Parameters narrow, const ParallelPlan& plan, ZeroModules& modules);

    void begin(OptimizerRun& optimizer) override;
    void makeStates() override;
    Tensor scaled(const Tensor& loss) override;
    bool isOnHost() const override { return m_offloads; }
    void startMicroBatch(bool last) override { m_last = last; }
    void take(const Tensor& parameter) override;
    void afterBackward() override;
    void step(OptimizerRun& optimizer) override;

private:
    // Parameters whose parts the optimizer steps on together: from the first to one past the last.
    struct Group
    {
        std::size_t first;
        std::size_t end;
        std::int64_t elements;
    };

    void makeGroups();
    void makeMasters();
    void reduceBucket();
    void sum() const;
    void sendToHost(std::size_t index);
    std::vector<Tensor> pieces(const Group& group) const;
    void lookForOverflow() const;
    Tensor wideGradient(const Group& group) const;
    DType type() const { return m_narrow.front().dtype(); }

    ZeroPlan m_zero;
    ZeroModules& m_modules;
    std::int64_t m_shards;
    bool m_offloads;
    bool m_offloadsWeights;
    bool m_pins;
    std::int8_t m_stream;
    bool m_last = true; // the micro-batch with which a step ends
    std::vector<Group> m_groups;
    std::vector<std::int64_t> m_offsets; // of each parameter's part in the flat tensors
    std::int64_t m_elements = 0;
    Tensor m_tracker; // whether a gradient overflowed
    Tensor m_flat;
    Tensor m_bucket;
    Tensor m_gradients;
    std::vector<OptimizerRun> m_runs; // by group, where there are several
    std::vector<std::size_t> m_members;
    std::int64_t m_filled = 0;
    std::vector<Tensor> m_losses;
    std::vector<Tensor> m_norms;
    Tensor m_globalNorm;
};

} // namespace plimsoll::step
