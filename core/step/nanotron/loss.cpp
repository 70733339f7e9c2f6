// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/nanotron/loss.h"

#include "step/autograd.h"
#include "step/ops.h"
#include "step/tape.h"

#include <utility>

namespace plimsoll::step::nanotron {

namespace {

Tensor perToken(const Tensor& labels, DType dtype)
{
    return empty(labels.tape(), {labels.numel()}, dtype);
}

// Saved: softmax, in whose place the gradient is written; mask; masked targets.
Gradients lossBackward(const Node&, const Saved& saved, Gradients&)
{
    const Tensor tokens = perToken(saved[1], DType::Int64);
    const Tensor found = perToken(saved[1], DType::Float32);
    const Tensor update = perToken(saved[1], DType::Float32);
    return {viewOf(saved[0], saved[0].sizes(), saved[0].strides())};
}

} // namespace

Tensor shardedLoss(const Tensor& logits, const Tensor& labels)
{
    Tape& tape = logits.tape();
    const NodePtr node = record("sharded cross entropy", {logits}, lossBackward);
    const Tensor greatest = perToken(labels, DType::Float32);
    {
        const Tensor places = perToken(labels, DType::Int64);
    }
    const Tensor shifted = emptyLike(logits);
    Tensor mask;
    {
        const Tensor below = perToken(labels, DType::Bool);
        const Tensor above = perToken(labels, DType::Bool);
        mask = perToken(labels, DType::Bool);
    }
    Tensor targets = perToken(labels, DType::Int64);
    targets = perToken(labels, DType::Int64);
    const Tensor tokens = perToken(labels, DType::Int64);
    Tensor predicted = perToken(labels, DType::Float32);
    predicted = perToken(labels, DType::Float32);
    const Tensor sum = perToken(labels, DType::Float32);
    tape.scratch(reductionScratch(tape.gpu(), labels.numel(), logits.size(-1), false, DType::Float32));
    Tensor losses;
    {
        const Tensor logarithms = perToken(labels, DType::Float32);
        losses = empty(tape, labels.sizes(), DType::Float32);
    }
    for (const Tensor& kept : {shifted, mask, targets})
        saveOutput(node, kept);
    return attach(node, std::move(losses));
}

} // namespace plimsoll::step::nanotron
