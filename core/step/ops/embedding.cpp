// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/autograd.h"
#include "step/ops.h"
#include "step/tape.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step {

namespace {

// The ids, in a copy where they are one row seen as many.
Tensor contiguousIds(const Tensor& ids)
{
    return reshaped(ids, {ids.numel()});
}

// Up to 3,072 ids each row is added by itself; more are sorted, and each id's rows summed in pieces of ten
// (embedding_dense_backward_cuda, EmbeddingBackwardKernel.cu). Sizes are upper bounds from shapes: ids do not matter.
Gradients embeddingBackward(const Node& n, const Saved& saved, Gradients& g)
{
    Tape& tape = *n.tape;
    const Dims weight = n.inputs[0].sizes;
    const std::int64_t tokens = saved[0].numel();
    const Tensor ids = contiguousIds(saved[0]);
    const Tensor rows = reshaped(g[0], {tokens, weight[1]}); // a copy, where it does not lie so
    if (tokens <= 3072)
        return {empty(tape, weight, g[0].dtype())};

    const Tensor sorted = empty(tape, {tokens}, DType::Int64);
    const Tensor positions = empty(tape, {tokens}, DType::Int64);
    tape.scratch({8 * tokens, radixSortScratch(tokens, weight[0])});
    Tensor gradient = empty(tape, weight, g[0].dtype());
    const Tensor starts = empty(tape, {tokens}, DType::Int64);
    const Tensor count = empty(tape, {}, DType::Int64);
    tape.scratch({8 * tokens, 1279});
    const std::int64_t segments = std::min(tokens, weight[0]);
    const std::int64_t pieces = tokens / 10 + segments;
    const Tensor piecesOfEach = empty(tape, {segments}, DType::Int64);
    const Tensor offsets = empty(tape, {segments}, DType::Int64);
    tape.scratch({1279});
    // Few rows of many pieces each are summed by blocks, pieces told by their segment; others piece by piece in fp32.
    // Probed: fewer rows than four blocks for each multiprocessor, more than four pieces a row.
    if (segments < 4 * tape.gpu().multiprocessors && pieces > 4 * segments) {
        Scratch scratch{8, 8 * pieces, 8 * pieces};
        if (isHalf(g[0].dtype()))
            scratch.push_back(4 * weight[0] * weight[1]); // the gradient in fp32
        tape.scratch(scratch);
    } else {
        tape.scratch({8, 8 * pieces, 4 * weight[1] * pieces});
    }
    return {std::move(gradient)};
}

} // namespace

namespace {

Tensor rowsOf(const Tensor& weight, const Tensor& ids)
{
    Dims sizes = ids.sizes();
    sizes.push_back(weight.size(1));
    const Tensor rows = contiguousIds(ids);
    return empty(weight.tape(), sizes, weight.dtype());
}

} // namespace

Tensor embedding(const Tensor& weight, const Tensor& ids)
{
    const NodePtr node = record("embedding", {weight}, embeddingBackward, {ids});
    return attach(node, rowsOf(weight, ids));
}

MaskedIndices maskedIndices(const Tensor& ids)
{
    Tape& tape = ids.tape();
    MaskedIndices masked;
    {
        Tensor before = empty(tape, ids.sizes(), DType::Bool);
        Tensor after = empty(tape, ids.sizes(), DType::Bool);
        masked.mask = empty(tape, ids.sizes(), DType::Bool);
        dropLocals({&before, &after});
    }
    const Tensor copy = empty(tape, ids.sizes(), DType::Int64);
    masked.indices = empty(tape, ids.sizes(), DType::Int64);
    return masked;
}

// Every GPU makes the gradient of all rows.
Tensor splitEmbedding(const Tensor& weight, const Tensor& ids, std::int64_t rows)
{
    const NodePtr node = record("embedding", {weight}, embeddingBackward, {ids});
    if (node)
        node->inputs[0].sizes[0] = rows;
    MaskedIndices masked = maskedIndices(ids);
    Tensor found = attach(node, rowsOf(weight, masked.indices));
    dropLocals({&masked.indices, &masked.mask});
    return found;
}

} // namespace plimsoll::step
