// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/quantizedweight.h"

namespace plimsoll::step {

class GptqWeight : public QuantizedWeight
{
public:
    GptqWeight(ParameterFactory& factory, const char* module, std::int64_t in, std::int64_t out);

    void pack(ParameterFactory&) override { } // the checkpoint is
    Tensor multiply(const Tensor& x, const Tensor& bias) const override;
    Tensor whole() const override;
    std::vector<Tensor> copies() const override { return {}; }
    DType adapterType() const override { return DType::Float32; } // qweight is of integers, from which peft takes none
    bool narrowsBias() const override { return false; }
    bool hasPlainAdapter() const override { return true; }
};

} // namespace plimsoll::step
