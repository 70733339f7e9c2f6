// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/flatshard.h"

#include "step/blockcheckpointing.h"
#include "step/flatshardunit.h"
#include "step/ops.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step {

namespace {

constexpr int preUnshardStream = 1; // _pre_unshard_stream
constexpr int unshardStream = 2;    // _unshard_stream

// torch.Tensor.register_hook: after those that are there.
void addHook(const Tensor& tensor, std::function<void()> added)
{
    auto& hook = tensor->gradFn->withExtras().beforeBackward;
    hook = [earlier = std::move(hook), added = std::move(added)] {
        if (earlier)
            earlier();
        added();
    };
}

} // namespace

FlatShard::FlatShard(Tape& tape, const Scenario& scenario, const LayerPlan& layers, const Parameters& all,
                     std::vector<Tensor> buffers)
    : m_tape(tape),
      m_plan(scenario.parallelism),
      m_layers(layers),
      m_segment(BlockCheckpointing::segment(scenario.training, scenario.model.layers)),
      m_shards(m_plan.shards() > 1),
      m_buffers(std::move(buffers))
{
    m_tape.flatShard = this;
    collect(all);
    flattenAll();
    listTrainable(all);
}

FlatShard::~FlatShard()
{
    for (const std::unique_ptr<Unit>& unit : m_units)
        for (const Part& part : unit->parts)
            part.parameter->gradFn.reset();
    m_tape.flatShard = nullptr;
}

// The first of the model's layers that the unit holds.
std::int64_t FlatShard::unitOf(std::int32_t block) const
{
    return block < 0 ? -1 : m_layers.layerOf(block) / m_segment;
}

BlockOutput FlatShard::call(std::int32_t block, const CheckpointedCall& inner, Tensor x)
{
    const std::int64_t id = unitOf(block);
    const auto unit = std::ranges::find_if(m_units, [id](const auto& each) { return each->id == id; });
    return call(**unit, inner, std::move(x));
}

BlockOutput FlatShard::call(Unit& unit, const CheckpointedCall& inner, Tensor x)
{
    BlockOutput output = inner(beforeForward(unit, std::move(x)));
    if (output.weights)
        afterForward(unit, {output.hidden, output.weights});
    else
        afterForward(unit, {output.hidden});
    return output;
}

Tensor FlatShard::multiply(Tensor x, const Tensor& weight)
{
    if (!isUnit(weight))
        return linear(x, weight, {});
    const auto unit = std::ranges::find_if(
        m_units, [&](const auto& each) { return each->isWithinBlock() && each->parts.front().parameter.is(weight); });
    return call(
               **unit, [&weight](const Tensor& input) { return linear(input, weight, {}); }, std::move(x))
        .hidden;
}

Tensor FlatShard::beforeForward(Unit& unit, Tensor x)
{
    if (unit.state == State::PreBackward || m_tape.stopped)
        return x;
    unit.state = State::Forward;
    if (!unit.prefetched)
        unshard(unit);
    takeViews(unit);
    if (!x)
        return x;
    if (m_plan.mixedPrecision && isFloat(x.dtype()))
        x = cast(x, DType::BFloat16);
    // What does not train is dropped when all that is computed with it has its gradient (register_multi_grad_hook).
    if (!unit.trains && m_tape.gradMode && x->gradFn)
        addHook(x, [this, &unit] {
            unit.state = State::PostBackward;
            reshard(unit);
        });
    return x;
}

void FlatShard::afterForward(Unit& unit, const std::vector<Tensor>& returned)
{
    if (unit.state == State::PreBackward || m_tape.stopped)
        return;
    if (!unit.place)
        unit.place = m_order.size();
    m_order.push_back(&unit);
    if (!unit.isRoot() || !m_shards)
        reshard(unit);
    unit.prefetched = false;
    unit.state = State::Idle;
    unit.wanted = false;
    unit.ranBeforeBackward = false;
    for (const Tensor& tensor : returned)
        if (tensor && tensor->gradFn) {
            unit.wanted = true;
            addHook(tensor, [this, &unit] { beforeBackward(unit); });
        }
}

void FlatShard::beforeModel()
{
    start();
    for (const std::unique_ptr<Unit>& unit : m_units)
        dropUnused(*unit);
    beforeForward(*m_units.front(), {});
}

