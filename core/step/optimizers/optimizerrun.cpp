// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/optimizers/optimizerrun.h"

#include "scenario/optimizerkernels.h"
#include "step/optimizers/rules.h"

#include <algorithm>
#include <iterator>

namespace plimsoll::step {

OptimizerRun::OptimizerRun(Optimizer optimizer, OptimizerKernel kernel, const Parameters& trainable)
    : m_rules(&rulesOf(optimizer)),
      m_kernel(kernelTaken(optimizer, kernel))
{
    std::copy_if(trainable.begin(), trainable.end(), std::back_inserter(m_parameters),
                 [this](const Tensor& parameter) { return takes(parameter); });
    if (m_rules->statesMade == StatesMade::AtConstruction)
        makeStates();
}

bool OptimizerRun::takes(const Tensor& parameter) const
{
    return m_rules->takes == Takes::Everything || parameter.dimensions() == 2;
}

OptimizerRun OptimizerRun::over(const Parameters& some) const
{
    OptimizerRun part = *this;
    part.m_parameters = some;
    part.m_withStates = some.size();
    part.m_states.clear();
    return part;
}

void OptimizerRun::prepareStates(const Tensor& parameter)
{
    if (m_withStates == m_parameters.size() || !m_parameters[m_withStates].is(parameter))
        return;
    Tape& tape = parameter.tape();
    const char* const operation = tape.operation;
    {
        const ModuleScope scope(tape, parameter->name, LineItem::OptimizerStates);
        StateMaker maker(*this, parameter);
        m_rules->makeStates(maker);
    }
    tape.operation = operation;
    ++m_withStates;
}

void OptimizerRun::makeStates()
{
    forEach(m_parameters, [this](const Tensor& parameter) { prepareStates(parameter); });
}

void OptimizerRun::step()
{
    if (m_parameters.empty())
        return;
    if (m_rules->statesMade != StatesMade::WithFirstUpdate)
        makeStates();
    Tape& tape = m_parameters.front().tape();
    const ModuleScope scope(tape, "optimizer", LineItem::Workspace);
    m_rules->update[static_cast<std::size_t>(m_kernel)](*this);
}

void OptimizerRun::dropGradients()
{
    forEach(m_parameters, [](const Tensor& parameter) { parameter->grad.reset(); });
}

OptimizerKernel StateMaker::kernel() const
{
    return m_run.m_kernel;
}

void StateMaker::make(const char* name, const Dims& sizes, DType dtype)
{
    m_parameter.tape().operation = name;
    m_run.m_states.push_back(empty(m_parameter.tape(), sizes, dtype));
}

void StateMaker::makeLikeParameter(const char* name)
{
    m_parameter.tape().operation = name;
    m_run.m_states.push_back(emptyLike(m_parameter));
}

void StateMaker::shareTables(std::size_t count, const Dims& sizes, DType dtype)
{
    Tape& tape = m_parameter.tape();
    tape.operation = "lookup tables, for all parameters";
    while (m_run.m_tables.size() < count)
        m_run.m_tables.push_back(empty(tape, sizes, dtype));
}

} // namespace plimsoll::step
