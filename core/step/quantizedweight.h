// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/trainingplan.h"
#include "step/tensor.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace plimsoll::step {

class ParameterFactory;

// A frozen linear layer's weight in packed form. The model is loaded wide; then its layers are packed one by one.
class QuantizedWeight
{
public:
    // module: the layer's name. The wide weight is a tensor of the model's type until pack().
    QuantizedWeight(ParameterFactory& factory, const char* module, std::int64_t in, std::int64_t out);
    // wide: none where the checkpoint is packed.
    QuantizedWeight(ParameterFactory& factory, const char* module, std::int64_t in, std::int64_t out, Tensor wide);
    virtual ~QuantizedWeight() = default;
    QuantizedWeight(const QuantizedWeight&) = delete;
    QuantizedWeight& operator=(const QuantizedWeight&) = delete;

    const char* module() const { return m_module; }
    std::int32_t layer() const { return m_layer; }
    std::int32_t recordedBlock() const { return m_block; }
    // The wide weight, which whoever replaces the layer lets go.
    Tensor takeWide() { return std::move(m_wide); }

    // From the wide weight, at loading.
    virtual void pack(ParameterFactory& factory) = 0;
    // The product, in x's type. bias: narrowed for good at the first call, where the library does so.
    virtual Tensor multiply(const Tensor& x, const Tensor& bias) const = 0;
    // The whole matrix, made from its packed form.
    virtual Tensor whole() const = 0;
    // What copy.deepcopy() makes of the layer.
    virtual std::vector<Tensor> copies() const = 0;
    // Of which type peft makes adapters beside it.
    virtual DType adapterType() const { return DType::BFloat16; }
    // Whether the first call makes the bias bf16.
    virtual bool narrowsBias() const { return true; }
    // Whether peft copies the layer's result before it adds to it.
    virtual bool isCopied() const { return true; }
    // Whether peft treats it as any other layer.
    virtual bool hasPlainAdapter() const { return false; }

protected:
    const char* m_module;
    std::int64_t m_in;
    std::int64_t m_out;
    std::int32_t m_layer;
    std::int32_t m_block;
    DType m_wideType;
    Tensor m_wide;
};

// bitsandbytes makes a packed layer's bias bf16 for good, at the first call.
void narrowBias(const Tensor& bias);

std::shared_ptr<QuantizedWeight> makeQuantizedWeight(ParameterFactory& factory, const char* module, std::int64_t in,
                                                     std::int64_t out);

} // namespace plimsoll::step
