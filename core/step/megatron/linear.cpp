// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/megatron/linear.h"

#include "step/autograd.h"
#include "step/megatron/kept.h"
#include "step/ops.h"
#include "step/tape.h"

#include <utility>

namespace plimsoll::step::megatron {

namespace {

// What the backward functions read of a node's numbers.
enum Number : std::size_t { tensorGpus, isSequence, isFused, isEngine, isRmsNorm };

void describe(const NodePtr& node, const Group& group, bool rms = false)
{
    if (node)
        node->numbers = {group.tensor, group.sequence, group.fusedAccumulation, group.engine, rms};
}

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

Tensor gathered(const Tensor& x, std::int64_t gpus)
{
    const ModuleScope scope(x.tape(), x.tape().place().module, LineItem::Communication);
    return empty(x.tape(), wholeSequence(x, gpus), x.dtype());
}

void takeWorkspace(const Tensor& x, bool engine)
{
    if (engine)
        keptOf(x).workspace();
    else
        x.tape().cublasWorkspace();
}

Tensor product(const Tensor& x, std::int64_t width, bool engine)
{
    Dims sizes = x.sizes();
    sizes.back() = width;
    Tensor out = empty(x.tape(), sizes, x.dtype());
    takeWorkspace(x, engine);
    return out;
}

// Summed into main_grad, or a tensor of its own.
Tensor weightGradient(const Tensor& weight, bool fused, bool engine)
{
    takeWorkspace(weight, engine);
    if (fused)
        return keptOf(weight).dummyGradient(weight);
    return empty(weight.tape(), weight.sizes(), weight.dtype());
}

Tensor biasGradient(const Node& n, const Tensor& gradient, std::size_t input)
{
    if (!n.needs(input))
        return {};
    Tape& tape = *n.tape;
    const std::int64_t width = gradient.size(-1);
    Tensor sum = empty(tape, {width}, gradient.dtype());
    if (!n.numbers[isEngine]) // the engine's product makes it along with the weight's
        tape.scratch(reductionScratch(tape.gpu(), width, gradient.numel() / width, true, gradient.dtype()));
    return sum;
}

Tensor rowStatistics(const Tensor& x)
{
    return empty(x.tape(), {x.numel() / x.size(-1)}, DType::Float32);
}

// Saved: input, weight, norm's weight, what was normalised, statistics.
Gradients normedColumnsBackward(const Node& n, const Saved& saved, Gradients& g)
{
    const std::int64_t gpus = n.numbers[tensorGpus];
    const bool sequence = n.numbers[isSequence] != 0;
    const Tensor& weight = saved[1];
    const Tensor& normalised = saved[3];
    const Tensor gradient = contiguous(g[0]);
    Tensor whole;
    if (sequence)
        whole = gathered(normalised, gpus);
    const Tensor ofInput = product(sequence ? whole : normalised, weight.size(1), true);
    Tensor share;
    if (sequence)
        share = empty(*n.tape, normalised.sizes(), normalised.dtype());
    Gradients results(5);
    results[3] = weightGradient(weight, n.numbers[isFused] != 0, true);
    results[4] = biasGradient(n, gradient, 4);
    whole = {};
    results[0] = emptyLike(saved[0]);
    results[1] = emptyLike(saved[2]);
    if (n.needs(2))
        results[2] = emptyLike(saved[2]);
    return results;
}

// Saved: input, weight.
Gradients rowsBackward(const Node& n, const Saved& saved, Gradients& g)
{
    const bool engine = n.numbers[isEngine] != 0;
    Tensor gradient = contiguous(g[0]);
    if (n.numbers[isSequence])
        gradient = gathered(gradient, n.numbers[tensorGpus]);
    Gradients results(2);
    results[0] = product(gradient, saved[1].size(1), engine);
    results[1] = weightGradient(saved[1], n.numbers[isFused] != 0, engine);
    return results;
}

// Saved: input, weight.
Gradients ownColumnsBackward(const Node& n, const Saved& saved, Gradients& g)
{
    const std::int64_t gpus = n.numbers[tensorGpus];
    const bool sequence = n.numbers[isSequence] != 0;
    if (sequence)
        keptOf(saved[0]).buffer(wholeSequence(saved[0], gpus), saved[0].dtype());
    const Tensor ofInput = product(g[0], saved[1].size(1), false);
    const Tensor gradient = contiguous(g[0]);
    Gradients results(3);
    results[0] = sequence ? emptyLike(saved[0]) : ofInput;
    results[1] = weightGradient(saved[1], n.numbers[isFused] != 0, false);
    results[2] = biasGradient(n, gradient, 2);
    return results;
}

// What each GPU has made is summed, in place where every GPU reads all of it.
Tensor summed(Tensor part, const Group& group)
{
    if (!group.sequence)
        return part;
    return empty(part.tape(), shareOfSequence(part, group.tensor), part.dtype());
}

} // namespace

Tensor normed(const Tensor& x, const Norm& norm)
{
    const Tensor narrow = cast(x, norm.weight.dtype());
    if (norm.isRms)
        return rmsNorm(narrow, norm.weight);
    return layerNorm(narrow, norm.weight, norm.bias);
}

Tensor normedColumns(const Tensor& x, const Norm& norm, const Tensor& weight, const Tensor& bias, const Group& group)
{
    const NodePtr node = record("norm and linear", {x, norm.weight, norm.bias, weight, bias}, normedColumnsBackward);
    describe(node, group, norm.isRms);
    const Tensor normalised = empty(x.tape(), x.sizes(), x.dtype());
    const Tensor mean = norm.isRms ? Tensor() : rowStatistics(x);
    const Tensor deviation = rowStatistics(x);
    Tensor whole;
    if (group.sequence)
        whole = gathered(normalised, group.tensor);
    Tensor out = product(group.sequence ? whole : normalised, weight.size(0), true);
    whole = {};
    for (const Tensor& kept : {x, weight, norm.weight, normalised, deviation})
        saveOutput(node, kept);
    if (mean)
        saveOutput(node, mean);
    return attach(node, std::move(out));
}

Tensor rows(const Tensor& x, const Tensor& weight, const Group& group)
{
    const NodePtr node = record("linear", {x, weight}, rowsBackward);
    describe(node, group);
    Tensor out = summed(product(x, weight.size(0), true), group);
    saveOutput(node, x);
    saveOutput(node, weight);
    return attach(node, std::move(out));
}

Tensor ownColumns(const Tensor& x, const Tensor& weight, const Tensor& bias, const Group& group)
{
    const NodePtr node = record("linear", {x, weight, bias}, ownColumnsBackward, {x, weight});
    describe(node, group);
    if (node)
        node->numbers[isEngine] = 0;
    const Tensor whole = group.sequence ? keptOf(x).buffer(wholeSequence(x, group.tensor), x.dtype()) : x;
    Tensor out = product(whole, weight.size(0), false);
    if (bias)
        out = emptyLike(out);
    return attach(node, std::move(out));
}

Tensor ownRows(const Tensor& x, const Tensor& weight, const Group& group)
{
    const NodePtr node = record("linear", {x, weight}, rowsBackward, {x, weight});
    describe(node, group);
    if (node)
        node->numbers[isEngine] = 0;
    return attach(node, summed(product(x, weight.size(0), false), group));
}

} // namespace plimsoll::step::megatron
