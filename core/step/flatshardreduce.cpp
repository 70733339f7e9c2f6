// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of a flat parameter's gradient (_post_backward_hook).
#include "step/flatshardunit.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step {

namespace {

constexpr int reduceStream = 3;  // _post_backward_stream
constexpr int unshardStream = 2; // on which autograd makes whole gradients

} // namespace

void FlatShard::afterBackward(Unit& unit)
{
    unit.state = State::PostBackward;
    reshard(unit);
    const ModuleScope scope(m_tape, "reduce-scatter", LineItem::Gradients);
    const StreamScope stream(m_tape, reduceStream);
    if (m_shards)
        reduce(unit);
    else
        reduceWhole(unit);
}

// _reduce_grad
void FlatShard::reduce(Unit& unit)
{
    const Tensor gradient(std::exchange(unit.whole->grad, {}));
    m_tape.readElsewhere(gradient->storage);
    Tensor input = gradient;
    if (unit.elements != unit.shardElements * m_plan.gpus) {
        m_tape.operation = "padded input";
        input = empty(m_tape, {unit.shardElements * m_plan.gpus}, gradient.dtype());
        m_tape.relabel(input->storage, LineItem::Communication);
    }
    m_tape.operation = "output";
    Tensor sum = empty(m_tape, {unit.shardElements}, gradient.dtype());
    if (sum.dtype() != unit.wide) {
        m_tape.relabel(sum->storage, LineItem::Communication);
        sum = emptyLike(sum, unit.wide);
    }
    if (!unit.sum) {
        unit.sum = sum;
        keepAsLast(unit, sum);
    }
    if (m_plan.originalParameters)
        giveGradients(unit);
}

// _reduce_grad_no_shard: whole gradients, summed where they lie, in the type of reductions.
void FlatShard::reduceWhole(Unit& unit)
{
    Tensor gradient(std::exchange(unit.whole->grad, {}));
    const Tensor computed = gradient;
    m_tape.readElsewhere(computed->storage);
    m_tape.operation = "gradient";
    if (gradient.dtype() != unit.low)
        gradient = emptyLike(gradient, unit.low);
    if (gradient.dtype() != unit.wide) {
        m_tape.readElsewhere(gradient->storage);
        gradient = emptyLike(gradient, unit.wide);
    }
    if (!gradient.is(unit.sum)) {
        if (unit.sum && unit.made != noAllocation)
            m_tape.renameAs(unit.sum->storage, std::exchange(unit.made, noAllocation));
        unit.sum = gradient;
        keepAsLast(unit, gradient);
    }
    unit.whole->grad = boost::intrusive_ptr<TensorData>(gradient.data());
    if (m_plan.originalParameters)
        giveGradients(unit);
}

// The flat parameter holds on to its gradient until the next forward: every step ends with the allocation that the one
// before ended with.
void FlatShard::keepAsLast(Unit& unit, const Tensor& gradient)
{
    if (unit.betweenSteps == noAllocation)
        return;
    unit.made = gradient->storage->allocation;
    m_tape.renameAs(gradient->storage, unit.betweenSteps);
}

// FlatParamHandle._use_sharded_grad_views, or the flat parameter's own gradient.
void FlatShard::giveGradients(Unit& unit) const
{
    if (!unit.sum)
        return;
    if (!m_plan.originalParameters) {
        unit.shard->grad = boost::intrusive_ptr<TensorData>(unit.sum.data());
        return;
    }
    for (const Part& part : unit.parts)
        if (part.trains && part.piece) {
            const Tensor seen = viewOf(unit.sum, part.piece.sizes(), part.piece.strides());
            part.piece->grad = boost::intrusive_ptr<TensorData>(seen.data());
        }
}

// What earlier micro-batches have left is added to (FlatParamHandle.prepare_gradient_for_backward).
void FlatShard::takeGradients(Unit& unit) const
{
    if (m_plan.originalParameters || !unit.shard->grad)
        return;
    unit.sum = Tensor(std::exchange(unit.shard->grad, {}));
    if (!m_shards)
        unit.whole->grad = boost::intrusive_ptr<TensorData>(unit.sum.data());
}

// FlatParamHandle._reset_flat_param_grad_info_if_needed
void FlatShard::dropUnused(Unit& unit)
{
    if (!m_plan.originalParameters || !unit.sum
        || std::ranges::any_of(unit.parts, [](const Part& p) { return p.piece && p.piece->grad; }))
        return;
    const Place place = m_tape.place();
    m_tape.setLayer(unit.layer);
    unit.betweenSteps = unit.sum->storage->allocation;
    unit.made = noAllocation;
    unit.sum = {};
    unit.whole->grad.reset();
    m_tape.setPlace(place);
}

void FlatShard::makeStates(bool keepsGradients)
{
    start();
    const Place place = m_tape.place();
    for (const std::unique_ptr<Unit>& unit : m_units) {
        if (!unit->trains || (!keepsGradients && !m_plan.originalParameters))
            continue;
        m_tape.setPlace({"reduce-scatter", LineItem::Gradients, unit->layer});
        m_tape.operation = "output";
        const StreamScope stream(m_tape, m_shards || unit->narrows() ? reduceStream : unshardStream);
        unit->sum = emptyLike(unit->shard);
        if (!m_shards)
            unit->whole->grad = boost::intrusive_ptr<TensorData>(unit->sum.data());
        if (keepsGradients)
            giveGradients(*unit);
        if (!m_plan.originalParameters) {
            unit->sum = {};
            unit->whole->grad.reset();
        }
    }
    m_tape.setPlace(place);
}

} // namespace plimsoll::step
