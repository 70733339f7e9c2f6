// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/trainingplan.h"
#include "step/tape.h"

#include <vector>

namespace plimsoll::step {

// Tensors that belong to parameters, one after another. They are dropped in the order they were made, each counted with
// its parameter's layer.
class ParameterTensors
{
public:
    void add(const Tensor& parameter, Tensor tensor) { m_entries.push_back({parameter->layer, std::move(tensor)}); }
    void clear();
    ~ParameterTensors() { clear(); }
    ParameterTensors() = default;
    ParameterTensors(const ParameterTensors&) = delete;
    ParameterTensors& operator=(const ParameterTensors&) = delete;

private:
    struct Entry
    {
        std::int32_t layer;
        Tensor tensor;
    };
    std::vector<Entry> m_entries;
};

// An optimizer over a model's trainable parameters: the states it keeps, made in the first step, and what every step
// allocates for its own time.
class OptimizerRun
{
public:
    OptimizerRun(Optimizer optimizer, OptimizerKernel kernel, std::vector<Tensor> parameters);

    // Makes the states without a step, as they stand before a steady step.
    void makeStates();
    void step();
    // optimizer.zero_grad(set_to_none=True)
    void dropGradients();

private:
    friend struct OptimizerRules;

    void makeState(std::size_t parameter);

    Optimizer m_optimizer;
    OptimizerKernel m_kernel;
    std::vector<Tensor> m_parameters;
    std::size_t m_withState = 0; // parameters that have theirs
    std::vector<Tensor> m_states;
    std::vector<Tensor> m_shared; // lookup tables of the 8-bit kinds, one set for all
};

} // namespace plimsoll::step
