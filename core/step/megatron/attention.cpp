// SPDX-License-Identifier: GPL-3.0-or-later
// transformer_engine/pytorch/attention/dot_product_attention: backends.py, utils.py (get_qkv_layout);
// megatron/core/transformer: attention.py, dot_product_attention.py.
#include "step/megatron/attention.h"

#include "step/autograd.h"
#include "step/megatron/contextattention.h"
#include "step/megatron/kept.h"
#include "step/ops.h"
#include "step/tape.h"

#include <utility>

namespace plimsoll::step::megatron {

namespace {

bool isOneStorage(const Gradients& g)
{
    return g[0] && g[1] && g[2] && g[0]->storage == g[1]->storage && g[1]->storage == g[2]->storage;
}

// Gradients that lie as the split ones do are what was split already (_combine_tensors with noop_ok).
Gradients splitBackward(const Node& n, const Saved&, Gradients& g)
{
    const Dims& sizes = n.inputs[0].sizes;
    if (isOneStorage(g))
        return {viewOf(g[0], sizes, contiguousStrides(sizes))};
    return {empty(*n.tape, sizes, n.inputs[0].dtype)};
}

Gradients turnBackward(const Node&, const Saved&, Gradients& g)
{
    return {empty(g[0].tape(), g[0].sizes(), g[0].dtype())};
}

Tensor statistics(const Tensor& query)
{
    return empty(query.tape(), {query.size(1), query.size(2), query.size(0)}, DType::Float32);
}

Tensor randomState(Tape& tape)
{
    return empty(tape, {2}, DType::Int64);
}

// Whether query, key and value are one product's, taken as they lie (sbh3d): as many of each.
bool isPacked(const Heads& h)
{
    return h.query->storage == h.key->storage && h.key->storage == h.value->storage && h.query.sizes() == h.key.sizes();
}

// What no layout of the kernels describes is copied (get_qkv_layout).
Heads laidOut(const Heads& h)
{
    if (isPacked(h))
        return h;
    return {contiguous(h.query), contiguous(h.key), contiguous(h.value)};
}

Tensor contextLike(const Tensor& query)
{
    return empty(query.tape(), {query.size(0), query.size(1), query.size(2) * query.size(3)}, query.dtype());
}

// Gradients of queries, keys and values, in one tensor where they were one.
void makeHeadGradients(const Saved& saved, Gradients& results)
{
    Tape& tape = saved[0].tape();
    Tensor whole;
    if (isPacked({saved[0], saved[1], saved[2]})) {
        Dims all = saved[0].sizes();
        all.back() *= 3;
        whole = empty(tape, all, saved[0].dtype());
    }
    for (std::size_t i = 0; i < 3; ++i)
        results[i] = whole ? viewOf(whole, saved[i].sizes(), saved[i].strides())
                           : empty(tape, saved[i].sizes(), saved[i].dtype());
}

// Saved: query, key, value, result, softmax's statistics, the random generator's state. The queries' gradient is
// summed in fp32, beside the products of gradient and result.
Gradients fusedBackward(const Node& n, const Saved& saved, Gradients& g)
{
    const Tensor gradient = contiguous(g[0]);
    Gradients results(3);
    makeHeadGradients(saved, results);
    n.tape->scratch({4 * saved[4].numel(), 4 * saved[0].numel()});
    return results;
}

Tensor fused(const Heads& heads)
{
    const Heads h = laidOut(heads);
    const NodePtr node = record("fused attention", {h.query, h.key, h.value}, fusedBackward);
    Tensor out = contextLike(h.query);
    const Tensor sums = statistics(h.query);
    const Tensor random = randomState(out.tape());
    for (const Tensor& kept : {h.query, h.key, h.value, out, sums, random})
        saveOutput(node, kept);
    return attach(node, std::move(out));
}

// Copies with the batch first, which flash-attn keeps, and its result laid out again.
Tensor batchFirst(const Tensor& x)
{
    return contiguous(transpose(x, 0, 1));
}

Gradients flashBackward(const Node& n, const Saved& saved, Gradients& g)
{
    const Tensor gradient = contiguous(g[0]);
    Gradients results(3);
    for (std::size_t i = 0; i < 3; ++i)
        results[i] = empty(*n.tape, saved[i].sizes(), saved[i].dtype());
    const std::int64_t rows = saved[4].numel();
    n.tape->scratch({4 * rows, 4 * saved[0].numel()});
    return results;
}

Tensor flash(const Heads& heads)
{
    const Heads h = laidOut(heads);
    const Heads turnedRound{batchFirst(h.query), batchFirst(h.key), batchFirst(h.value)};
    const NodePtr node
        = record("flash attention", {turnedRound.query, turnedRound.key, turnedRound.value}, flashBackward);
    Tensor out = emptyLike(turnedRound.query);
    const Tensor sums = statistics(h.query);
    const Tensor random = randomState(out.tape());
    for (const Tensor& kept : {turnedRound.query, turnedRound.key, turnedRound.value, out, sums, random})
        saveOutput(node, kept);
    const Tensor result = attach(node, std::move(out));
    return view(contiguous(transpose(result, 0, 1)),
                {h.query.size(0), h.query.size(1), h.query.size(2) * h.query.size(3)});
}

// ScaledUpperTriangMaskedSoftmax: the result is kept, and the gradient written over that of the result.
Tensor causalSoftmax(const Tensor& scores)
{
    const NodePtr node = record("causal softmax", {scores}, [](const Node&, const Saved&, Gradients& g) {
        return Gradients{std::exchange(g[0], {})};
    });
    Tensor out = emptyLike(scores);
    saveOutput(node, out);
    return attach(node, std::move(out));
}

// [sequence, batch, groups, head size] as [batch × heads, sequence, head size]
Tensor byHead(const Tensor& x, std::int64_t heads)
{
    Tensor all = x;
    if (x.size(2) != heads) {
        const std::int64_t each = heads / x.size(2);
        const Tensor wide = expand(unsqueeze(x, 3), {x.size(0), x.size(1), x.size(2), each, x.size(3)});
        all = reshape(wide, {x.size(0), x.size(1), heads, x.size(3)});
    }
    return transpose(reshape(all, {all.size(0), all.size(1) * all.size(2), all.size(3)}), 0, 1);
}

// baddbmm into a new tensor, from one that Megatron takes of its global buffer and Transformer Engine makes anew.
Tensor scoresOf(const Tensor& query, const Tensor& key, bool engine)
{
    const Dims sizes{query.size(0), query.size(1), key.size(1)};
    const Tensor base = engine ? empty(query.tape(), sizes, query.dtype()) : keptOf(query).buffer(sizes, query.dtype());
    return batchedProduct(query, transpose(key, 1, 2));
}

Tensor unfused(const Heads& h, bool dropsOut, bool engine)
{
    const Dims out{h.query.size(0), h.query.size(1), h.query.size(2) * h.query.size(3)};
    const Dims byBatch{h.query.size(1), h.query.size(2), h.query.size(0), h.query.size(3)};
    const std::int64_t heads = h.query.size(2);
    const Tensor query = byHead(h.query, heads);
    const Tensor key = byHead(h.key, heads);
    const Tensor value = byHead(h.value, heads);
    Tensor scores = scoresOf(query, key, engine);
    scores = causalSoftmax(scores);
    if (dropsOut)
        scores = dropout(scores);
    const Tensor context = batchedProduct(scores, value);
    const Tensor inRows = permute(view(context, byBatch), {2, 0, 1, 3});
    return view(contiguous(inRows), out);
}

Tensor core(const Heads& heads, const CoreRules& rules, const Group& group)
{
    const ModuleScope scope(heads.query.tape(), "core attention");
    if (group.context > 1)
        return acrossContext(heads, group.context, group.exchange, rules.kind == Attention::Flash);
    switch (rules.kind) {
    case Attention::Eager:
        return unfused(heads, rules.dropout, group.engine);
    case Attention::Flash:
        return flash(heads);
    case Attention::Sdpa:
        break;
    }
    return group.engine ? fused(heads) : unfused(heads, rules.dropout, false);
}

CoreRules rulesOf(const Node& n)
{
    return {static_cast<Attention>(n.numbers[0]), n.numbers[1] != 0, false};
}

// tensor_parallel.checkpoint around the core: run again on detached heads, and its backward within this one.
Gradients coreAgain(const Node& n, const Saved& saved, Gradients& g)
{
    Tape& tape = *n.tape;
    const std::size_t held = tape.heldByLoss.size();
    Heads leaves{detach(saved[0]), detach(saved[1]), detach(saved[2])};
    for (const Tensor* leaf : {&leaves.query, &leaves.key, &leaves.value})
        (*leaf)->requiresGrad = true;
    Tensor out;
    {
        const GradMode grad(tape, true);
        Group group;
        group.context = n.numbers[2];
        group.engine = n.numbers[3] != 0;
        group.exchange = static_cast<ContextExchange>(n.numbers[4]);
        out = core(leaves, rulesOf(n), group);
    }
    backward({{out, g[0]}});
    tape.dropHeldByLoss(held);
    return {Tensor(leaves.query->grad), Tensor(leaves.key->grad), Tensor(leaves.value->grad)};
}

} // namespace

Heads splitHeads(const Tensor& mixed, std::int64_t groups, std::int64_t headDim)
{
    const Dims& s = mixed.sizes();
    const std::int64_t each = s[2] / groups; // queries of a group, its key and its value
    const std::int64_t queries = each / headDim - 2;
    const Tensor grouped = view(mixed, {s[0], s[1], groups, each});
    const NodePtr node = record("split heads", {grouped}, splitBackward);
    const auto part = [&](std::int64_t width, int number) {
        return attach(node, viewOf(grouped, {s[0], s[1], groups, width}, grouped.strides()), number);
    };
    const Tensor query = part(queries * headDim, 0);
    const Tensor key = part(headDim, 1);
    const Tensor value = part(headDim, 2);
    return {reshape(query, {s[0], s[1], groups * queries, headDim}), key, value};
}

Tensor turned(const Tensor& x, const Tensor& angles)
{
    const NodePtr node = record("rotary", {x}, turnBackward, {angles});
    return attach(node, empty(x.tape(), x.sizes(), x.dtype()));
}

Tensor coreAttention(const Heads& heads, const CoreRules& rules, const Group& group)
{
    if (!rules.recomputed)
        return core(heads, rules, group);
    Tape& tape = heads.query.tape();
    const NodePtr node
        = record("checkpoint", {heads.query, heads.key, heads.value}, coreAgain, {heads.query, heads.key, heads.value});
    if (node)
        node->numbers = {static_cast<std::int64_t>(rules.kind), rules.dropout, group.context, group.engine,
                         static_cast<std::int64_t>(group.exchange)};
    Tensor out;
    {
        const GradMode noGrad(tape, false);
        out = core(heads, rules, group);
    }
    return attach(node, std::move(out));
}

} // namespace plimsoll::step::megatron
