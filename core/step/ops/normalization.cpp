// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/autocast.h"
#include "step/autograd.h"
#include "step/ops.h"

#include <utility>

namespace plimsoll::step {

namespace {

// Weight (and bias) gradients of a norm over many rows and few columns: partial sums over blocks of rows, then summed
// (GammaBetaBackward of layer_norm_kernel.cu, with partial reduction).
void sumPartialGradients(Gradients& results, const Node& n, std::int64_t rows, std::int64_t columns, DType dtype)
{
    Tape& tape = *n.tape;
    if (rows <= 65536 || columns / 32 >= tape.gpu().multiprocessors / 2)
        return;
    std::int64_t blocks = ceilDiv(rows, 32);
    while (blocks * (columns / 32) > 32768)
        blocks /= 2;
    Gradients partial;
    for (std::size_t i = 1; i < results.size(); ++i)
        partial.push_back(n.needs(i) ? empty(tape, {blocks, columns}, dtype) : Tensor());
    for (std::size_t i = 1; i < results.size(); ++i) {
        if (!n.needs(i))
            continue;
        Tensor sum = empty(tape, {columns}, dtype);
        tape.scratch(reductionScratch(tape.gpu(), columns, blocks, true, dtype));
        results[i] = std::move(sum);
    }
}

// What the kernels read: x, or a copy for the time of the call.
Tensor packed(const Tensor& x)
{
    return x.isContiguous() ? x : empty(x.tape(), x.sizes(), x.dtype());
}

// Saved: bias (LayerNorm's, where it has one), input, weight.
Gradients normBackward(const Node& n, const Saved& saved, Gradients& g)
{
    const Tensor x = packed(saved[1]);
    const std::int64_t columns = x.size(-1);
    Gradients results(n.next.size());
    if (n.needs(0))
        results[0] = empty(*n.tape, x.sizes(), x.dtype());
    const bool weights = results.size() > 1 && n.needs(1);
    if (weights)
        for (std::size_t i = 1; i < results.size(); ++i)
            results[i] = n.needs(i) ? empty(*n.tape, {columns}, x.dtype()) : Tensor();
    const Tensor gradient = packed(g[0]);
    if (weights)
        sumPartialGradients(results, n, x.numel() / columns, columns, x.dtype());
    return results;
}

// Statistics of each row, in fp32 whatever the input: mean and reciprocal deviation, or the latter alone.
Tensor normOutput(const NodePtr& node, const Tensor& x, int statistics)
{
    Tensor out = empty(x.tape(), x.sizes(), x.dtype());
    Dims rows = x.sizes();
    rows.back() = 1;
    Gradients kept;
    for (int i = 0; i < statistics; ++i)
        kept.push_back(empty(x.tape(), rows, DType::Float32));
    for (const Tensor& statistic : kept)
        saveOutput(node, statistic);
    return attach(node, std::move(out));
}

} // namespace

Tensor layerNorm(const Tensor& x, const Tensor& weight, const Tensor& bias)
{
    // Autocast casts arguments last to first.
    const Tensor b = widened(bias);
    const Tensor w = widened(weight);
    const Tensor wide = widened(x);
    const NodePtr node = record("layer norm", {wide, w, b}, normBackward, {b, wide, w});
    return normOutput(node, packed(wide), 2);
}

Tensor rowNorms(const Tensor& x)
{
    Tape& tape = x.tape();
    tape.operation = "norms of rows";
    // Autocast has it in fp32, without a copy of its input.
    Tensor norms = empty(tape, {x.size(0)}, tape.autocast ? DType::Float32 : x.dtype());
    const bool columns = x.strides()[0] == 1 && x.strides()[1] > 1;
    tape.scratch(reductionScratch(tape.gpu(), x.size(0), x.size(1), columns, x.dtype()));
    return norms;
}

Tensor rmsNorm(const Tensor& x, const Tensor& weight)
{
    return normOutput(record("RMS norm", {x, weight}, normBackward, {{}, x, weight}), x, 1);
}

} // namespace plimsoll::step