void FlatShard::afterModel(const std::vector<Tensor>& returned)
{
    afterForward(*m_units.front(), returned);
}

void FlatShard::beforeBackward(Unit& unit)
{
    if (unit.ranBeforeBackward)
        return;
    if (unit.isRoot())
        for (const std::unique_ptr<Unit>& each : m_units)
            dropUnused(*each);
    unit.state = State::PreBackward;
    takeGradients(unit);
    if (std::exchange(unit.wanted, false) && !unit.prefetched)
        unshard(unit);
    prefetch(unit);
    unit.ranBeforeBackward = true;
}

// The unit whose forward came before runs its backward next (BackwardPrefetch.BACKWARD_PRE).
void FlatShard::prefetch(const Unit& unit)
{
    if (!unit.place || *unit.place == 0)
        return;
    Unit& next = *m_order[*unit.place - 1];
    if (!next.wanted || next.prefetched)
        return;
    unshard(next);
    next.prefetched = true;
}

// FlatParamHandle.pre_unshard, unshard and post_unshard
void FlatShard::unshard(Unit& unit)
{
    const ModuleScope scope(m_tape, "all-gather", LineItem::WeightCopies);
    if (unit.whole->storage->allocation == noAllocation) {
        m_tape.operation = "narrow weights";
        const StreamScope ahead(m_tape, preUnshardStream);
        if (!m_shards)
            m_tape.renew(unit.whole->storage);
        else if (unit.narrows())
            m_tape.renew(unit.lowShard->storage);
    }
    if (unit.whole->storage->allocation == noAllocation) {
        m_tape.operation = "gathered weights";
        const StreamScope stream(m_tape, unshardStream);
        m_tape.renew(unit.whole->storage);
        if (unit.narrows()) {
            m_tape.readElsewhere(unit.lowShard->storage);
            m_tape.release(unit.lowShard->storage);
        }
    }
    for (const Part& part : unit.parts)
        part.parameter->dtype = unit.low;
}

// FlatParamHandle._use_unsharded_views: modules read views of the flat parameter, made on the stream that gathers.
void FlatShard::takeViews(Unit& unit)
{
    const StreamScope stream(m_tape, unshardStream);
    const ModuleScope scope(m_tape, "flat parameter", LineItem::Gradients);
    const GradMode tracked(m_tape, true);
    const std::vector<Tensor> pieces = split(unit.whole, unit.lengths, 0);
    // Views that modules keep hold the node where gradients gather, which the first of them made at loading; where the
    // flat parameter changes its type, it gets another.
    if (!m_plan.originalParameters && !unit.narrows() && unit.whole->accumulator)
        unit.whole->accumulator->stream = 0;
    for (std::size_t i = 0; i < unit.parts.size(); ++i) {
        const Tensor& parameter = unit.parts[i].parameter;
        const Tensor seen = view(pieces[unit.places[i]], parameter.sizes());
        parameter->gradFn = seen->gradFn;
        parameter->outputNumber = seen->outputNumber;
        parameter->requiresGrad = seen.requiresGrad();
    }
}

// FlatParamHandle.reshard and post_reshard
void FlatShard::reshard(Unit& unit)
{
    if (m_shards || unit.narrows()) {
        m_tape.readElsewhere(unit.whole->storage);
        m_tape.release(unit.whole->storage);
    }
    unit.prefetched = false;
    if (m_plan.originalParameters)
        for (const Part& part : unit.parts)
            part.parameter->dtype = unit.wide;
}

void FlatShard::take(const Tensor& flat)
{
    for (const std::unique_ptr<Unit>& unit : m_units)
        if (unit->whole.is(flat))
            afterBackward(*unit);
}

// _post_backward_final_callback
void FlatShard::afterBackward()
{
    const Place place = m_tape.place();
    for (const std::unique_ptr<Unit>& unit : m_units) {
        m_tape.setLayer(unit->layer);
        if (unit->state != State::PostBackward)
            reshard(*unit);
        giveGradients(*unit);
        if (!m_plan.originalParameters) {
            unit->sum = {};
            unit->whole->grad.reset();
        }
        unit->state = State::Idle;
        unit->wanted = false;
        unit->ranBeforeBackward = false;
        unit->place.reset();
        for (const Part& part : unit->parts)
            part.parameter->gradFn.reset();
    }
    m_order.clear();
    m_tape.setPlace(place);
}

} // namespace plimsoll::step
