// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/autocast.h"
#include "step/autograd.h"
#include "step/ops.h"
#include "step/selective.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace plimsoll::step {

namespace {

struct Heads
{
    std::int64_t batch, queries, keys, sequence, dim; // queries and keys: numbers of heads

    explicit Heads(const Tensor& q, const Tensor& k)
        : batch(q.size(0)),
          queries(q.size(1)),
          keys(k.size(1)),
          sequence(q.size(2)),
          dim(q.size(3))
    {
    }
    std::int64_t rows() const { return batch * queries * sequence; }
    bool grouped() const { return keys != queries; }
    // The head size flash attention's tiles are made for.
    std::int64_t tileDim() const { return roundUp(dim, dim <= 128 ? 32 : 64); }
};

// A copy laid out [B, S, H, D] where x does not lie so; the kernels read only that.
std::optional<Tensor> rowsFirst(const Tensor& x)
{
    const Dims sizes{x.size(0), x.size(2), x.size(1), x.size(3)};
    const Dims strides{x.strides()[0], x.strides()[2], x.strides()[1], x.strides()[3]};
    if (step::isContiguous(sizes, strides))
        return std::nullopt;
    return empty(x.tape(), x.sizes(), x.dtype());
}

// In the order in which PyTorch's node declares and releases what it saves: inputs by name, then results by name.
// Saved: key, query, value, log-sum-exp, output, two of the random generator's state.
Gradients flashBackward(const Node& n, const Saved& saved, Gradients& g)
{
    Tape& tape = *n.tape;
    const Heads h(saved[1], saved[0]);
    const std::optional<Tensor> gradient = rowsFirst(g[0]);
    const std::optional<Tensor> output = rowsFirst(saved[4]);
    Gradients results;
    for (const std::size_t i : {1, 0, 2}) // query, key, value
        results.push_back(emptyLike(saved[i]));
    const std::int64_t rows = h.batch * h.queries * roundUp(h.sequence, 128);
    const std::int64_t expanded = h.batch * h.sequence * h.queries * h.dim * sizeOf(saved[0].dtype());
    Scratch scratch{4 * rows, 4 * rows * h.tileDim()}; // softmax's row sums; the queries' gradient in fp32
    if (h.grouped())
        scratch.insert(scratch.end(), 2, expanded); // keys' and values' gradients for each query head, then summed
    tape.scratch(scratch);
    return results;
}

// Output, log-sum-exp, and the random generator's state.
Results flashResults(const Tensor& q, const Tensor& k, bool dropout)
{
    Tape& tape = q.tape();
    const Heads h(q, k);
    Tensor out = emptyLike(q);
    const Tensor logSumExp = empty(tape, {h.batch, h.queries, h.sequence}, DType::Float32);
    const std::int64_t tiles = h.batch * h.queries * ceilDiv(h.sequence, 64);
    const std::int64_t splits = dropout ? 1 : flashSplits(tape.gpu(), tiles, h.sequence, h.dim);
    Tensor partialSums;
    Tensor partialOutputs;
    if (splits > 1) {
        partialSums = empty(tape, {splits, h.batch, h.queries, h.sequence}, DType::Float32);
        partialOutputs = empty(tape, {splits, h.batch, h.queries, h.sequence, h.tileDim()}, DType::Float32);
    }
    Tensor seed = empty(tape, {2}, DType::Int64);
    const Tensor offset = empty(tape, {}, DType::Int64);
    if (dropout) // what has been drawn takes the empty one's place
        seed = empty(tape, {2}, DType::Int64);
    return {std::move(out), logSumExp, std::move(seed), offset};
}

// Log-sum-exp goes before the output, the random generator's state after it.
void saveResults(const NodePtr& node, const Results& results)
{
    saveOutput(node, results[1]);
    saveOutput(node, results[0]);
    for (std::size_t i = 2; i < results.size(); ++i)
        saveOutput(node, results[i]);
}

Tensor flash(const Tensor& q, const Tensor& k, const Tensor& v, bool dropout)
{
    const NodePtr node = record("flash attention", {q, k, v}, flashBackward, {k, q, v});
    Results results = keptOrMade(q.tape(), [&] { return flashResults(q, k, dropout); });
    saveResults(node, results);
    return attach(node, std::move(results.front()));
}

// Workspace of the memory-efficient backward (kernel_backward.h): the queries' gradient in tiles, each with a lock; for
// 16-bit heads too wide for registers also the keys' and values' gradients of each split of the keys.
std::int64_t efficientWorkspace(const Heads& h, std::int64_t valueDim, bool half)
{
    const std::int64_t widest = std::max(h.dim, valueDim);
    const std::int64_t tile = widest <= 64 ? 64 : 128;
    const std::int64_t tiles = ceilDiv(h.sequence, tile) * ceilDiv(h.dim, 64);
    std::int64_t bytes = tiles * (tile * 64 * 4 + 16);
    if (half && widest > 128) {
        const std::int64_t splits = std::min(ceilDiv(h.sequence, 64), 200 / (h.batch * h.queries));
        bytes += 4 * std::max<std::int64_t>(splits, 1) * 64 * (roundUp(h.dim, 128) + roundUp(valueDim, 128));
    }
    return h.batch * h.queries * bytes;
}

// Saved: mask, key, query, value, log-sum-exp, output, and maybe two of the random generator's state.
Gradients efficientBackward(const Node& n, const Saved& saved, Gradients&)
{
    Tape& tape = *n.tape;
    const Tensor& query = saved[2];
    const Heads h(query, saved[1]);
    const std::int64_t workspace = efficientWorkspace(h, saved[3].size(3), isHalf(query.dtype()));
    Gradients results;
    for (const std::size_t i : {2, 1, 3}) { // query, key, value
        const Dims& s = saved[i].sizes();
        results.push_back(empty(tape, s, saved[i].dtype(), {s[2] * s[1] * s[3], s[3], s[1] * s[3], 1}));
    }
    if (n.inputs.size() > 3) { // the bias's, its rows padded to whole tiles
        const Tensor& bias = saved[0];
        Dims sizes = bias.sizes();
        sizes.back() = roundUp(sizes.back(), 16);
        const Tensor whole = empty(tape, sizes, bias.dtype());
        results.push_back(viewOf(whole, bias.sizes(), whole.strides()));
    }
    Tensor expanded[2]; // keys' and values' gradients for each query head
    if (h.grouped())
        for (Tensor& gradient : expanded)
            gradient = empty(tape, {h.batch, h.sequence, h.queries, h.dim}, query.dtype());
    if (isHalf(query.dtype())) {
        tape.scratch({4 * h.rows(), workspace}); // the kernel sums gradient × output itself
        return results;
    }
    Tensor delta; // gradient × output, summed over the head, made contiguous
    {
        const Tensor product = empty(tape, {h.rows(), h.dim}, DType::Float32);
        const Tensor sums = empty(tape, {h.rows()}, DType::Float32);
        delta = empty(tape, {h.rows()}, DType::Float32);
    }
    const ModuleScope scope(tape, tape.place().module, LineItem::Workspace);
    const Tensor tiles = empty(tape, {workspace}, DType::UInt8);
    delta = {};
    return results;
}

// A bool mask is made a number for each pair, once a call; then, where they are not multiples of 8, its rows are
// padded.
Tensor numericMask(const Tensor& mask, DType dtype)
{
    if (!mask || mask.dtype() != DType::Bool)
        return mask;
    Tape& tape = mask.tape();
    Dims sizes = mask.sizes();
    Tensor yes = empty(tape, {}, dtype);
    Tensor no = empty(tape, {}, dtype);
    const Tensor numbers = empty(tape, sizes, dtype);
    yes = no = {};
    const std::int64_t row = roundUp(sizes.back(), 8);
    if (row == sizes.back())
        return numbers;
    sizes.back() = row;
    return empty(tape, sizes, dtype);
}

// Output, log-sum-exp where a backward will read it, and the random generator's state; with dropout the host has that.
Results efficientResults(const Tensor& q, const Tensor& k, const Tensor& v, bool dropout, bool forBackward)
{
    Tape& tape = q.tape();
    const Heads h(q, k);
    const std::int64_t valueDim = v.size(3);
    Results random;
    for (int i = 0; i < 2 && !dropout; ++i)
        random.push_back(empty(tape, {}, DType::Int64));
    const Dims strides{h.sequence * h.queries * valueDim, valueDim, h.queries * valueDim, 1};
    Tensor out = empty(tape, {h.batch, h.queries, h.sequence, valueDim}, q.dtype(), strides);
    Tensor logSumExp;
    if (forBackward)
        logSumExp = empty(tape, {h.batch, h.queries, roundUp(h.sequence, 32)}, DType::Float32);
    if (isHalf(q.dtype()) && std::max(h.dim, valueDim) > 128) // wide heads: summed in fp32 outside registers
        tape.scratch({4 * h.rows() * valueDim});
    Results results{std::move(out)};
    if (logSumExp)
        results.push_back(std::move(logSumExp));
    results.insert(results.end(), random.begin(), random.end());
    return results;
}

Tensor efficient(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& mask, bool dropout)
{
    const NodePtr node = mask && mask.requiresGrad()
        ? record("memory-efficient attention", {q, k, v, mask}, efficientBackward, {mask, k, q, v})
        : record("memory-efficient attention", {q, k, v}, efficientBackward, {mask, k, q, v});
    Results results = keptOrMade(q.tape(), [&] { return efficientResults(q, k, v, dropout, node != nullptr); });
    if (node)
        saveResults(node, results);
    return attach(node, std::move(results.front()));
}

// Heads padded with zeros to a width the kernel takes.
Tensor padded(const Tensor& x, std::int64_t dim)
{
    const NodePtr node = record("pad heads", {x}, [](const Node& n, const Saved&, Gradients& g) {
        return Gradients{empty(*n.tape, n.inputs[0].sizes, g[0].dtype())};
    });
    return attach(node, empty(x.tape(), {x.size(0), x.size(1), x.size(2), dim}, x.dtype()));
}

// A mask of numbers is seen as one for each head of each sequence; rows are padded to eight. A bool one see above.
Tensor maskForKernel(const Tensor& mask, const Tensor& query)
{
    if (!mask || mask.dtype() == DType::Bool)
        return numericMask(mask, query.dtype());
    const std::int64_t row = mask.size(-1);
    const Tensor aligned = row % 8 == 0 ? mask : slice(padded(mask, roundUp(row, 8)), -1, row);
    return expand(aligned, {query.size(0), query.size(1), query.size(2), row});
}

Tensor narrowed(const Tensor& x, std::int64_t dim)
{
    const NodePtr node = record("cut heads", {x}, [](const Node& n, const Saved&, Gradients& g) {
        return Gradients{empty(*n.tape, n.inputs[0].sizes, g[0].dtype())}; // zeros of the whole
    });
    return attach(node, viewOf(x, {x.size(0), x.size(1), x.size(2), dim}, x.strides()));
}

} // namespace

