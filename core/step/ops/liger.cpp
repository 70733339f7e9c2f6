// SPDX-License-Identifier: GPL-3.0-or-later
// Liger's kernels (liger_kernel/ops of 0.8.5): autograd functions that save their tensors when they are done, and write
// gradients over what they no longer need.
#include "step/autograd.h"
#include "step/ops.h"
#include "step/tape.h"

#include <utility>

namespace plimsoll::step {

namespace {

// @ensure_contiguous: x, or a copy for the time of the call; outside autograd.
Tensor packed(const Tensor& x)
{
    return x.isContiguous() ? x : empty(x.tape(), x.sizes(), x.dtype());
}

Tensor sameMemory(const Tensor& x)
{
    return viewOf(x, x.sizes(), x.strides());
}

// A weight's gradient: sums of each multiprocessor's rows, then summed (rms_norm_backward).
Tensor weightGradient(Tape& tape, const Tensor& partial, const Tensor& weight)
{
    Tensor sum = empty(tape, weight.sizes(), DType::Float32);
    tape.scratch(reductionScratch(tape.gpu(), weight.numel(), partial.size(0), true, DType::Float32));
    return weight.dtype() == DType::Float32 ? sum : empty(tape, weight.sizes(), weight.dtype());
}

// Saved: input, weight, reciprocal deviation of each row.
Gradients fusedRmsNormBackward(const Node& n, const Saved& saved, Gradients& g)
{
    Tape& tape = *n.tape;
    const Tensor& weight = saved[1];
    const Tensor gradient = packed(g[0]);
    Tensor partial;
    if (n.needs(1))
        partial = empty(tape, {tape.gpu().multiprocessors, weight.numel()}, DType::Float32);
    const bool inPlace = n.numbers[0] != 0;
    Gradients results{inPlace ? sameMemory(gradient) : sameMemory(emptyLike(gradient)), {}};
    if (partial)
        results[1] = weightGradient(tape, partial, weight);
    return results;
}

} // namespace

Tensor fusedRmsNorm(const Tensor& input, const Tensor& weight, bool inPlace)
{
    const Tensor x = packed(input);
    const NodePtr node = record("fused RMS norm", {input, weight}, fusedRmsNormBackward);
    Tensor out = empty(x.tape(), x.sizes(), x.dtype());
    const Tensor deviations = empty(x.tape(), {x.numel() / x.size(-1)}, DType::Float32);
    if (node)
        node->numbers = {inPlace};
    for (const Tensor& kept : {x, weight, deviations})
        saveOutput(node, kept);
    return attach(node, std::move(out));
}

namespace {

// [B, H, S, D] heads as the kernel reads and turns them: lying [B, S, H, D], else a copy that does.
Tensor turnedHeads(const Tensor& x)
{
    return transposed(packed(transposed(x, 1, 2)), 1, 2);
}

} // namespace

std::pair<Tensor, Tensor> fusedRotary(const Tensor& query, const Tensor& key, const Tensor& cos, const Tensor& sin)
{
    const auto backward = [](const Node&, const Saved&, Gradients& g) {
        return Gradients{turnedHeads(g[0]), turnedHeads(g[1])};
    };
    const NodePtr node = record("fused rotary", {query, key}, backward);
    Tensor q = turnedHeads(query);
    Tensor k = turnedHeads(key);
    saveOutput(node, cos);
    saveOutput(node, sin);
    return {attach(node, std::move(q)), attach(node, std::move(k), 1)};
}

Tensor fusedGate(const Tensor& gate, const Tensor& up)
{
    const auto backward = [](const Node&, const Saved& saved, Gradients& g) {
        const Tensor gradient = packed(g[0]);
        return Gradients{sameMemory(saved[0]), sameMemory(saved[1])};
    };
    const NodePtr node = record("fused gate", {gate, up}, backward);
    const Tensor a = packed(gate);
    const Tensor b = packed(up);
    Tensor out = emptyLike(a);
    saveOutput(node, a);
    saveOutput(node, b);
    return attach(node, std::move(out));
}

Tensor fusedSquaredRelu(const Tensor& x)
{
    const auto backward = [](const Node&, const Saved&, Gradients& g) { return Gradients{emptyLike(packed(g[0]))}; };
    const NodePtr node = record("fused squared ReLU", {x}, backward);
    const Tensor kept = packed(x);
    Tensor out = emptyLike(kept);
    saveOutput(node, kept);
    return attach(node, std::move(out));
}

} // namespace plimsoll::step
