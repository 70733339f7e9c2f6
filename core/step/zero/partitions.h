// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/parallelplan.h"
#include "step/masterweights.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace plimsoll::step {

// DeepSpeed's ZeRO stages 1 and 2 (runtime/zero/stage_1_and_2.py of release 0.19), as the first GPU sees them. Weights
// look into one flat tensor, of which each GPU updates one part in fp32. Gradients are copied to a bucket and summed
// there as backward runs (stage 2) or when it is through (stage 1); the part's own stay.
class ZeroPartitions : public MasterWeights
{
public:
    ZeroPartitions(Parameters narrow, const ParallelPlan& plan);

    void begin(OptimizerRun& optimizer) override;
    void makeStates() override;
    Tensor scaled(const Tensor& loss) override;
    void startMicroBatch(bool last) override;
    bool isOnHost() const override { return m_offloads; }
    void take(const Tensor& parameter) override;
    void afterBackward() override;
    void step(OptimizerRun& optimizer) override;

private:
    // A run of a parameter's elements that one GPU updates.
    struct Slice
    {
        std::int64_t part;
        std::int64_t elements;
    };

    void flatten();
    bool isOurs(std::size_t index) const { return m_offsets[index] < m_partElements; }
    std::vector<Slice> slicesOf(std::span<const std::size_t> members) const;
    void prepareBuckets();
    void reduce(std::size_t index);
    void reduceBucket();
    void average();
    void sum(const std::vector<Slice>& slices, std::int64_t limit) const;
    void makeHostBuffers();
    std::int64_t oursOf(std::size_t index) const; // elements
    void keepOurs(std::size_t index);
    void sendOurs(std::size_t index);
    void stepOnHost(OptimizerRun& optimizer);
    void gatherAverages();
    void letGo();
    Tensor wideGradient();

    ZeroPlan m_zero;
    int m_stage;
    bool m_overlaps;
    bool m_offloads;
    bool m_pins;
    std::int64_t m_parts;
    std::int64_t m_partElements = 0;
    std::vector<std::int64_t> m_offsets; // of each parameter in the flat tensor
    Tensor m_flat;

    bool m_last = true; // the micro-batch with which a step ends
    std::vector<Tensor> m_buffers;
    std::array<bool, 2> m_summed{};     // buffers that the stream beside has read
    std::vector<Tensor> m_heldByStream; // of them, after the backward
    std::size_t m_filled = 0;           // which buffer is being filled
    std::vector<std::size_t> m_members; // of the bucket: parameters
    std::int64_t m_elements = 0;
    Tensor m_ours;                     // gradients of the part, until the backward is through
    std::vector<Tensor> m_accumulated; // of the part, from micro-batches so far
    std::vector<Tensor> m_averaged;    // what the optimizer is to get
    std::vector<Tensor> m_losses;      // on their way to the one that is scaled
    Tensor m_globalNorm;               // of the last step

    // With states on the host.
    std::vector<Tensor> m_hostBuffers;
    std::vector<bool> m_accumulates; // parameters whose gradients have been added up there
    Tensor m_cardBuffer;
    std::vector<Tensor> m_norms;
};

} // namespace plimsoll::step
