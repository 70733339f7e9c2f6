// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/optimizers.h"

#include "step/kernels.h"

#include <array>
#include <utility>

namespace plimsoll::step {

void ParameterTensors::clear()
{
    if (m_entries.empty())
        return;
    Tape& tape = m_entries.front().tensor.tape();
    const Place place = tape.place();
    for (Entry& entry : m_entries) {
        tape.setLayer(entry.layer);
        entry.tensor = {};
    }
    m_entries.clear();
    tape.setPlace(place);
}

namespace {

using States = std::vector<Tensor>;
using Parameters = std::vector<Tensor>;

// Runs f for each parameter, with the tape in the parameter's layer. A layer's parameters stay one section: it is the
// whole layer that repeats.
template <class F>
void forEach(const Parameters& parameters, F f)
{
    Tape& tape = parameters.front().tape();
    const Place place = tape.place();
    for (const Tensor& parameter : parameters) {
        tape.setLayer(parameter->layer);
        f(parameter);
    }
    tape.setPlace(place);
}

Tensor likeParameter(const Tensor& parameter)
{
    return emptyLike(parameter);
}

// ---- states of one parameter

States noStates(const Tensor&, OptimizerKernel, States&)
{
    return {};
}

States oneState(const Tensor& parameter, OptimizerKernel, States&)
{
    return {likeParameter(parameter)};
}

States adamStates(const Tensor& parameter, OptimizerKernel kernel, States&)
{
    States states;
    if (kernel == OptimizerKernel::Fused)
        states.push_back(empty(parameter.tape(), {}, DType::Float32)); // the step count, on the card
    states.push_back(likeParameter(parameter));
    states.push_back(likeParameter(parameter));
    return states;
}

// bitsandbytes: two bytes a value with an fp32 scale for each 256 of them; small tensors stay fp32.
States adam8bitStates(const Tensor& parameter, OptimizerKernel, States& shared)
{
    constexpr std::int64_t smallest = 4096;
    constexpr std::int64_t block = 256;
    Tape& tape = parameter.tape();
    const Dims& sizes = parameter.sizes();
    if (parameter.numel() < smallest)
        return {empty(tape, sizes, DType::Float32), empty(tape, sizes, DType::Float32)};
    if (shared.empty()) {
        tape.setLayer(noLayer);
        shared = {empty(tape, {256}, DType::Float32), empty(tape, {256}, DType::Float32)};
        tape.setLayer(parameter->layer);
    }
    const Dims scales{ceilDiv(parameter.numel(), block)};
    return {empty(tape, sizes, DType::UInt8), empty(tape, sizes, DType::UInt8), empty(tape, scales, DType::Float32),
            empty(tape, scales, DType::Float32)};
}

// ---- what a step allocates for its own time

void nothing(const Parameters&) { }

// One list as large as the parameters: the square roots of the second moments.
void oneListOfAll(const Parameters& parameters)
{
    parameters.front().tape().operation = "square roots of second moments";
    ParameterTensors roots;
    forEach(parameters, [&roots](const Tensor& p) { roots.add(p, likeParameter(p)); });
}

// Square root and denominator of one parameter after another; a denominator lives until the next one is made.
void rootAndDenominator(const Parameters& parameters)
{
    parameters.front().tape().operation = "square root and denominator";
    Tensor denominator;
    forEach(parameters, [&denominator](const Tensor& p) {
        const Tensor root = likeParameter(p);
        denominator = likeParameter(p);
    });
}

using StateMaker = States (*)(const Tensor& parameter, OptimizerKernel kernel, States& shared);
using StepTemporaries = void (*)(const Parameters& parameters);

struct Rules
{
    StateMaker states;
    bool statesOneByOne;                        // made just before each parameter's update, not for all first
    std::array<StepTemporaries, 3> temporaries; // foreach, fused, for-loop
};

// In the order of enum Optimizer. Sources: torch/optim/{adamw,sgd}.py (2.15), bitsandbytes/optim/optimizer.py (0.50).
constexpr std::array<Rules, 4> rules{{
    {adamStates, false, {oneListOfAll, nothing, rootAndDenominator}},
    {noStates, false, {nothing, nothing, nothing}},
    {oneState, false, {nothing, nothing, nothing}},
    {adam8bitStates, true, {nothing, nothing, nothing}},
}};

const Rules& rulesOf(Optimizer optimizer)
{
    return rules[static_cast<std::size_t>(optimizer)];
}

} // namespace

OptimizerRun::OptimizerRun(Optimizer optimizer, OptimizerKernel kernel, std::vector<Tensor> parameters)
    : m_optimizer(optimizer),
      m_kernel(kernel),
      m_parameters(std::move(parameters))
{
}

void OptimizerRun::makeState(std::size_t index)
{
    const Tensor& parameter = m_parameters[index];
    Tape& tape = parameter.tape();
    const ModuleScope scope(tape, parameter->name, LineItem::OptimizerStates);
    tape.operation = "optimizer state";
    tape.setLayer(parameter->layer);
    for (Tensor& state : rulesOf(m_optimizer).states(parameter, m_kernel, m_shared))
        m_states.push_back(std::move(state));
    m_withState = index + 1;
}

void OptimizerRun::makeStates()
{
    while (m_withState < m_parameters.size())
        makeState(m_withState);
}

void OptimizerRun::step()
{
    makeStates();
    Tape& tape = m_parameters.front().tape();
    const ModuleScope scope(tape, "optimizer", LineItem::Workspace);
    rulesOf(m_optimizer).temporaries[static_cast<std::size_t>(m_kernel)](m_parameters);
}

void OptimizerRun::dropGradients()
{
    forEach(m_parameters, [](const Tensor& p) { p->grad.reset(); });
}

} // namespace plimsoll::step
