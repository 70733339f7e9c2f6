// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/nanotron/attention.h"

#include "step/autograd.h"
#include "step/ops.h"
#include "step/tape.h"

#include <utility>

namespace plimsoll::step::nanotron {

namespace {

// csrc/flash_attn/flash_api.cpp, mha_varlen_bwd: queries' gradients are summed in fp32, with a tile of rows between
// sequences; of grouped heads keys' and values' gradients are made for each query's head first.
constexpr std::int64_t tileRows = 128;
constexpr std::int64_t headUnit = 32;

// Saved: query, key, value, result, softmax's statistics, starts of queries and of keys, the random generator's state.
Gradients rowsBackward(const Node& n, const Saved& saved, Gradients& g)
{
    Tape& tape = *n.tape;
    const Tensor& query = saved[0];
    const std::int64_t heads = query.size(1);
    const std::int64_t sequences = saved[5].numel() - 1;
    const std::int64_t rows = query.size(0);
    const Tensor gradient = g[0].isContiguous() ? g[0] : empty(tape, g[0].sizes(), g[0].dtype());
    Gradients results(3);
    for (std::size_t i = 0; i < 3; ++i)
        results[i] = emptyLike(saved[i]);
    const std::int64_t padded = sequences * roundUp(rows / sequences, tileRows);
    Scratch scratch{4 * heads * padded, 4 * heads * (rows + tileRows * sequences) * roundUp(query.size(2), headUnit)};
    if (saved[1].size(1) != heads)
        scratch.insert(scratch.end(), 2, query.bytes());
    tape.scratch(scratch);
    return results;
}

} // namespace

Tensor turnedInPlace(const Tensor& x)
{
    const NodePtr node
        = record("rotary", {x}, [](const Node&, const Saved&, Gradients& g) { return Gradients{std::move(g[0])}; });
    return attach(node, viewOf(x, x.sizes(), x.strides()));
}

Tensor rowsAttention(const Tensor& query, const Tensor& key, const Tensor& value, const Starts& starts)
{
    Tape& tape = query.tape();
    const NodePtr node = record("flash attention", {query, key, value}, rowsBackward);
    Tensor out = emptyLike(query);
    const Tensor statistics = empty(tape, {query.size(1), query.size(0)}, DType::Float32);
    const Tensor random = empty(tape, {2}, DType::Int64);
    for (const Tensor& kept : {query, key, value, out, statistics, starts.ofQueries, starts.ofKeys, random})
        saveOutput(node, kept);
    return attach(node, std::move(out));
}

} // namespace plimsoll::step::nanotron
