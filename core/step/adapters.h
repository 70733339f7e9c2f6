// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/quantizedweight.h"
#include "step/tensor.h"

#include <cstdint>
#include <memory>
#include <optional>

// What peft puts in a linear layer's place.
namespace plimsoll::step {

class ParameterFactory;

// The frozen layer beside an adapter.
struct AdaptedLayer
{
    std::int64_t in = 0;
    std::int64_t out = 0;
    Tensor weight;
    std::shared_ptr<const QuantizedWeight> quantized; // instead of weight
    Tensor bias;
    bool byInputs = false; // the weight lies [in, out]
    // Of a parameter that no linear layer holds, as all experts' of a layer: [groups, out, in], of more layers in one.
    bool isParameter = false;
    std::int64_t groups = 1;
    std::int64_t layersInOne = 1;
    Tensor lastOfModule = {}; // its module's last parameter

    // Of which peft makes an adapter's matrices.
    DType dtype() const { return quantized ? quantized->adapterType() : weight.dtype(); }
    // dequantize_module_weight(): [out, in], made whole where it is packed.
    Tensor wholeWeight() const;
};

// peft's lora.Linear beside a base layer: B(A(dropout(x))), scaled and added to the base's result. With DoRA also a
// magnitude for each output, by which the directions of the sum of both weights are stretched.
struct Adapter
{
    Adapter(AdaptedLayer beside, const Tape& tape);

    // peft adds adapters when the model is whole, one layer after the other; at the end all are widened.
    void make(ParameterFactory& factory);
    void widen();

    // result: the frozen layer's for x.
    Tensor addedTo(Tensor result, const Tensor& x) const;

    AdaptedLayer base;
    std::int32_t layer = -1; // the group of layers it belongs to
    std::int32_t block = -1; // the recorded block
    Tensor down;             // A: [rank, in]
    Tensor up;               // B: [out, rank]
    Tensor magnitude;        // with DoRA: [out]
    bool dropout = false;

private:
    Tensor delta(const Tensor& x) const;
    Tensor joined(const Tensor& result, const Tensor& x) const;
};

// peft's DoraLinearLayer: what a new one's magnitudes are made from, and what it adds to the frozen layer's result for
// x, which is not given where dropout has changed x.
Tensor firstMagnitudes(const Adapter& adapter);
Tensor doraDelta(const Adapter& adapter, Tensor base, const Tensor& x);

} // namespace plimsoll::step
