// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/masterweights.h"

namespace plimsoll::step {

// runtime/bf16_optimizer.py, BF16_Optimizer: what the engine wraps an optimizer in for bf16 with gradients accumulated
// in fp32 (ZeRO stage 1, here of one rank). Weights, fp32 weights and fp32 gradients are one tensor each.
class FlatMasters : public MasterWeights
{
public:
    explicit FlatMasters(Parameters narrow);

    void begin(OptimizerRun& optimizer) override;
    void makeStates() override;
    void afterBackward() override;
    void step(OptimizerRun& optimizer) override;

private:
    void takeGlobalNorm();
    std::int64_t count() const; // of narrow weights, in all layers

    Tensor m_flat;
    Tensor m_gradients;
    Tensor m_globalNorm; // of the last step
};

} // namespace plimsoll::step
