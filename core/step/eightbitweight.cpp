// SPDX-License-Identifier: GPL-3.0-or-later
// bitsandbytes' Linear8bitLt without fp16 weights (LLM.int8): a byte a weight and a scale for each output. Inputs are
// quantized row by row in each call; columns with outliers, which depend on values, are taken to be none.
#include "step/eightbitweight.h"

#include "step/autograd.h"
#include "step/kernels.h"
#include "step/modules.h"
#include "step/ops.h"

#include <utility>

namespace plimsoll::step {

// Int8Params._quantize: by way of fp16 on the card.
void EightBitWeight::pack(ParameterFactory& factory)
{
    Tape& tape = factory.tape();
    const ModuleScope scope(tape, m_module, LineItem::Workspace);
    tape.operation = "quantization";
    const Tensor half = empty(tape, {m_out, m_in}, DType::Float16);
    m_scales = empty(tape, {m_out}, DType::Float32);
    m_packed = empty(tape, {m_out, m_in}, DType::UInt8);
    tape.relabel(m_packed->storage, LineItem::Weights);
}

// int8_vectorwise_dequant: weights times scales, times a number.
Tensor EightBitWeight::whole() const
{
    const Tensor product = emptyLike(m_packed, DType::Float32);
    return emptyLike(product);
}

namespace {

// MatMul8bitLt.backward: the whole matrix in the input's type. The input is an attribute of the node's Python object,
// which lives as long as the loss.
Gradients eightBitBackward(const Node& n, const Saved& saved, Gradients& g)
{
    Tape& tape = *n.tape;
    tape.heldByLoss.push_back({saved[0], n.layer});
    const std::int64_t in = n.numbers[0];
    const std::int64_t out = n.numbers[1];
    const DType dtype = n.inputs[0].dtype;
    Tensor whole = empty(tape, {out, in}, dtype);
    tape.scratch({out * sizeOf(DType::Float32)}); // the scales, times a number
    const Tensor incoming = g[0].dtype() == dtype ? g[0] : emptyLike(g[0], dtype);
    const Tensor gradient = empty(tape, {g[0].numel() / out, in}, dtype);
    tape.cublasWorkspace();
    return {viewOf(gradient, n.inputs[0].sizes, contiguousStrides(n.inputs[0].sizes))};
}

// int8_vectorwise_quant: row scales, rows in bytes, and the search for outliers.
std::pair<Tensor, Tensor> quantized(const Tensor& rows)
{
    Tape& tape = rows.tape();
    const Tensor half = rows.dtype() == DType::Float16 ? rows : emptyLike(rows, DType::Float16);
    Tensor scales = empty(tape, {rows.size(0)}, DType::Float32);
    Tensor bytes = emptyLike(half, DType::UInt8);
    Tensor magnitudes = emptyLike(half);
    const Tensor outliers = emptyLike(half, DType::Bool);
    magnitudes = {};
    const Tensor any = empty(tape, {}, DType::Bool);
    tape.scratch(wholeReductionScratch(tape.gpu(), outliers.numel(), DType::Bool, sizeOf(DType::Bool)));
    return {std::move(scales), std::move(bytes)};
}

// cuBLASLt's product of bytes; of rows whose length is no multiple of four one of numbers, which autocast narrows.
Tensor sumsOf(const Tensor& bytes, const Tensor& weights)
{
    Tape& tape = bytes.tape();
    Tensor sums = empty(tape, {bytes.size(0), weights.size(0)}, DType::Int32);
    if (bytes.size(1) % 4 == 0)
        return sums;
    Tensor product;
    {
        const Tensor left = emptyLike(bytes, DType::Float32);
        const Tensor right = emptyLike(weights, DType::Float32);
        const Tensor lowRight = tape.autocast ? emptyLike(right, *tape.autocast) : right;
        const Tensor lowLeft = tape.autocast ? emptyLike(left, *tape.autocast) : left;
        product = emptyLike(sums, lowLeft.dtype());
        tape.cublasWorkspace();
    }
    const Tensor whole = emptyLike(sums);
    product = {};
    return sums;
}

} // namespace

Tensor EightBitWeight::multiply(const Tensor& input, const Tensor& bias) const
{
    Tape& tape = input.tape();
    if (bias && bias.dtype() != input.dtype()) {
        const ModuleScope scope(tape, bias->name, LineItem::Weights);
        convertInPlace(bias, input.dtype());
    }
    const NodePtr node = record("8-bit linear", {input}, eightBitBackward);
    const Tensor rows = reshaped(input, {input.numel() / m_in, m_in});
    if (node) {
        node->numbers = {m_in, m_out};
        if (node != tape.standIn)
            node->saved.push_back({rows, {}}); // past the hooks of checkpointing
        tape.savesPastHooks = true;
    }
    Tensor y;
    {
        const auto [scales, bytes] = quantized(rows);
        const Tensor sums = sumsOf(bytes, m_packed);
        y = empty(tape, sums.sizes(), DType::Float16);
        if (input.dtype() != DType::Float16)
            y = emptyLike(y, input.dtype());
    }
    Dims sizes = input.sizes();
    sizes.back() = m_out;
    return attach(node, viewOf(y, sizes, contiguousStrides(sizes)));
}

} // namespace plimsoll::step
