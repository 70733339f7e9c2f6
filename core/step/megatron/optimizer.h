// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"
#include "step/megatron/parameters.h"

#include <vector>

namespace plimsoll::step::megatron {

// Gradient buffers (core/distributed/param_and_grad_buffer.py), and the optimizer over fp32 weights: all of them on
// every GPU (core/optimizer/optimizer.py), or a part (core/optimizer/distrib_optimizer.py), whose weights then lie in a
// buffer too. Adam is Transformer Engine's FusedAdam, which updates in place.
class Optimizer
{
public:
    Optimizer(const Scenario& scenario, const Parameters& parameters);

    // Made in the first step.
    void makeStates();
    void step();
    // Those that a step has widened go.
    void dropWideGradients();

private:
    void add(const Weights& weights, std::int64_t gpus);
    Tensor moveIntoBuffer(const Weights& weights, std::int64_t elements) const;
    void addMasters(const Tensor& weight, std::int64_t elements);

    Tape* m_tape;
    bool m_isSpread;
    DType m_weightType;
    DType m_gradientType;
    Weights m_buffers;
    Weights m_masters;
    std::vector<std::int64_t> m_pieces; // elements that the optimizer steps on
    Weights m_states;
    Weights m_wide;
};

} // namespace plimsoll::step::megatron
