// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/megatron/optimizer.h"

#include "step/tape.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace plimsoll::step::megatron {

namespace {

// Where a parameter begins, and where a bucket ends (core/optimizer/param_layout.py).
constexpr std::int64_t parameterAlignment = 64;
constexpr std::int64_t bucketAlignment = 128;

DType gradientType(Precision precision)
{
    switch (precision) {
    case Precision::Bf16Master:
        return DType::BFloat16;
    case Precision::Fp16Master:
        return DType::Float16;
    default:
        break;
    }
    return DType::Float32;
}

// The last parameter comes first, as its gradient does.
std::int64_t paddedElements(const Weights& weights, std::int64_t gpus)
{
    std::int64_t end = 0;
    for (auto weight = weights.rbegin(); weight != weights.rend(); ++weight)
        end = roundUp(end, parameterAlignment) + weight->numel();
    return roundUp(end, std::lcm(gpus, bucketAlignment));
}

} // namespace

Optimizer::Optimizer(const Scenario& scenario, const Parameters& parameters)
    : m_tape(&parameters.tape()),
      m_isSpread(scenario.parallelism.data == DataParallel::Zero1),
      m_weightType(parameters.dtype()),
      m_gradientType(gradientType(scenario.training.precision))
{
    const ParallelPlan& plan = scenario.parallelism;
    const std::int64_t copies = std::max<std::int64_t>(plan.dataGroup() * plan.context, 1);
    add(parameters.dense(), copies);
    add(parameters.ofExperts(), std::max<std::int64_t>(copies / plan.expert, 1));
}

void Optimizer::add(const Weights& weights, std::int64_t gpus)
{
    if (weights.empty())
        return;
    const std::int64_t all = std::accumulate(weights.begin(), weights.end(), std::int64_t(0),
                                             [](std::int64_t sum, const Tensor& each) { return sum + each.numel(); });
    const std::int64_t elements = m_isSpread ? paddedElements(weights, gpus) : all;
    if (m_isSpread)
        m_buffers.push_back(moveIntoBuffer(weights, elements));
    {
        const ModuleScope scope(*m_tape, "gradient buffer", LineItem::Gradients);
        m_tape->operation = "gradient buffer";
        m_buffers.push_back(empty(*m_tape, {elements}, m_gradientType));
    }
    if (!m_isSpread) {
        for (const Tensor& weight : weights)
            addMasters(weight, weight.numel());
        return;
    }
    const std::int64_t part = elements / gpus;
    std::int64_t at = 0;
    for (auto weight = weights.rbegin(); weight != weights.rend() && at < part; ++weight) {
        at = roundUp(at, parameterAlignment);
        const std::int64_t here = std::min(weight->numel(), part - at);
        if (here > 0)
            addMasters(*weight, here);
        at += weight->numel();
    }
}

// Each parameter becomes a view of one buffer, and what it was goes.
Tensor Optimizer::moveIntoBuffer(const Weights& weights, std::int64_t elements) const
{
    const ModuleScope scope(*m_tape, "parameter buffer", LineItem::Weights);
    m_tape->operation = "parameter buffer";
    Tensor buffer = empty(*m_tape, {elements}, m_weightType);
    for (auto weight = weights.rbegin(); weight != weights.rend(); ++weight) {
        const Tensor place = detach(buffer);
        std::swap(place->storage, (*weight)->storage);
    }
    return buffer;
}

void Optimizer::addMasters(const Tensor& weight, std::int64_t elements)
{
    m_pieces.push_back(elements);
    if (m_weightType == DType::Float32)
        return;
    const ModuleScope scope(*m_tape, weight->name, LineItem::MasterWeights);
    m_tape->operation = "fp32 weight";
    const Tensor copy = empty(*m_tape, {elements}, m_weightType);
    m_masters.push_back(empty(*m_tape, {elements}, DType::Float32));
}

void Optimizer::makeStates()
{
    if (!m_states.empty())
        return;
    const ModuleScope scope(*m_tape, "optimizer", LineItem::OptimizerStates);
    for (const std::int64_t elements : m_pieces) {
        for (const char* name : {"exp_avg", "exp_avg_sq"}) {
            m_tape->operation = name;
            m_states.push_back(empty(*m_tape, {elements}, DType::Float32));
        }
    }
}

void Optimizer::step()
{
    if (m_gradientType != DType::Float32) {
        const ModuleScope scope(*m_tape, "optimizer", LineItem::Gradients);
        m_tape->operation = "fp32 gradient";
        for (const std::int64_t elements : m_pieces)
            m_wide.push_back(empty(*m_tape, {elements}, DType::Float32));
    }
    makeStates();
}

void Optimizer::dropWideGradients()
{
    m_wide.clear();
}

} // namespace plimsoll::step::megatron
