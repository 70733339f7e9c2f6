// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"
#include "step/megatron/parameters.h"

#include <vector>

namespace plimsoll::step::nanotron {

using megatron::Parameters;
using megatron::Weights;

// FP32GradientAccumulator (nanotron/optim/gradient_accumulator.py): one buffer of all gradients in fp32, and one of
// the weights that this GPU updates, all of them or with ZeroDistributedOptimizer (optim/zero.py) its slice of each.
// What backward leaves in 16 bits is added and goes. AdamW is PyTorch's, fused.
class Optimizer
{
public:
    Optimizer(const Scenario& scenario, const Parameters& parameters);

    void accumulate();
    // Made in the first step.
    void makeStates();
    void clip();
    void step();

private:
    void gatherWeights() const;

    Tape* m_tape;
    std::int64_t m_gpus; // that a weight's slices lie on
    Weights m_weights;
    Tensor m_gradients;
    Tensor m_masters;
    std::vector<std::int64_t> m_slices; // elements of each weight that are updated here
    Weights m_states;
};

} // namespace plimsoll::step::nanotron
