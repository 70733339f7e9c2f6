// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/tensor.h"

#include <vector>

namespace plimsoll::step::megatron {

using Weights = std::vector<Tensor>;

// Makes this GPU's share of a model's parameters, in the order of their registration.
class Parameters
{
public:
    Parameters(Tape& tape, DType dtype)
        : m_tape(&tape),
          m_dtype(dtype)
    {
    }

    Tape& tape() const { return *m_tape; }
    DType dtype() const { return m_dtype; }

    // shares: how many GPUs hold other parts of it.
    Tensor make(const char* module, const Dims& sizes, std::int64_t shares = 1);
    // The same of an expert's, whose gradients are summed over fewer GPUs.
    Tensor makeOfExperts(const char* module, const Dims& sizes, std::int64_t shares);

    const Weights& dense() const { return m_dense; }
    const Weights& ofExperts() const { return m_ofExperts; }

private:
    Tensor made(const char* module, const Dims& sizes, std::int64_t shares);

    Tape* m_tape;
    DType m_dtype;
    Weights m_dense;
    Weights m_ofExperts;
};

} // namespace plimsoll::step::megatron
