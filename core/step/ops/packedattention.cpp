// SPDX-License-Identifier: GPL-3.0-or-later
// Flash attention over sequences that share one row (aten::_flash_attention_forward with cum_seq_q).
#include "step/autograd.h"
#include "step/ops.h"
#include "step/tape.h"

#include <utility>

namespace plimsoll::step {

namespace {

// Saved: starts, key, query, value, log-sum-exp, output, two of the random generator's state. Sequences are padded to
// whole tiles, so each adds 128 rows.
Gradients packedFlashBackward(const Node& n, const Saved& saved, Gradients& g)
{
    Tape& tape = *n.tape;
    const Tensor& query = saved[2];
    const std::int64_t heads = query.size(1);
    const std::int64_t dim = query.size(2);
    const std::int64_t sequences = saved[0].numel() - 1;
    Tensor gradient = g[0].isContiguous() ? g[0] : empty(tape, g[0].sizes(), g[0].dtype());
    Gradients results;
    for (const std::size_t i : {2, 1, 3}) // query, key, value
        results.push_back(emptyLike(saved[i]));
    const std::int64_t rows = heads * (query.size(0) + 128 * sequences);
    Scratch scratch{4 * rows, 4 * rows * roundUp(dim, dim <= 128 ? 32 : 64)};
    if (saved[1].size(1) != heads)
        scratch.insert(scratch.end(), 2, query.bytes());
    tape.scratch(scratch);
    return results;
}

} // namespace

Tensor packedFlashAttention(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& starts)
{
    Tape& tape = query.tape();
    const NodePtr node
        = record("packed flash attention", {query, key, value}, packedFlashBackward, {starts, key, query, value});
    Tensor out = emptyLike(query);
    const Tensor logSumExp = empty(tape, {query.size(1), query.size(0)}, DType::Float32);
    const Tensor seed = empty(tape, {2}, DType::Int64);
    const Tensor offset = empty(tape, {}, DType::Int64);
    for (const Tensor& kept : {logSumExp, out, seed, offset})
        saveOutput(node, kept);
    return attach(node, std::move(out));
}

} // namespace plimsoll::step
