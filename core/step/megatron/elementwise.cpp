// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/megatron/elementwise.h"

#include "step/autograd.h"
#include "step/tape.h"

#include <utility>

namespace plimsoll::step::megatron {

namespace {

Tensor sumOfRows(const Tensor& gradient)
{
    Tape& tape = gradient.tape();
    const std::int64_t width = gradient.size(-1);
    Tensor sum = empty(tape, {width}, gradient.dtype());
    tape.scratch(reductionScratch(tape.gpu(), width, gradient.numel() / width, true, gradient.dtype()));
    return sum;
}

// Input and bias get the same tensor, which is summed for the bias. Saved: input.
Gradients activationBackward(const Node& n, const Saved& saved, Gradients&)
{
    Tensor gradient = emptyLike(saved[0]);
    Tensor ofBias = n.needs(1) ? sumOfRows(gradient) : Tensor();
    return {std::move(gradient), std::move(ofBias)};
}

// Saved: the mask, where something is dropped.
Gradients joinBackward(const Node& n, const Saved& saved, Gradients& g)
{
    Gradients results(3);
    results[0] = saved.empty() ? g[0] : emptyLike(g[0]);
    if (n.needs(1))
        results[1] = sumOfRows(results[0]);
    results[2] = g[0];
    return results;
}

} // namespace

Tensor biasGelu(const Tensor& x, const Tensor& bias)
{
    const NodePtr node = record("bias and GELU", {x, bias}, activationBackward, {x, bias});
    return attach(node, emptyLike(x));
}

Tensor gated(const Tensor& x, const Tensor& bias)
{
    const NodePtr node = record("gated activation", {x, bias}, activationBackward, {x, bias});
    Dims sizes = x.sizes();
    sizes.back() /= 2;
    return attach(node, empty(x.tape(), sizes, x.dtype()));
}

Tensor biasDropoutAdd(const Tensor& x, const Tensor& bias, const Tensor& residual, bool dropout)
{
    const NodePtr node = record("bias, dropout and add", {x, bias, residual}, joinBackward);
    Tensor out = emptyLike(residual);
    if (dropout)
        saveOutput(node, emptyLike(residual, DType::Bool));
    return attach(node, std::move(out));
}

} // namespace plimsoll::step::megatron
