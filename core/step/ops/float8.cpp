// SPDX-License-Identifier: GPL-3.0-or-later
// torchao's Float8Linear with its default recipe: one scale a tensor, made anew for each product (float8_linear.py).
#include "step/autocast.h"
#include "step/autograd.h"
#include "step/ops.h"
#include "step/tape.h"

#include <utility>

namespace plimsoll::step {

namespace {

struct Float8
{
    Tensor data; // a byte a number, laid out as what it was made from
    Tensor scale;
};

// tensor_to_scale(): the greatest magnitude, then a handful of numbers.
Tensor scaleOf(const Tensor& x)
{
    Tape& tape = x.tape();
    Tensor greatest;
    {
        const Tensor magnitudes = emptyLike(x);
        greatest = empty(tape, {}, x.dtype());
        const Tensor flat = x.isContiguous() ? Tensor() : empty(tape, x.sizes(), x.dtype());
        tape.scratch(wholeReductionScratch(tape.gpu(), x.numel(), x.dtype(), sizeOf(x.dtype())));
    }
    const Tensor wide = empty(tape, {}, DType::Float64);
    Tensor bounded = empty(tape, {}, DType::Float64);
    Tensor quotient = empty(tape, {}, DType::Float64);
    const Tensor scale = empty(tape, {}, DType::Float64);
    quotient = {};
    bounded = {};
    return empty(tape, {}, DType::Float32);
}

// hp_tensor_to_float8_dynamic()
Float8 toFloat8(const Tensor& x)
{
    Float8 made;
    made.scale = scaleOf(x);
    Tensor wide = x.dtype() == DType::Float32 ? x : emptyLike(x, DType::Float32);
    const Tensor scaled = emptyLike(wide);
    wide = {};
    const Tensor bounded = emptyLike(scaled);
    made.data = emptyLike(x, DType::UInt8);
    return made;
}

// torch._scaled_mm, which reads the first factor by rows and the second by columns: others are copied. The result has
// the type of what its first factor was made from.
Tensor scaledProduct(const Tensor& a, const Tensor& b, DType dtype)
{
    Tape& tape = a.tape();
    const auto byRows = [](const Tensor& x) { return x.strides()[1] == 1 && x.strides()[0] > 1; };
    const Tensor first = byRows(a) ? Tensor() : empty(tape, a.sizes(), DType::UInt8);
    const Tensor second = byRows(b) ? empty(tape, b.sizes(), DType::UInt8) : Tensor();
    const Tensor inverseScales[]{empty(tape, {}, DType::Float32), empty(tape, {}, DType::Float32)};
    Tensor out = empty(tape, {a.size(0), b.size(1)}, dtype);
    tape.scratch({tape.gpu().cublasLtWorkspace});
    return out;
}

Dims rowsOf(const Tensor& x)
{
    return {x.numel() / x.size(-1), x.size(-1)};
}

// Saved: input, weight.t(). Both are made narrow once more, and the gradient once for each product.
Gradients float8Backward(const Node&, const Saved& saved, Gradients& g)
{
    const Tensor& input = saved[0];
    const Tensor& weight = saved[1];
    const Tensor gradient = reshaped(g[0], rowsOf(g[0]));
    const Float8 forInput = toFloat8(gradient);
    const Float8 weight8 = toFloat8(weight);
    Gradients results(2);
    results[0] = reshaped(scaledProduct(forInput.data, transposed(weight8.data, 0, 1), g[0].dtype()), input.sizes());
    const Float8 forWeight = toFloat8(gradient);
    const Float8 input8 = toFloat8(reshaped(input, rowsOf(input)));
    results[1] = transposed(scaledProduct(transposed(forWeight.data, 0, 1), input8.data, g[0].dtype()), 0, 1);
    return results;
}

Tensor float8Product(const Tensor& input, const Tensor& weight)
{
    const NodePtr node = record("float8 linear", {input, weight}, float8Backward, {input, weight});
    const Float8 input8 = toFloat8(input);
    const Float8 weight8 = toFloat8(weight);
    const Tensor rows = scaledProduct(reshaped(input8.data, rowsOf(input8.data)), weight8.data, input.dtype());
    Dims sizes = input.sizes();
    sizes.back() = weight.size(1);
    return attach(node, reshaped(rows, sizes));
}

} // namespace

Tensor float8Linear(const Tensor& x, const Tensor& weight, const Tensor& bias)
{
    const std::optional<DType> autocast = x.tape().autocast;
    const Tensor input = autocast ? cast(x, *autocast) : x;
    const Tensor out = float8Product(input, transpose(weight, 0, 1));
    return bias ? add(out, cast(bias, out.dtype())) : out;
}

} // namespace plimsoll::step
