// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/quantizedweight.h"

#include "step/eightbitweight.h"
#include "step/fourbitweight.h"
#include "step/gptqweight.h"
#include "step/modules.h"

#include <utility>

namespace plimsoll::step {

QuantizedWeight::QuantizedWeight(ParameterFactory& factory, const char* module, std::int64_t in, std::int64_t out)
    : QuantizedWeight(factory, module, in, out, factory.makePassing(module, {out, in}))
{
}

QuantizedWeight::QuantizedWeight(ParameterFactory& factory, const char* module, std::int64_t in, std::int64_t out,
                                 Tensor wide)
    : m_module(module),
      m_in(in),
      m_out(out),
      m_layer(factory.tape().place().layer),
      m_block(factory.tape().block),
      m_wideType(factory.dtype()),
      m_wide(std::move(wide))
{
}

void narrowBias(const Tensor& bias)
{
    if (bias.dtype() == DType::BFloat16)
        return;
    Tape& tape = bias.tape();
    const ModuleScope scope(tape, bias->name, LineItem::Weights);
    tape.operation = "parameter";
    convertInPlace(bias, DType::BFloat16);
}

std::shared_ptr<QuantizedWeight> makeQuantizedWeight(ParameterFactory& factory, const char* module, std::int64_t in,
                                                     std::int64_t out)
{
    if (factory.training().quantization.format == QuantizationFormat::GptqInt4)
        return std::make_shared<GptqWeight>(factory, module, in, out);
    if (factory.training().quantization.format == QuantizationFormat::Int8)
        return std::make_shared<EightBitWeight>(factory, module, in, out);
    const bool nested = factory.training().quantization.format == QuantizationFormat::Nf4Double;
    return std::make_shared<FourBitWeight>(factory, module, in, out, nested);
}

} // namespace plimsoll::step
