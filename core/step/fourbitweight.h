// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/quantizedweight.h"

namespace plimsoll::step {

class FourBitWeight : public QuantizedWeight
{
public:
    FourBitWeight(ParameterFactory& factory, const char* module, std::int64_t in, std::int64_t out,
                  bool doubleQuantization);
    // quantizedFrom: the type of what was packed, in which backward unpacks it.
    FourBitWeight(ParameterFactory& factory, const char* module, std::int64_t in, std::int64_t out,
                  bool doubleQuantization, DType quantizedFrom);

    void pack(ParameterFactory& factory) override;
    Tensor multiply(const Tensor& x, const Tensor& bias) const override;
    Tensor whole() const override;
    std::vector<Tensor> copies() const override;

private:
    Tensor multiplyKeepingInput(const Tensor& x, const Tensor& bias) const;

    bool m_nested;
    DType m_quantizedFrom;
    Tensor m_packed;
    std::vector<Tensor> m_state; // scales and tables
};

} // namespace plimsoll::step
