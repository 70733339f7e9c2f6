// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/nanotron/optimizer.h"

#include "step/kernels.h"
#include "step/tape.h"

#include <algorithm>
#include <numeric>

namespace plimsoll::step::nanotron {

Optimizer::Optimizer(const Scenario& scenario, const Parameters& parameters)
    : m_tape(&parameters.tape()),
      m_gpus(scenario.parallelism.data == DataParallel::Zero1
                 ? std::max<std::int64_t>(scenario.parallelism.dataGroup(), 1)
                 : 1),
      m_weights(parameters.dense())
{
    std::int64_t all = 0;
    for (const Tensor& weight : m_weights) {
        all += weight.numel();
        m_slices.push_back(ceilDiv(weight.numel(), m_gpus));
    }
    {
        const ModuleScope scope(*m_tape, "gradient buffer", LineItem::Gradients);
        m_tape->operation = "gradient buffer";
        m_gradients = empty(*m_tape, {all}, DType::Float32);
    }
    const ModuleScope scope(*m_tape, "fp32 weights", LineItem::MasterWeights);
    m_tape->operation = "fp32 weights";
    m_masters = empty(*m_tape, {std::accumulate(m_slices.begin(), m_slices.end(), std::int64_t(0))}, DType::Float32);
}

void Optimizer::accumulate()
{
    for (const Tensor& weight : m_weights)
        weight->grad.reset();
}

void Optimizer::makeStates()
{
    if (!m_states.empty())
        return;
    const ModuleScope scope(*m_tape, "optimizer", LineItem::OptimizerStates);
    for (const std::int64_t elements : m_slices) {
        m_tape->operation = "step";
        m_states.push_back(empty(*m_tape, {}, DType::Float32));
        for (const char* name : {"exp_avg", "exp_avg_sq"}) {
            m_tape->operation = name;
            m_states.push_back(empty(*m_tape, {elements}, DType::Float32));
        }
    }
}

// optim/clip_grads.py: the norm of each weight's gradient, and that of all.
void Optimizer::clip()
{
    const ModuleScope scope(*m_tape, "clip gradients", LineItem::Workspace);
    m_tape->operation = "norm";
    Weights norms;
    for (const Tensor& weight : m_weights) {
        norms.push_back(empty(*m_tape, {}, DType::Float32));
        m_tape->scratch(wholeReductionScratch(m_tape->gpu(), weight.numel(), DType::Float32));
    }
    const Tensor together = empty(*m_tape, {static_cast<std::int64_t>(norms.size())}, DType::Float32);
    norms.clear();
    const Tensor norm = empty(*m_tape, {}, DType::Float32);
}

void Optimizer::step()
{
    makeStates();
    if (m_gpus > 1)
        gatherWeights();
}

// all_gather_coalesced (nanotron/distributed.py): this GPU's slices in a buffer, those of each GPU in one, and what
// NCCL gathers in another where they are equally long (ProcessGroupNCCL.cpp, allgather).
void Optimizer::gatherWeights() const
{
    const ModuleScope scope(*m_tape, "gather weights", LineItem::Communication);
    m_tape->operation = "gathered slices";
    const DType type = m_weights.front().dtype();
    const std::int64_t mine = std::accumulate(m_slices.begin(), m_slices.end(), std::int64_t(0));
    const Tensor input = empty(*m_tape, {mine}, type);
    Weights ofEach;
    for (std::int64_t gpu = 0; gpu < m_gpus; ++gpu) {
        std::int64_t elements = 0;
        for (const Tensor& weight : m_weights)
            elements += weight.numel() / m_gpus + (gpu < weight.numel() % m_gpus ? 1 : 0);
        ofEach.push_back(empty(*m_tape, {elements}, type));
    }
    Tensor together;
    if (ofEach.front().numel() == ofEach.back().numel())
        together = empty(*m_tape, {mine * m_gpus}, type);
}

} // namespace plimsoll::step::nanotron
