// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/collectives.h"

#include "step/autograd.h"
#include "step/selective.h"
#include "step/tape.h"

#include <utility>

namespace plimsoll::step {

namespace {

Gradients passOn(const Node&, const Saved&, Gradients& incoming)
{
    return {std::exchange(incoming[0], {})};
}

Gradients sumOverGpus(const Node&, const Saved&, Gradients& incoming)
{
    return {emptyLike(incoming[0])};
}

Tensor packed(const Tensor& x)
{
    return x.isContiguous() ? x : empty(x.tape(), x.sizes(), x.dtype());
}

// all_gather_single: shares come one after the other, and are laid side by side unless that is how they lie.
Tensor gather(const Tensor& x, std::int64_t gpus)
{
    Tape& tape = x.tape();
    Dims whole = x.sizes();
    whole[1] *= gpus;
    const Tensor share = packed(x);
    if (x.size(0) == 1)
        return empty(tape, whole, x.dtype());
    Tensor inTurn;
    {
        const ModuleScope scope(tape, tape.place().module, LineItem::Communication);
        Dims sizes = x.sizes();
        sizes[0] *= gpus;
        inTurn = empty(tape, sizes, x.dtype());
    }
    return empty(tape, whole, x.dtype());
}

// reduce_scatter_single: what goes to each GPU is laid out first. Selective checkpointing keeps what comes.
Tensor scatter(const Tensor& x, std::int64_t gpus)
{
    Tape& tape = x.tape();
    Dims share = x.sizes();
    share[1] /= gpus;
    const Tensor whole = packed(x);
    Tensor inTurn;
    {
        const ModuleScope scope(tape, tape.place().module, LineItem::Communication);
        Dims sizes = share;
        sizes[0] *= gpus;
        inTurn = empty(tape, sizes, x.dtype());
    }
    return keptOrMade(tape, [&] { return Results{empty(tape, share, x.dtype())}; }).front();
}

} // namespace

Tensor toDistributed(const Tensor& x, Placement placement)
{
    const NodePtr node = record("to distributed", {x}, placement == Placement::Replicated ? sumOverGpus : passOn);
    if (node)
        node->distributed = true;
    return attach(node, viewOf(x, x.sizes(), x.strides()));
}

Tensor toLocal(const Tensor& x)
{
    const NodePtr node = record("to local", {x}, passOn);
    if (node)
        node->distributed = false;
    return attach(node, viewOf(x, x.sizes(), x.strides()));
}

Tensor allReduced(const Tensor& x)
{
    const NodePtr node = record("all-reduce", {x}, passOn);
    return attach(node, emptyLike(x));
}

Tensor reduceScattered(const Tensor& x, std::int64_t gpus)
{
    const NodePtr node = record("reduce-scatter", {x}, [](const Node& n, const Saved&, Gradients& incoming) {
        return Gradients{gather(incoming[0], n.numbers[0])};
    });
    if (node)
        node->numbers.push_back(gpus);
    return attach(node, scatter(x, gpus));
}

Tensor allGathered(const Tensor& x, std::int64_t gpus)
{
    const NodePtr node = record("all-gather", {x}, [](const Node& n, const Saved&, Gradients& incoming) {
        return Gradients{scatter(incoming[0], n.numbers[0])};
    });
    if (node)
        node->numbers.push_back(gpus);
    return attach(node, gather(x, gpus));
}

} // namespace plimsoll::step