const Tensor& savedQuery(const Node& node, const Saved& saved)
{
    return saved[node.backward == &flashBackward ? 1 : 2];
}

Tensor scaledDotProductAttention(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask,
                                 bool dropout)
{
    const Tensor bias = lowered(mask); // arguments are cast last to first
    const Tensor v = lowered(value);
    const Tensor k = lowered(key);
    const Tensor q = lowered(query);
    const bool flashTakesIt = isHalf(q.dtype()) && !mask && q.size(3) == v.size(3) && q.size(3) <= 256;
    const std::int64_t alignment
        = isHalf(q.dtype()) ? 8 : 4; // of CUTLASS' loads (sdp_utils.cpp, minimum_gemm_alignment)
    if (!flashTakesIt && (q.size(3) % alignment != 0 || v.size(3) % alignment != 0))
        return mathAttention(q, k, v, bias, dropout);
    if (!flashTakesIt)
        return efficient(q, k, v, maskForKernel(bias, q), dropout);
    const std::int64_t dim = q.size(3);
    if (dim % 8 == 0)
        return flash(q, k, v, dropout);
    const std::int64_t wide = roundUp(dim, 8);
    const Tensor qWide = padded(q, wide);
    const Tensor kWide = padded(k, wide);
    const Tensor vWide = padded(v, wide);
    return narrowed(flash(qWide, kWide, vWide, dropout), dim);
}

} // namespace plimsoll::step
