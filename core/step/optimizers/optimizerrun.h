// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/trainingplan.h"
#include "step/optimizers/parametertensors.h"

#include <vector>

namespace plimsoll::step {

struct OptimizerRules;

// An optimizer over a model's trainable parameters, of which it takes those that it can: the states it keeps between
// steps, and what every step allocates for its own time.
class OptimizerRun
{
public:
    // Makes the states that the optimizer's constructor makes (Adagrad's).
    OptimizerRun(Optimizer optimizer, OptimizerKernel kernel, const Parameters& trainable);

    bool takes(const Tensor& parameter) const;
    // A fused kernel divides by the gradient scaler's scale itself, where others have it done before.
    bool unscalesGradients() const { return m_kernel == OptimizerKernel::Fused; }

    // Makes the states without a step, as they stand before a steady step.
    void makeStates();
    void step();
    // optimizer.zero_grad(set_to_none=True)
    void dropGradients();

    // The same optimizer over some of its parameters, whose states it makes itself.
    OptimizerRun over(const Parameters& some) const;

    // For the optimizers' own code: the parameters it takes, and one's states, if they have not been made yet.
    const Parameters& parameters() const { return m_parameters; }
    void prepareStates(const Tensor& parameter);

private:
    friend class StateMaker;

    const OptimizerRules* m_rules;
    OptimizerKernel m_kernel;
    Parameters m_parameters;
    std::size_t m_withStates = 0; // how many parameters have theirs: they are made in order
    std::vector<Tensor> m_states;
    std::vector<Tensor> m_tables; // that all parameters' states share
};

} // namespace plimsoll::step
