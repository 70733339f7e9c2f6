// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/tensor.h"

#include <vector>

// What peft and bitsandbytes put in a linear layer's place.
namespace plimsoll::step {

class ParameterFactory;

// peft's lora.Linear beside a base layer: B(A(dropout(x))), scaled and added to the base's result.
struct Adapter
{
    Adapter(std::int64_t inputs, std::int64_t outputs, std::int32_t layerOf);

    // peft adds adapters when the model is whole.
    void make(ParameterFactory& factory);

    // base: the frozen layer's result for x.
    Tensor addedTo(Tensor base, const Tensor& x) const;

    Tensor down; // A: [rank, in]
    Tensor up;   // B: [out, rank]
    std::int64_t in = 0;
    std::int64_t out = 0;
    std::int32_t layer = -1; // the group of layers it belongs to
    bool dropout = false;
    bool overQuantized = false;

private:
    Tensor delta(const Tensor& x) const;
};

// bitsandbytes' Linear4bit: NF4, two values a byte and a scale for each 64; with double quantization the scales in
// bytes, with one fp32 for each 256 of them.
struct QuantizedWeight
{
    QuantizedWeight(ParameterFactory& factory, const char* module, std::int64_t inputs, std::int64_t outputs,
                    bool doubleQuantization);

    // The product in bf16, back in x's type. The whole matrix is made for the time of each product.
    Tensor multiply(const Tensor& x, const Tensor& bias) const;

    std::int64_t in = 0;
    std::int64_t out = 0;
    bool nested = false;
    Tensor packed;
    std::vector<Tensor> state; // scales and tables
};

} // namespace plimsoll::step
