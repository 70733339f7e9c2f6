// SPDX-License-Identifier: GPL-3.0-or-later
// Liger's experts (liger_kernel/ops/fused_moe.py of 0.8.5): gather, both products and the sum over a token's experts in
// one autograd function, which makes the gradients of all weights, frozen or not.
#include "step/autograd.h"
#include "step/ops.h"
#include "step/tape.h"

#include <bit>
#include <utility>

namespace plimsoll::step {

namespace {

constexpr std::int64_t tileRows = 64;

Tensor integers(Tape& tape, std::int64_t count)
{
    return empty(tape, {count}, DType::Int32);
}

// Where tokens go (compute_routing_metadata). How many tiles of rows there are follows the routing; here it is even.
struct Routes
{
    Tensor counts;
    Tensor starts;
    Tensor gathered;
    Tensor scattered;
    Tensor returned;
    Tensor tileRow;
    Tensor tileExpert;
};

Routes routesOf(Tape& tape, std::int64_t tokens, std::int64_t each, std::int64_t experts)
{
    const std::int64_t rows = tokens * each;
    const std::int64_t perBlock
        = std::max<std::int64_t>(1, 1024 / static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(each))));
    const Tensor blockCounts = empty(tape, {experts, ceilDiv(tokens, perBlock)}, DType::Int32);
    Routes routes;
    routes.counts = integers(tape, experts);
    routes.starts = integers(tape, experts + 1);
    const Tensor tileOffsets = integers(tape, experts + 1);
    const std::int64_t tiles = experts * ceilDiv(ceilDiv(rows, experts), tileRows);
    routes.tileRow = integers(tape, tiles);
    routes.tileExpert = integers(tape, tiles);
    routes.scattered = integers(tape, rows);
    routes.returned = integers(tape, rows);
    routes.gathered = integers(tape, rows);
    return routes;
}

// Saved: x, gate and up, down, gate and up halves' values, weights, then routes.
Gradients fusedExpertsBackward(const Node& n, const Saved& saved, Gradients& g)
{
    Tape& tape = *n.tape;
    const DType dtype = g[0].dtype();
    const Tensor gradient = g[0].isContiguous() ? g[0] : empty(tape, g[0].sizes(), dtype);
    const std::int64_t rows = saved[3].size(0);
    const std::int64_t ffn = saved[3].size(1) / 2;
    const std::int64_t hidden = gradient.size(1);
    const Tensor values = empty(tape, {rows, 2 * ffn}, dtype);
    const Tensor weighted = empty(tape, {rows, ffn}, dtype);
    const Tensor ofWeights = empty(tape, {rows}, dtype);
    Gradients results(4);
    results[2] = emptyLike(saved[2]);
    const Tensor expanded = empty(tape, {rows, hidden}, dtype);
    results[0] = empty(tape, gradient.sizes(), dtype);
    results[1] = emptyLike(saved[1]);
    results[3] = viewOf(ofWeights, n.inputs[3].sizes, contiguousStrides(n.inputs[3].sizes));
    return results;
}

} // namespace

Tensor fusedExperts(const Tensor& x, const Tensor& gateUp, const Tensor& down, const Tensor& indices,
                    const Tensor& weights)
{
    Tape& tape = x.tape();
    const NodePtr node = record("fused experts", {x, gateUp, down, weights}, fusedExpertsBackward);
    const std::int64_t tokens = x.size(0);
    const std::int64_t rows = tokens * indices.size(-1);
    const Routes routes = routesOf(tape, tokens, indices.size(-1), gateUp.size(0));
    const Tensor values = empty(tape, {rows, gateUp.size(1)}, x.dtype());
    const Tensor gated = empty(tape, {rows, gateUp.size(1) / 2}, x.dtype());
    const Tensor made = empty(tape, {rows, x.size(1)}, x.dtype());
    Tensor out = empty(tape, x.sizes(), x.dtype());
    for (const Tensor& kept : {x, gateUp, down, values, weights, routes.starts, routes.gathered, routes.scattered,
                               routes.returned, routes.tileRow, routes.tileExpert})
        saveOutput(node, kept);
    return attach(node, std::move(out));
}

} // namespace plimsoll::step
