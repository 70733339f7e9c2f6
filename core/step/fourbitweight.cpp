// SPDX-License-Identifier: GPL-3.0-or-later
// bitsandbytes' Linear4bit: NF4, two values a byte and a scale for each 64; with double quantization the scales in
// bytes, with one fp32 for each 256 of them.
#include "step/fourbitweight.h"

#include "step/autograd.h"
#include "step/kernels.h"
#include "step/modules.h"
#include "step/ops.h"

#include <utility>

namespace plimsoll::step {

namespace {

constexpr std::int64_t block = 64;
constexpr std::int64_t blockOfScales = 256;

} // namespace

FourBitWeight::FourBitWeight(ParameterFactory& factory, const char* module, std::int64_t in, std::int64_t out,
                             bool doubleQuantization)
    : FourBitWeight(factory, module, in, out, doubleQuantization, DType::BFloat16)
{
}

FourBitWeight::FourBitWeight(ParameterFactory& factory, const char* module, std::int64_t in, std::int64_t out,
                             bool doubleQuantization, DType quantizedFrom)
    : QuantizedWeight(factory, module, in, out),
      m_nested(doubleQuantization),
      m_quantizedFrom(quantizedFrom)
{
}

// Params4bit._quantize, functional.quantize_4bit and, for the scales, quantize_blockwise.
void FourBitWeight::pack(ParameterFactory& factory)
{
    Tape& tape = factory.tape();
    const ModuleScope scope(tape, m_module, LineItem::Workspace);
    tape.operation = "quantization";
    const std::int64_t scales = ceilDiv(m_in * m_out, block);
    const Tensor wide = emptyLike(m_wide); // by way of the host
    Tensor wideScales = empty(tape, {scales}, DType::Float32);
    m_packed = empty(tape, {ceilDiv(m_in * m_out, 2), 1}, DType::UInt8);
    tape.relabel(m_packed->storage, LineItem::Weights);
    // Lightning quantizes where bf16 is the default type, which the table then has.
    const bool narrow = m_quantizedFrom == DType::Float16;
    const Tensor table = empty(tape, {16}, narrow ? DType::BFloat16 : DType::Float32);
    {
        const Tensor magnitudes = emptyLike(table);
        const Tensor greatest = empty(tape, {}, DType::Float32);
    }
    if (!m_nested) {
        m_state = {wideScales, table};
        return;
    }
    const Tensor offset = empty(tape, {}, DType::Float32);
    tape.scratch(wholeReductionScratch(tape.gpu(), scales, DType::Float32));
    const Tensor centred = emptyLike(wideScales);
    const bool tableOnHost = tape.software.keepsFourBitInputs; // name2qmap, up to 0.43.1
    if (!tableOnHost)
        factory.shareQuantizationTable();
    const Tensor scalesOfScales = empty(tape, {ceilDiv(scales, blockOfScales)}, DType::Float32);
    const Tensor packedScales = empty(tape, {scales}, DType::UInt8);
    const Tensor tableOfScales = empty(tape, {256}, narrow && tableOnHost ? DType::BFloat16 : DType::Float32);
    m_state = {packedScales, scalesOfScales, tableOfScales, offset, table};
}

Tensor FourBitWeight::whole() const
{
    Tape& tape = m_packed.tape();
    Tensor scales;
    if (m_nested)
        scales = empty(tape, {ceilDiv(m_in * m_out, block)}, DType::Float32);
    return empty(tape, {m_out, m_in}, m_wideType);
}

std::vector<Tensor> FourBitWeight::copies() const
{
    std::vector<Tensor> made;
    for (const Tensor& each : m_state)
        made.push_back(emptyLike(each));
    made.push_back(emptyLike(m_packed));
    return made;
}

namespace {

// dequantize_4bit().to(bf16): the scales first where they are packed too.
Tensor unpacked(Tape& tape, std::int64_t in, std::int64_t out, bool nested, DType quantizedFrom)
{
    Tensor whole;
    {
        Tensor scales;
        if (nested)
            scales = empty(tape, {ceilDiv(in * out, block)}, DType::Float32);
        whole = empty(tape, {out, in}, quantizedFrom);
    }
    return quantizedFrom == DType::BFloat16 ? whole : emptyLike(whole, DType::BFloat16);
}

enum Number { In, Out, Nested, QuantizedFrom };

Gradients fourBitBackward(const Node& n, const Saved& saved, Gradients& g)
{
    Tape& tape = *n.tape;
    if (!saved.empty()) // an attribute of the node's Python object, which lives as long as the loss
        tape.heldByLoss.push_back({saved[0], n.layer});
    const Tensor whole = unpacked(tape, n.numbers[In], n.numbers[Out], n.numbers[Nested] != 0,
                                  static_cast<DType>(n.numbers[QuantizedFrom]));
    Tensor gradient = empty(tape, n.inputs[0].sizes, g[0].dtype());
    tape.cublasWorkspace();
    return {std::move(gradient)};
}

// The bias within, or added in place to what rows that do not follow one another gave.
void productScratch(Tape& tape, const Tensor& x, bool withBias)
{
    if (withBias && x.isContiguous())
        tape.scratch({tape.gpu().cublasLtWorkspace});
    else
        tape.cublasWorkspace();
}

} // namespace

// The product in bf16, back in x's type. The whole matrix is made for the time of each product.
Tensor FourBitWeight::multiply(const Tensor& input, const Tensor& bias) const
{
    Tape& tape = input.tape();
    const Tensor x = cast(input, DType::BFloat16);
    if (bias)
        narrowBias(bias);
    if (tape.software.keepsFourBitInputs)
        return cast(multiplyKeepingInput(x, bias), input.dtype());
    Tensor y;
    {
        Tensor scales[2]; // both kept through the product
        if (m_nested)
            for (Tensor& each : scales)
                each = empty(tape, {ceilDiv(m_in * m_out, block)}, DType::Float32);
        Tensor whole = empty(tape, {m_out, m_in}, DType::BFloat16);
        const NodePtr node = record("4-bit linear", {x}, fourBitBackward);
        if (node)
            node->numbers = {m_in, m_out, m_nested, static_cast<std::int64_t>(m_quantizedFrom)};
        Dims sizes = x.sizes();
        sizes.back() = m_out;
        y = attach(node, empty(tape, sizes, DType::BFloat16));
        productScratch(tape, x, static_cast<bool>(bias));
        dropLocals({&scales[0], &scales[1], &whole});
    }
    return cast(y, input.dtype());
}

// MatMul4Bit.forward up to 0.43.1.
Tensor FourBitWeight::multiplyKeepingInput(const Tensor& x, const Tensor& bias) const
{
    Tape& tape = x.tape();
    const NodePtr node = record("4-bit linear", {x}, fourBitBackward);
    if (node) {
        node->numbers = {m_in, m_out, m_nested, static_cast<std::int64_t>(m_quantizedFrom)};
        node->saved.push_back({x, {}}); // past the hooks of checkpointing
    }
    const Tensor whole = unpacked(tape, m_in, m_out, m_nested, m_quantizedFrom);
    Dims sizes = x.sizes();
    sizes.back() = m_out;
    Tensor y = empty(tape, sizes, DType::BFloat16);
    productScratch(tape, x, static_cast<bool>(bias));
    return attach(node, std::move(y));
}

} // namespace plimsoll::step
