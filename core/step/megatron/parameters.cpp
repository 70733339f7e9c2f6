// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/megatron/parameters.h"

#include "step/tape.h"

namespace plimsoll::step::megatron {

Tensor Parameters::made(const char* module, const Dims& sizes, std::int64_t shares)
{
    const ModuleScope scope(*m_tape, module, LineItem::Weights);
    m_tape->operation = "parameter";
    Tensor parameter = empty(*m_tape, sizes, m_dtype);
    parameter->requiresGrad = true;
    parameter->isParameter = true;
    parameter->name = module;
    m_tape->countParameter(parameter.numel() * shares, true, noLayer);
    return parameter;
}

Tensor Parameters::make(const char* module, const Dims& sizes, std::int64_t shares)
{
    m_dense.push_back(made(module, sizes, shares));
    return m_dense.back();
}

Tensor Parameters::makeOfExperts(const char* module, const Dims& sizes, std::int64_t shares)
{
    m_ofExperts.push_back(made(module, sizes, shares));
    return m_ofExperts.back();
}

} // namespace plimsoll::step::megatron
