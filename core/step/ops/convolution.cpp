// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/autograd.h"
#include "step/ops.h"
#include "step/tape.h"

#include <utility>

namespace plimsoll::step {

namespace {

Tensor emptyChannelsLast(Tape& tape, const Dims& sizes, DType dtype)
{
    return empty(tape, sizes, dtype, {sizes[1] * sizes[2], 1, sizes[1]});
}

// [B, C, T] as cuDNN reads it: each position's channels side by side.
Tensor channelsLast(const Tensor& x)
{
    const Dims sizes{x.size(0), x.size(2), x.size(1)};
    const Dims strides{x.strides()[0], x.strides()[2], x.strides()[1]};
    return step::isContiguous(sizes, strides) ? x : emptyChannelsLast(x.tape(), x.sizes(), x.dtype());
}

// Saved: input, weight.
Gradients convolutionBackward(const Node& n, const Saved& saved, Gradients& g)
{
    const Tensor gradient = channelsLast(g[0]);
    const Tensor x = channelsLast(saved[0]);
    Gradients results(2);
    if (n.needs(0))
        results[0] = emptyChannelsLast(*n.tape, x.sizes(), x.dtype());
    results[1] = emptyLike(saved[1]);
    return results;
}

} // namespace

// cudnn_convolution (aten/src/ATen/native/cudnn/ConvShared.cpp), channels last, as a transposed input lies; without
// cuDNN's workspace, of which nothing is known.
Tensor pointwiseConvolution(const Tensor& x, const Tensor& weight)
{
    const NodePtr node = record("convolution", {x, weight}, convolutionBackward, {x, weight});
    const Tensor read = channelsLast(x);
    return attach(node, emptyChannelsLast(x.tape(), {x.size(0), weight.size(0), x.size(2)}, x.dtype()));
}

namespace {

// The gradient's columns that the index names.
Gradients indexCopyBackward(const Node& n, const Saved&, Gradients& g)
{
    return {empty(*n.tape, n.inputs[0].sizes, g[0].dtype())};
}

} // namespace

Tensor copiedIntoColumns(const Tensor& zeros, const Tensor& index, const Tensor& x)
{
    const NodePtr node = record("index copy", {x}, indexCopyBackward, {index, x});
    return attach(node, detach(zeros));
}

Tensor sum(const Tensor& x)
{
    const NodePtr node = record("sum", {x}, [](const Node& n, const Saved&, Gradients& g) {
        return Gradients{viewOf(g[0], n.inputs[0].sizes, {0})};
    });
    Tape& tape = x.tape();
    Tensor out = empty(tape, {}, x.dtype());
    tape.scratch(wholeReductionScratch(tape.gpu(), x.numel(), x.dtype()));
    return attach(node, std::move(out));
}

Tensor lossOfEach(const Tensor& logProbabilities, const Tensor& labels)
{
    const NodePtr node
        = record("negative log-likelihood", {logProbabilities},
                 [](const Node&, const Saved& saved, Gradients&) { return Gradients{emptyLike(saved[0])}; },
                 {logProbabilities, labels});
    Tape& tape = logProbabilities.tape();
    Tensor losses = empty(tape, {logProbabilities.size(0)}, logProbabilities.dtype());
    const Tensor totalWeight = empty(tape, {}, logProbabilities.dtype());
    saveOutput(node, totalWeight);
    return attach(node, std::move(losses));
}

} // namespace plimsoll::step
