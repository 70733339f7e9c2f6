// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/trainingplan.h"
#include "step/optimizers/optimizerrun.h"

#include <array>

namespace plimsoll::step {

// Makes the states of one parameter, in the order of calls.
class StateMaker
{
public:
    StateMaker(OptimizerRun& run, const Tensor& parameter)
        : m_run(run),
          m_parameter(parameter)
    {
    }

    const Tensor& parameter() const { return m_parameter; }
    OptimizerKernel kernel() const;

    void make(const char* name, const Dims& sizes, DType dtype);
    void makeLikeParameter(const char* name);
    // Tables that exist once for all parameters; nothing happens where they are there already.
    void shareTables(std::size_t count, const Dims& sizes, DType dtype);

private:
    OptimizerRun& m_run;
    Tensor m_parameter;
};

enum class Takes { Everything, Matrices };

enum class StatesMade {
    AtConstruction,
    BeforeFirstUpdate, // in the first step, for all parameters before any is updated
    WithFirstUpdate,   // in the first step, each parameter's when its turn comes
};

// What PyTorch's code of an optimizer does with memory.
struct OptimizerRules
{
    using Update = void (*)(OptimizerRun& run);

    Takes takes;
    StatesMade statesMade;
    void (*makeStates)(StateMaker& states);
    std::array<Update, 3> update; // by OptimizerKernel; none where the optimizer has no such kernel
};

const OptimizerRules& rulesOf(Optimizer optimizer);

} // namespace plimsoll::step
