// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/megatron/loss.h"

#include "step/autograd.h"
#include "step/ops.h"
#include "step/tape.h"

#include <utility>

namespace plimsoll::step::megatron {

namespace {

Tensor perToken(const Tensor& labels, DType dtype)
{
    return empty(labels.tape(), labels.sizes(), dtype);
}

Tensor flatPerToken(const Tensor& labels, DType dtype)
{
    return empty(labels.tape(), {labels.numel()}, dtype);
}

// Saved: softmax, in whose place the gradient is written; mask; masked targets.
Gradients plainBackward(const Node&, const Saved& saved, Gradients&)
{
    const Tensor tokens = flatPerToken(saved[1], DType::Int64);
    const Tensor kept = flatPerToken(saved[1], DType::Float32);
    const Tensor update = flatPerToken(saved[1], DType::Float32);
    return {viewOf(saved[0], saved[0].sizes(), saved[0].strides())};
}

// megatron/core/tensor_parallel/cross_entropy.py, _VocabParallelCrossEntropy; fused_cross_entropy.py joins kernels and
// keeps the same.
Tensor plainLoss(const Tensor& logits, const Tensor& labels)
{
    Tape& tape = logits.tape();
    const NodePtr node = record("vocabulary-parallel cross entropy", {logits}, plainBackward);
    const Tensor wide = logits.dtype() == DType::Float32 ? logits : emptyLike(logits, DType::Float32);
    const Tensor greatest = perToken(labels, DType::Float32);
    {
        const Tensor places = perToken(labels, DType::Int64);
    }
    Tensor mask;
    {
        const Tensor below = perToken(labels, DType::Bool);
        const Tensor above = perToken(labels, DType::Bool);
        mask = perToken(labels, DType::Bool);
    }
    Tensor targets = perToken(labels, DType::Int64);
    targets = perToken(labels, DType::Int64);
    const Tensor tokens = flatPerToken(labels, DType::Int64);
    Tensor predicted = flatPerToken(labels, DType::Float32);
    predicted = flatPerToken(labels, DType::Float32);
    const Tensor sum = perToken(labels, DType::Float32);
    tape.scratch(reductionScratch(tape.gpu(), labels.numel(), logits.size(-1), false, DType::Float32));
    Tensor losses;
    {
        const Tensor logarithms = perToken(labels, DType::Float32);
        losses = perToken(labels, DType::Float32);
    }
    for (const Tensor& kept : {wide, mask, targets})
        saveOutput(node, kept);
    return attach(node, std::move(losses));
}

// transformer_engine/pytorch/triton/cross_entropy.py up to release 2.14: the gradient is written over the logits.
Gradients engineBackward(const Node&, const Saved& saved, Gradients&)
{
    return {viewOf(saved[0], saved[0].sizes(), saved[0].strides())};
}

Tensor engineLoss(const Tensor& logits, const Tensor& labels)
{
    const NodePtr node = record("fused cross entropy", {logits}, engineBackward);
    Tensor losses = perToken(labels, DType::Float32);
    const Tensor sums = empty(logits.tape(), {3 * labels.numel()}, DType::Float32);
    saveOutput(node, logits);
    return attach(node, std::move(losses));
}

} // namespace

Tensor vocabularyLoss(const Tensor& logits, const Tensor& labels, MegatronLoss kind)
{
    return kind == MegatronLoss::TransformerEngine ? engineLoss(logits, labels) : plainLoss(logits, labels);
}

} // namespace plimsoll::step::megatron
