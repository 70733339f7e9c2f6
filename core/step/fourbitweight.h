// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/quantizedweight.h"

namespace plimsoll::step {

class FourBitWeight : public QuantizedWeight
{
public:
    FourBitWeight(ParameterFactory& factory, const char* module, std::int64_t in, std::int64_t out,
                  bool doubleQuantization);

    void pack(ParameterFactory& factory) override;
    Tensor multiply(const Tensor& x, const Tensor& bias) const override;
    Tensor whole() const override;
    std::vector<Tensor> copies() const override;

private:
    bool m_nested;
    Tensor m_packed;
    std::vector<Tensor> m_state; // scales and tables
};

} // namespace plimsoll::step
