// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/quantizedweight.h"

namespace plimsoll::step {

class EightBitWeight : public QuantizedWeight
{
public:
    using QuantizedWeight::QuantizedWeight;

    void pack(ParameterFactory& factory) override;
    Tensor multiply(const Tensor& x, const Tensor& bias) const override;
    Tensor whole() const override;
    std::vector<Tensor> copies() const override { return {}; }
    DType adapterType() const override { return DType::Float32; }
    bool narrowsBias() const override { return false; }
    bool isCopied() const override { return false; }

private:
    Tensor m_packed;
    Tensor m_scales; // one fp32 for each output
};

} // namespace plimsoll::step
