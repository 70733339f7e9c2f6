// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/megatron/contextattention.h"

#include "step/autograd.h"
#include "step/ops.h"
#include "step/tape.h"

#include <utility>
#include <vector>

namespace plimsoll::step::megatron {

namespace {

Tensor made(const Tensor& like, const Dims& sizes)
{
    return empty(like.tape(), sizes, like.dtype());
}

// flash_attn_a2a_communicate: what goes to each GPU is laid out, exchanged, and put in order; three tensors for a
// moment, of which the last stays.
Tensor exchanged(const Tensor& x, const Dims& sizes)
{
    Tensor sent;
    Tensor received;
    {
        const ModuleScope scope(x.tape(), x.tape().place().module, LineItem::Communication);
        sent = made(x, x.sizes());
        received = made(x, x.sizes());
    }
    sent = {};
    return made(x, sizes);
}

// [part, batch, heads, size] as [sequence, batch, share of the heads, size], and back.
Dims gatheredSizes(const Tensor& x, std::int64_t gpus)
{
    return {x.size(0) * gpus, x.size(1), x.size(2) / gpus, x.size(3)};
}

Dims partSizes(const Tensor& x, std::int64_t gpus)
{
    return {x.size(0) / gpus, x.size(1), x.size(2) * gpus, x.size(3)};
}

// Saved: query, key, value and result after the first exchange, statistics, random state.
Gradients allToAllBackward(const Node& n, const Saved& saved, Gradients& g)
{
    const std::int64_t gpus = n.numbers[0];
    const Tensor gradient = exchanged(g[0], saved[3].sizes());
    Gradients inHeads(3);
    for (std::size_t i = 0; i < 3; ++i)
        inHeads[i] = made(saved[i], saved[i].sizes());
    n.tape->scratch({4 * saved[4].numel(), 4 * saved[0].numel()});
    Gradients results(3);
    for (std::size_t i = 0; i < 3; ++i)
        results[i] = exchanged(inHeads[i], partSizes(inHeads[i], gpus));
    return results;
}

Tensor allToAll(const Heads& h, std::int64_t gpus)
{
    const NodePtr node = record("attention over all parts", {h.query, h.key, h.value}, allToAllBackward);
    if (node)
        node->numbers = {gpus};
    std::vector<Tensor> kept;
    for (const Tensor* part : {&h.query, &h.key, &h.value})
        kept.push_back(exchanged(*part, gatheredSizes(*part, gpus)));
    Tape& tape = h.query.tape();
    kept.push_back(made(kept[0], kept[0].sizes()));
    kept.push_back(empty(tape, {kept[0].size(1), kept[0].size(2), kept[0].size(0)}, DType::Float32));
    kept.push_back(empty(tape, {2}, DType::Int64));
    Tensor out = exchanged(kept[3], {h.query.size(0), h.query.size(1), h.query.size(2) * h.query.size(3)});
    for (const Tensor& each : kept)
        saveOutput(node, each);
    return attach(node, std::move(out));
}

Tensor keysAndValues(const Heads& h)
{
    Dims sizes{2};
    for (const std::int64_t size : h.key.sizes())
        sizes.push_back(size);
    return made(h.key, sizes);
}

// Two buffers, each of keys, values and their gradients, while the parts' gradients are summed.
Gradients ringBackward(const Node& n, const Saved& saved, Gradients& g)
{
    Tape& tape = *n.tape;
    const Tensor gradient = contiguous(g[0]);
    const Tensor& packed = saved[1];
    Tensor buffers[2];
    {
        const ModuleScope scope(tape, tape.place().module, LineItem::Communication);
        for (Tensor& buffer : buffers)
            buffer = empty(tape, {2 * packed.numel()}, packed.dtype());
    }
    Tensor ofQuery = made(saved[0], saved[0].sizes());
    {
        const Tensor step = made(saved[0], saved[0].sizes());
        const Tensor stepKeys = made(packed, packed.sizes());
        tape.scratch({4 * saved[3].numel(), 4 * saved[0].numel()});
    }
    const Dims sizes(packed.sizes().begin() + 1, packed.sizes().end());
    Gradients results(3);
    results[0] = std::move(ofQuery);
    for (const std::size_t i : {1, 2})
        results[i] = made(packed, sizes);
    return results;
}

// Every part's keys and values come past, each in a buffer of its own, and each part's result waits for the sum.
Tensor ring(const Heads& h, std::int64_t gpus)
{
    Tape& tape = h.query.tape();
    const NodePtr node = record("attention in a ring", {h.query, h.key, h.value}, ringBackward);
    const Tensor packed = keysAndValues(h);
    std::vector<Tensor> passing;
    std::vector<Tensor> partial;
    const Dims rows{h.query.size(1), h.query.size(2), h.query.size(0)};
    for (std::int64_t i = 0; i < gpus; ++i) {
        if (i + 1 < gpus) {
            const ModuleScope scope(tape, tape.place().module, LineItem::Communication);
            passing.push_back(made(packed, packed.sizes()));
        }
        partial.push_back(made(h.query, h.query.sizes()));
        partial.push_back(empty(tape, rows, DType::Float32));
    }
    Tensor out = made(h.query, {h.query.size(0), h.query.size(1), h.query.size(2) * h.query.size(3)});
    const Tensor sums = empty(tape, rows, DType::Float32);
    for (const Tensor& kept : {h.query, packed, out, sums})
        saveOutput(node, kept);
    return attach(node, std::move(out));
}

} // namespace

Tensor acrossContext(const Heads& heads, std::int64_t gpus, ContextExchange exchange, bool flash)
{
    const Heads h{contiguous(heads.query), contiguous(heads.key), contiguous(heads.value)};
    const Tensor out = exchange == ContextExchange::AllToAll ? allToAll(h, gpus) : ring(h, gpus);
    return flash ? clone(out) : out;
}

} // namespace plimsoll::step::megatron
