// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/flatmasters.h"

#include "step/ops.h"

#include <utility>

namespace plimsoll::step {

namespace {

constexpr std::int64_t alignment = 2; // elements, of a rank's part

} // namespace

FlatMasters::FlatMasters(Parameters narrow)
    : MasterWeights(std::move(narrow))
{
    std::int64_t elements = 0;
    for (const Tensor& weight : m_narrow)
        elements += weight.numel() * tape().repeatOf(weight->layer);
    const ModuleScope scope(tape(), "all weights", LineItem::Weights);
    tape().operation = "flat weights";
    {
        const Tensor padding = elements % alignment ? empty(tape(), {elements % alignment}, DType::BFloat16) : Tensor();
        m_flat = empty(tape(), {roundUp(elements, alignment)}, DType::BFloat16);
    }
    // Each weight looks into the flat one from here on.
    forEach(m_narrow, [this](const Tensor& weight) {
        const Tensor part = detach(m_flat);
        std::swap(weight->storage, part->storage);
    });
    const Tensor copy = emptyLike(m_flat);
    const ModuleScope master(tape(), "all weights", LineItem::MasterWeights);
    m_wide.push_back(emptyLike(copy, DType::Float32));
    m_wide.back()->name = "all weights";
}

void FlatMasters::begin(OptimizerRun&)
{
    const ModuleScope scope(tape(), "all weights", LineItem::Gradients);
    tape().operation = "fp32 gradients";
    m_gradients = emptyLike(m_flat, DType::Float32);
    m_wide.front()->grad = boost::intrusive_ptr<TensorData>(m_gradients.data());
}

void FlatMasters::makeStates()
{
    m_globalNorm = empty(tape(), {}, DType::Float32);
}

std::int64_t FlatMasters::count() const
{
    std::int64_t weights = 0;
    for (const Tensor& weight : m_narrow)
        weights += tape().repeatOf(weight->layer);
    return weights;
}

// update_hp_grads: each gradient is widened and added to its place.
void FlatMasters::afterBackward()
{
    const ModuleScope scope(tape(), "all weights", LineItem::Workspace);
    tape().operation = "add to fp32 gradients";
    forEach(m_narrow, [](const Tensor& weight) { emptyLike(weight, DType::Float32); });
}

// get_global_norm_of_tensors, with what it does against norms that are no numbers, and whether this one is.
void FlatMasters::takeGlobalNorm()
{
    Tape& t = tape();
    ParameterTensors norms = listOf(m_narrow, [](const Tensor& weight) {
        Tensor norm = empty(weight.tape(), {}, DType::Float32);
        weight.tape().scratch(wholeReductionScratch(weight.tape().gpu(), weight.numel(), DType::Float32));
        return norm;
    });
    const auto number = [&t] { return empty(t, {}, DType::Float32); };
    const auto answer = [&t] { return empty(t, {}, DType::Bool); };
    Tensor total;
    {
        Tensor powers = empty(t, {count()}, DType::Float32);
        powers = emptyLike(powers);
        const Tensor sum = number();
        total = number();
        Tensor magnitude = number();
        const Tensor infinite = answer();
        magnitude = {};
        const Tensor notANumber = answer();
        const Tensor either = answer();
        const Tensor instead = number();
    }
    norms.clear();
    // It takes the last step's place; as one number is like another, the first stays instead.
    if (!m_globalNorm)
        m_globalNorm = total;
    total = {};
    Tensor finite;
    {
        const Tensor magnitude = number();
        const Tensor bounded = answer();
        const Tensor same = answer();
        finite = answer();
    }
    Tensor invalid = answer();
    finite = {};
    Tensor negative = answer();
    Tensor either = answer();
    invalid = negative = {};
    const Tensor any = answer();
}

void FlatMasters::step(OptimizerRun& optimizer)
{
    {
        const ModuleScope scope(tape(), "fp32 weights", LineItem::Workspace);
        tape().operation = "norm";
        takeGlobalNorm();
    }
    optimizer.step();
}

} // namespace plimsoll::step
