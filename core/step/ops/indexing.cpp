// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/autograd.h"
#include "step/ops.h"
#include "step/tape.h"

#include <limits>
#include <utility>

namespace plimsoll::step {

namespace {

// Zeros of the source, into which the gradient's rows are added: index_put_ with accumulation, which sorts the indices
// (index_put_with_sort_kernel, Indexing.cu).
Tensor accumulatedRows(const Node& n, const Tensor& gradient, std::int64_t count)
{
    Tape& tape = *n.tape;
    Tensor zeros = empty(tape, n.inputs[0].sizes, gradient.dtype());
    const Tensor linear = empty(tape, {count}, DType::Int64);
    tape.scratch({8 * count});
    const Tensor sorted = empty(tape, {count}, DType::Int64);
    const Tensor original = empty(tape, {count}, DType::Int64);
    tape.scratch({8 * count, radixSortScratch(count, n.inputs[0].sizes.front() - 1)});
    return zeros;
}

Gradients indexBackward(const Node& n, const Saved& saved, Gradients& g)
{
    return {accumulatedRows(n, g[0], saved[0].numel())};
}

// The gradient of chosen values: zeros of the whole, scattered into in place.
Gradients scatterBackward(const Node& n, const Saved&, Gradients& g)
{
    return {empty(*n.tape, n.inputs[0].sizes, g[0].dtype())};
}

} // namespace

Tensor gatherOne(const Tensor& x, int dimension)
{
    const Tensor index = empty(x.tape(), {1}, DType::Int64);
    const NodePtr node = record("index", {x}, indexBackward, {index});
    Dims sizes = x.sizes();
    sizes[static_cast<std::size_t>(dimension)] = 1;
    return attach(node, empty(x.tape(), sizes, x.dtype()));
}

Tensor indexRows(const Tensor& x, const Tensor& indices)
{
    const NodePtr node = record("index", {x}, indexBackward, {indices});
    Dims sizes = x.sizes();
    sizes.front() = indices.numel();
    return attach(node, empty(x.tape(), sizes, x.dtype()));
}

Tensor gather(const Tensor& x, const Tensor& indices)
{
    const NodePtr node = record("gather", {x}, scatterBackward, {indices});
    return attach(node, empty(x.tape(), indices.sizes(), x.dtype()));
}

Tensor where(const Tensor& mask, const Tensor& x)
{
    const NodePtr node = record("where", {x},
                                [](const Node& n, const Saved&, Gradients& g) {
                                    const Tensor zero = empty(*n.tape, {}, g[0].dtype());
                                    return Gradients{emptyLike(g[0])};
                                },
                                {mask});
    const Tensor number = empty(x.tape(), {}, x.dtype());
    return attach(node, emptyLike(x));
}

Tensor maskedFill(const Tensor& x, const Tensor& mask)
{
    const NodePtr node = record(
        "masked fill", {x}, [](const Node&, const Saved&, Gradients& g) { return Gradients{emptyLike(g[0])}; }, {mask});
    return attach(node, emptyLike(x));
}

Ranked topK(const Tensor& x, std::int64_t count)
{
    const NodePtr node = record("top-k", {x}, scatterBackward);
    Dims sizes = x.sizes();
    sizes.back() = count;
    Tensor values = empty(x.tape(), sizes, x.dtype());
    Tensor indices = empty(x.tape(), sizes, DType::Int64);
    saveOutput(node, indices);
    return {attach(node, std::move(values)), indices};
}

Ranked sort(const Tensor& x)
{
    Tape& tape = x.tape();
    tape.operation = "sort";
    const std::int64_t count = x.numel();
    Tensor values = empty(tape, x.sizes(), x.dtype());
    Tensor indices = empty(tape, x.sizes(), DType::Int64);
    if (count <= 4096) // within one block
        tape.scratch({8 * count});
    else
        tape.scratch({8 * count, radixSortScratch(count, std::numeric_limits<std::int64_t>::max())});
    return {std::move(values), std::move(indices)};
}

} // namespace plimsoll::step
