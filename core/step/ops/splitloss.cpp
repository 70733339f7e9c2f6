// SPDX-License-Identifier: GPL-3.0-or-later
// Cross entropy of logits of which each GPU has some columns (torch.distributed.tensor.parallel.loss_parallel,
// loss.py).
#include "step/autograd.h"
#include "step/kernels.h"
#include "step/ops.h"
#include "step/tape.h"

#include <utility>

namespace plimsoll::step {

namespace {

// One value for each row, over all columns.
Tensor reducedRows(const Tensor& x)
{
    Tensor reduced = empty(x.tape(), {x.size(0), 1}, x.dtype());
    x.tape().scratch(reductionScratch(x.tape().gpu(), x.size(0), x.size(1), false, x.dtype()));
    return reduced;
}

Tensor sumOfAll(const Tensor& x, DType dtype)
{
    Tape& tape = x.tape();
    Tensor sum = empty(tape, {}, dtype);
    tape.scratch(wholeReductionScratch(tape.gpu(), x.numel(), dtype, sizeOf(dtype)));
    return sum;
}

// torch.where(labels != ignore_index, x, 0)
Tensor whereCounted(const Tensor& labels, DType dtype)
{
    Tape& tape = labels.tape();
    Tensor counted = empty(tape, labels.sizes(), DType::Bool);
    Tensor zero = empty(tape, {}, dtype);
    Tensor chosen = empty(tape, labels.sizes(), dtype);
    dropLocals({&zero, &counted});
    return chosen;
}

// (labels != ignore_index).sum().to(x)
Tensor countOfLabels(const Tensor& labels, DType dtype)
{
    Tape& tape = labels.tape();
    Tensor counted = empty(tape, labels.sizes(), DType::Bool);
    Tensor count = empty(tape, {}, DType::Int64);
    {
        const Tensor wide = empty(tape, labels.sizes(), DType::Int64);
        tape.scratch(wholeReductionScratch(tape.gpu(), labels.numel(), DType::Int64, sizeOf(DType::Int64)));
    }
    counted = {};
    return empty(tape, {}, dtype);
}

Tensor logSoftmaxOfAll(const Tensor& x)
{
    const NodePtr node = record("log-softmax", {x}, [](const Node&, const Saved&, Gradients& g) {
        return Gradients{std::exchange(g[0], {})}; // the loss's gradient is that of the logits
    });
    Tensor greatest = reducedRows(x);
    greatest = emptyLike(greatest); // of all GPUs
    Tensor shifted = emptyLike(x);
    Tensor part;
    {
        const Tensor exponentials = emptyLike(x);
        part = reducedRows(exponentials);
    }
    Tensor sum = emptyLike(part);
    part = {};
    Tensor logarithm = emptyLike(sum);
    Tensor result = emptyLike(x);
    dropLocals({&shifted, &greatest, &sum, &logarithm});
    saveOutput(node, result);
    return attach(node, std::move(result));
}

// Saved: log-probabilities, labels, how many labels there are.
Gradients lossBackward(const Node& n, const Saved& saved, Gradients&)
{
    Tape& tape = *n.tape;
    const Tensor& x = saved[0];
    const Tensor& labels = saved[1];
    Tensor start = empty(tape, {}, x.dtype()); // divided by the number of labels
    Tensor targets = whereCounted(labels, DType::Int64);
    Tensor gradient = emptyLike(x);
    MaskedIndices masked = maskedIndices(targets);
    Tensor update;
    {
        const Tensor unmasked = empty(tape, labels.sizes(), x.dtype());
        update = empty(tape, labels.sizes(), x.dtype());
    }
    Tensor rows = empty(tape, labels.sizes(), DType::Int64);
    Tensor scale = whereCounted(labels, x.dtype());
    start = {};
    Tensor sum;
    {
        const Tensor exponentials = emptyLike(x);
        sum = emptyLike(x);
    }
    Tensor product = emptyLike(x);
    sum = {};
    dropLocals({&scale, &targets, &gradient, &masked.mask, &masked.indices, &update, &rows});
    return {std::move(product)};
}

Tensor lossOfAll(const Tensor& x, const Tensor& labels)
{
    Tape& tape = x.tape();
    const NodePtr node = record("negative log-likelihood", {x}, lossBackward, {x, labels});
    Tensor targets = whereCounted(labels, DType::Int64);
    MaskedIndices masked = maskedIndices(targets);
    Tensor found = empty(tape, {labels.numel(), 1}, x.dtype());
    masked.mask = {};
    Tensor sum = emptyLike(found); // over GPUs
    Tensor losses;
    {
        const Tensor negated = emptyLike(sum);
        losses = whereCounted(labels, x.dtype());
    }
    const Tensor count = countOfLabels(labels, x.dtype());
    Tensor loss;
    {
        const Tensor total = sumOfAll(losses, x.dtype());
        loss = empty(tape, {}, x.dtype());
    }
    losses = {};
    dropLocals({&targets, &masked.indices, &found, &sum});
    saveOutput(node, count);
    return attach(node, std::move(loss));
}

} // namespace

Tensor splitCrossEntropy(const Tensor& logits, const Tensor& labels)
{
    const Tensor logProbabilities = logSoftmaxOfAll(logits);
    return lossOfAll(logProbabilities, labels);
}

} // namespace plimsoll::step
