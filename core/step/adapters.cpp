// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/adapters.h"

#include "step/autograd.h"
#include "step/modules.h"
#include "step/ops.h"

#include <utility>

namespace plimsoll::step {

Adapter::Adapter(std::int64_t inputs, std::int64_t outputs, std::int32_t layerOf)
    : in(inputs),
      out(outputs),
      layer(layerOf)
{
}

void Adapter::make(ParameterFactory& factory)
{
    factory.tape().setLayer(layer);
    const LoraPlan& plan = factory.training().lora;
    const DType dtype = plan.fp32Adapters ? DType::Float32 : factory.dtype();
    down = factory.makeTrainable("adapter A", {plan.rank, in}, dtype);
    up = factory.makeTrainable("adapter B", {out, plan.rank}, dtype);
    dropout = plan.dropout > 0;
    overQuantized = factory.training().method == Method::Qlora;
}

Tensor Adapter::delta(const Tensor& x) const
{
    const ModuleScope scope(x.tape(), "adapter");
    Tensor y = dropout ? step::dropout(x) : x;
    y = linear(y, down, {});
    y = linear(y, up, {});
    return scale(y);
}

Tensor Adapter::addedTo(Tensor base, const Tensor& input) const
{
    const DType dtype = base.dtype();
    const bool autocast = base.tape().autocast.has_value();
    if (!overQuantized) {
        const Tensor x = cast(input, down.dtype());
        const Tensor y = add(base, delta(x));
        base = {};
        return cast(y, dtype);
    }
    base = clone(base);
    const Tensor x = autocast ? input : cast(input, down.dtype());
    Tensor y = delta(x);
    if (!autocast)
        y = cast(y, dtype);
    return add(base, y);
}

QuantizedWeight::QuantizedWeight(ParameterFactory& factory, const char* module, std::int64_t inputs,
                                 std::int64_t outputs, bool doubleQuantization)
    : in(inputs),
      out(outputs),
      nested(doubleQuantization)
{
    Tape& tape = factory.tape();
    const std::int64_t scales = ceilDiv(in * out, 64);
    packed = factory.makeFrozen(module, {in * out / 2, 1}, DType::UInt8, in * out);
    const ModuleScope scope(tape, module, LineItem::Workspace);
    tape.operation = "quantization scales";
    if (nested) {
        state
            = {empty(tape, {scales}, DType::UInt8), empty(tape, {ceilDiv(scales, 256)}, DType::Float32),
               empty(tape, {256}, DType::Float32), empty(tape, {}, DType::Float32), empty(tape, {16}, DType::Float32)};
        factory.shareQuantizationTable();
    } else {
        state = {empty(tape, {scales}, DType::Float32), empty(tape, {16}, DType::Float32)};
    }
}

namespace {

// The whole matrix, made from its packed form; the scales first where they are packed too.
Tensor unpacked(Tape& tape, std::int64_t in, std::int64_t out, bool nested)
{
    Tensor scales;
    if (nested)
        scales = empty(tape, {ceilDiv(in * out, 64)}, DType::Float32);
    return empty(tape, {out, in}, DType::BFloat16);
}

Gradients quantizedBackward(const Node& n, const Saved&, Gradients& g)
{
    Tape& tape = *n.tape;
    const Tensor whole = unpacked(tape, n.numbers[0], n.numbers[1], n.numbers[2] != 0);
    Tensor gradient = empty(tape, n.inputs[0].sizes, g[0].dtype());
    tape.scratch({tape.gpu().cublasWorkspace});
    return {std::move(gradient)};
}

} // namespace

Tensor QuantizedWeight::multiply(const Tensor& input, const Tensor& bias) const
{
    Tape& tape = input.tape();
    const Tensor x = cast(input, DType::BFloat16);
    Tensor y;
    {
        Tensor scales[2]; // both kept through the product
        if (nested)
            for (Tensor& each : scales)
                each = empty(tape, {ceilDiv(in * out, 64)}, DType::Float32);
        const Tensor whole = empty(tape, {out, in}, DType::BFloat16);
        const NodePtr node = record("4-bit linear", {x}, quantizedBackward);
        if (node)
            node->numbers = {in, out, nested};
        Dims sizes = x.sizes();
        sizes.back() = out;
        y = attach(node, empty(tape, sizes, DType::BFloat16));
        tape.scratch({bias ? tape.gpu().cublasLtWorkspace : tape.gpu().cublasWorkspace});
    }
    return cast(y, input.dtype());
}

} // namespace plimsoll::step
