// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/nanotron/linear.h"

#include "step/autograd.h"
#include "step/ops.h"
#include "step/tape.h"

#include <utility>

namespace plimsoll::step::nanotron {

namespace {

Dims wholeSequence(const Tensor& x, std::int64_t gpus)
{
    Dims sizes = x.sizes();
    sizes[0] *= gpus;
    return sizes;
}

Dims shareOfSequence(const Tensor& x, std::int64_t gpus)
{
    Dims sizes = x.sizes();
    sizes[0] /= gpus;
    return sizes;
}

// What collectives read must be contiguous.
Tensor packed(const Tensor& x)
{
    return x.isContiguous() ? x : empty(x.tape(), x.sizes(), x.dtype());
}

Tensor wholeOf(const Tensor& x, std::int64_t gpus)
{
    const Tensor whole = empty(x.tape(), wholeSequence(x, gpus), x.dtype());
    const Tensor read = packed(x);
    return whole;
}

Tensor shareOf(const Tensor& x, std::int64_t gpus)
{
    const Tensor read = packed(x);
    return empty(x.tape(), shareOfSequence(x, gpus), x.dtype());
}

// DifferentiableAllGather
Tensor gathered(const Tensor& x, std::int64_t gpus)
{
    const NodePtr node = record("all-gather", {x}, [](const Node& n, const Saved&, Gradients& g) {
        return Gradients{shareOf(g[0], n.numbers[0])};
    });
    if (node)
        node->numbers = {gpus};
    return attach(node, wholeOf(x, gpus));
}

// DifferentiableReduceScatterSum
Tensor scattered(const Tensor& x, std::int64_t gpus)
{
    const NodePtr node = record("reduce-scatter", {x}, [](const Node& n, const Saved&, Gradients& g) {
        return Gradients{wholeOf(g[0], n.numbers[0])};
    });
    if (node)
        node->numbers = {gpus};
    return attach(node, shareOf(x, gpus));
}

Tensor product(const Tensor& x, std::int64_t width)
{
    Dims sizes = x.sizes();
    sizes.back() = width;
    Tensor out = empty(x.tape(), sizes, x.dtype());
    x.tape().cublasWorkspace();
    return out;
}

// torch.mm(gradient.t(), input)
Tensor weightGradient(const Tensor& weight)
{
    Tensor out = empty(weight.tape(), weight.sizes(), weight.dtype());
    weight.tape().cublasWorkspace();
    return out;
}

// _ColumnLinearAsyncCommunication. Saved: the share, weight.
Gradients overlappedColumnsBackward(const Node& n, const Saved& saved, Gradients& g)
{
    const Tensor whole = empty(*n.tape, wholeSequence(saved[0], n.numbers[0]), saved[0].dtype());
    const Tensor read = packed(g[0]);
    const Tensor ofWhole = product(read, saved[1].size(1));
    Gradients results(2);
    results[0] = empty(*n.tape, saved[0].sizes(), saved[0].dtype());
    results[1] = weightGradient(saved[1]);
    return results;
}

Tensor overlappedColumns(const Tensor& x, const Tensor& weight, std::int64_t gpus)
{
    const NodePtr node = record("linear", {x, weight}, overlappedColumnsBackward);
    if (node)
        node->numbers = {gpus};
    const Tensor share = packed(x);
    const Tensor whole = empty(x.tape(), wholeSequence(share, gpus), x.dtype());
    Tensor out = product(whole, weight.size(0));
    saveOutput(node, share);
    saveOutput(node, weight);
    return attach(node, std::move(out));
}

// _RowLinearAsyncCommunication. Saved: input, weight.
Gradients overlappedRowsBackward(const Node& n, const Saved& saved, Gradients& g)
{
    const Tensor whole = empty(*n.tape, wholeSequence(g[0], n.numbers[0]), g[0].dtype());
    const Tensor share = packed(g[0]);
    Gradients results(2);
    results[0] = product(whole, saved[1].size(1));
    const Tensor input = packed(saved[0]);
    results[1] = weightGradient(saved[1]);
    return results;
}

Tensor overlappedRows(const Tensor& x, const Tensor& weight, std::int64_t gpus)
{
    const NodePtr node = record("linear", {x, weight}, overlappedRowsBackward, {x, weight});
    if (node)
        node->numbers = {gpus};
    Tensor part;
    {
        const Tensor read = packed(x);
        part = product(read, weight.size(0));
    }
    return attach(node, shareOf(part, gpus));
}

// Saved: input, weight, each row's reciprocal deviation. The weight's gradient is summed over what each multiprocessor
// has found.
Gradients normBackward(const Node& n, const Saved& saved, Gradients& g)
{
    Tape& tape = *n.tape;
    const Tensor gradient = packed(g[0]);
    const std::int64_t width = saved[1].numel();
    const std::int64_t found = tape.gpu().multiprocessors;
    Gradients results(2);
    results[0] = empty(tape, saved[0].sizes(), saved[0].dtype());
    const Tensor parts = empty(tape, {found, width}, DType::Float32);
    const Tensor sum = empty(tape, {width}, DType::Float32);
    tape.scratch(reductionScratch(tape.gpu(), width, found, true, DType::Float32));
    results[1] = empty(tape, {width}, saved[1].dtype());
    return results;
}

} // namespace

Tensor summed(const Tensor& x, const Group& group)
{
    return group.sequence ? scattered(x, group.tensor) : x;
}

Tensor columns(const Tensor& x, const Tensor& weight, const Group& group)
{
    if (group.overlaps)
        return overlappedColumns(x, weight, group.tensor);
    return linear(group.sequence ? gathered(x, group.tensor) : x, weight, {});
}

Tensor rows(const Tensor& x, const Tensor& weight, const Group& group)
{
    if (group.overlaps)
        return overlappedRows(x, weight, group.tensor);
    return summed(linear(x, weight, {}), group);
}

Tensor normed(const Tensor& x, const Tensor& weight)
{
    const NodePtr node = record("RMS norm", {x, weight}, normBackward, {x, weight});
    Tensor out = emptyLike(x);
    saveOutput(node, empty(x.tape(), {x.numel() / x.size(-1)}, DType::Float32));
    return attach(node, std::move(out));
}

} // namespace plimsoll::step::nanotron
