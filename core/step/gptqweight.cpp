// SPDX-License-Identifier: GPL-3.0-or-later
// GPTQ's layers of 4 bits in groups of inputs: eight weights an int32, zeros alike, 16-bit scales, and the group of
// each input. The whole matrix is made for each product (the Triton kernels of AutoGPTQ and gptqmodel, as in
// fms-acceleration's gptqmodel/nn_modules/triton_utils/dequant.py).
#include "step/gptqweight.h"

#include "step/autograd.h"
#include "step/kernels.h"
#include "step/modules.h"
#include "step/ops.h"

#include <utility>

namespace plimsoll::step {

namespace {

constexpr std::int64_t weightsOfWord = 8;

DType computeType(const Tape& tape, DType modelType)
{
    if (tape.autocast)
        return *tape.autocast;
    return modelType;
}

Gradients gptqBackward(const Node& n, const Saved&, Gradients& g)
{
    Tape& tape = *n.tape;
    const std::int64_t in = n.numbers[0];
    const Tensor whole = empty(tape, {in, n.numbers[1]}, g[0].dtype());
    Tensor gradient = empty(tape, n.inputs[0].sizes, g[0].dtype());
    tape.cublasWorkspace();
    return {std::move(gradient)};
}

} // namespace

GptqWeight::GptqWeight(ParameterFactory& factory, const char* module, std::int64_t in, std::int64_t out)
    : QuantizedWeight(factory, module, in, out, {})
{
    factory.tape().countParameter(in * out, false, m_layer);
    const std::int64_t size = factory.training().quantization.groupSize;
    const std::int64_t groups = size > 0 ? ceilDiv(in, size) : 1;
    factory.makePacked(module, {in / weightsOfWord, out}, DType::Int32);
    factory.makePacked(module, {groups, out / weightsOfWord}, DType::Int32);
    factory.makePacked(module, {groups, out}, DType::Float16);
    factory.makePacked(module, {in}, DType::Int32);
}

Tensor GptqWeight::multiply(const Tensor& input, const Tensor& bias) const
{
    Tape& tape = input.tape();
    const DType dtype = computeType(tape, input.dtype());
    const Tensor rows = reshape(input, {input.numel() / m_in, m_in});
    Tensor y;
    {
        const NodePtr node = record("GPTQ linear", {rows}, gptqBackward);
        if (node)
            node->numbers = {m_in, m_out};
        const Tensor whole = empty(tape, {m_in, m_out}, dtype);
        const Tensor narrow = rows.dtype() == dtype ? Tensor() : emptyLike(rows, dtype);
        Tensor out = empty(tape, {rows.size(0), m_out}, dtype);
        tape.cublasWorkspace();
        y = attach(node, std::move(out));
    }
    Dims sizes = input.sizes();
    sizes.back() = m_out;
    y = reshape(y, sizes);
    return bias ? add(y, bias) : y;
}

Tensor GptqWeight::whole() const
{
    return {};
}

} // namespace plimsoll::step
