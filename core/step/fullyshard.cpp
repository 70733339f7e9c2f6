// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/fullyshard.h"

#include "step/blockcheckpointing.h"
#include "step/fullyshardunit.h"
#include "step/kernels.h"
#include "step/tape.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step {

namespace {

// Each model that is spread asks for streams of its own: to copy in for gathering, to gather, to reduce
// (FSDPCommContext.lazy_init). PyTorch has 32 of their priority, and hands them out in turn (c10/cuda/CUDAStream.cpp).
constexpr int streamsOfRoot = 3;
constexpr int streamsOfPool = 32;

std::int8_t streamOf(int root, int number)
{
    return static_cast<std::int8_t>(1 + (streamsOfRoot * root + number) % streamsOfPool);
}

// transformers' blocks are put into modules of several, the plain decoder's are not.
std::int64_t segmentOf(const Scenario& scenario)
{
    const bool modules = scenario.training.stack == Stack::Transformers && scenario.parallelism.pipeline == 1;
    return modules ? BlockCheckpointing::segment(scenario.training, scenario.model.layers) : 1;
}

// The gradient of what a unit is given: fully_shard hangs the unit's last hook there.
Gradients passOn(const Node&, const Saved&, Gradients& incoming)
{
    return {std::exchange(incoming[0], {})};
}

} // namespace

FullyShard::FullyShard(Tape& tape, const Scenario& scenario, const LayerPlan& layers, const Parameters& all, int root)
    : m_tape(tape),
      m_plan(scenario.parallelism),
      m_layers(layers),
      m_segment(segmentOf(scenario)),
      m_shards(m_plan.shards()),
      m_gatherStream(streamOf(root, 0)),
      m_reduceStream(streamOf(root, 2))
{
    m_tape.fullyShard = this;
    m_units.push_back(std::make_unique<Unit>());
    m_units.front()->reshards = m_plan.reshardRoot;
    for (const Tensor& parameter : all) {
        Unit& unit = unitOf(parameter->block);
        unit.layer = parameter->block < 0 ? noLayer : parameter->layer;
        unit.pieces.push_back({parameter, {}, 0});
    }
    for (std::size_t i = 1; i < m_units.size(); ++i)
        spread(*m_units[i]);
    spread(*m_units.front());
    for (const Tensor& parameter : all)
        for (const std::unique_ptr<Unit>& unit : m_units)
            for (const Piece& piece : unit->pieces)
                if (piece.gathered.is(parameter) && parameter.requiresGrad())
                    m_trainable.push_back(piece.piece);
}

FullyShard::~FullyShard()
{
    m_tape.fullyShard = nullptr;
}

std::int64_t FullyShard::unitNumber(std::int32_t block) const
{
    return block < 0 || m_segment == 1 ? block : m_layers.layerOf(block) / m_segment;
}

FullyShard::Unit& FullyShard::unitOf(std::int32_t block)
{
    const std::int64_t number = unitNumber(block);
    for (const std::unique_ptr<Unit>& unit : m_units)
        if (unit->number == number)
            return *unit;
    m_units.push_back(std::make_unique<Unit>());
    m_units.back()->number = number;
    m_units.back()->reshards = m_plan.reshardAfterForward;
    return *m_units.back();
}

DType FullyShard::gatheredType(const Tensor& piece) const
{
    return m_plan.mixedPrecision && isFloat(piece.dtype()) ? DType::BFloat16 : piece.dtype();
}

// Pieces are made one by one; the whole weights go when all of the unit's are there (FSDPParam._init_sharded_param).
void FullyShard::spread(Unit& unit)
{
    const Place place = m_tape.place();
    std::vector<Tensor> whole;
    for (Piece& each : unit.pieces) {
        const Tensor& parameter = each.gathered;
        m_tape.setPlace({parameter->name, LineItem::Weights, parameter->layer});
        m_tape.operation = "parameter";
        Dims sizes = parameter.sizes();
        sizes[0] = (sizes[0] + m_shards - 1) / m_shards;
        {
            const HostScope host(m_tape, onHost());
            const PinScope pinned(m_tape, onHost() && m_plan.pinnedMemory);
            each.piece = empty(m_tape, sizes, parameter.dtype());
        }
        each.elements = each.piece.numel();
        each.piece->isParameter = true;
        each.piece->name = parameter->name;
        each.piece->layer = parameter->layer;
        each.piece->block = parameter->block;
        each.piece->requiresGrad = parameter.requiresGrad();
        whole.push_back(detach(parameter));
        m_tape.exchangeStorage(parameter, gatheredType(parameter), each.elements * m_shards);
    }
    for (Tensor& parameter : whole) {
        m_tape.setLayer(unit.layer);
        parameter = {};
    }
    m_tape.setPlace(place);
}

CheckpointedCall FullyShard::wrapped(std::int32_t block, CheckpointedCall inner)
{
    Unit& unit = unitOf(block);
    return [this, &unit, inner = std::move(inner)](Tensor x) { return call(unit, inner, std::move(x)); };
}

BlockOutput FullyShard::call(Unit& unit, const CheckpointedCall& inner, Tensor x)
{
    BlockOutput output = inner(beforeForward(unit, x));
    if (output.weights)
        afterForward(unit, {output.hidden, output.weights});
    else
        afterForward(unit, {output.hidden});
    return output;
}

// A unit that runs again within its backward has its weights, and hooks in the first run's graph.
Tensor FullyShard::beforeForward(Unit& unit, Tensor x)
{
    if (unit.state == State::PreBackward) {
        gather(unit);
        takeGathered(unit);
        return x;
    }
    unit.state = State::Forward;
    gather(unit);
    takeGathered(unit);
    if (!x)
        return x;
    const NodePtr node = record("post backward", {x}, passOn);
    if (!node)
        return x;
    node->withExtras().beforeBackward = [this, &unit] { afterBackward(unit); };
    return attach(node, viewOf(x, x.sizes(), x.strides()));
}

void FullyShard::afterForward(Unit& unit, const std::vector<Tensor>& returned)
{
    if (unit.state == State::PreBackward || m_tape.stopped)
        return;
    if (m_inForward) {
        if (unit.reshards)
            release(unit);
        unit.forwards.push_back(m_order.size());
        m_order.push_back(&unit);
    } else {
        m_gathered = {}; // a reentrant checkpoint's block is the root of its own forward
    }
    unit.state = State::Idle;
    if (!m_tape.gradMode)
        return;
    // What a stage of a pipeline returns its last block has returned: that one's hook comes first.
    for (const Tensor& tensor : returned)
        if (tensor && tensor->gradFn) {
            auto& hook = tensor->gradFn->withExtras().beforeBackward;
            hook = [this, &unit, earlier = std::move(hook)] {
                if (earlier)
                    earlier();
                beforeBackward(unit);
            };
        }
}

Tensor FullyShard::beforeModel(Tensor input)
{
    Unit& root = *m_units.front();
    m_inForward = true;
    return root.pieces.empty() ? input : beforeForward(root, std::move(input));
}

void FullyShard::afterModel(const std::vector<Tensor>& returned)
{
    if (!m_units.front()->pieces.empty()) // a stage in the middle has nothing but blocks
        afterForward(*m_units.front(), returned);
    m_inForward = false;
    m_gathered = {};
}

void FullyShard::beforeBackward(Unit& unit)
{
    if (unit.state == State::PreBackward)
        return;
    unit.state = State::PreBackward;
    gather(unit);
    takeGathered(unit);
    castGradients(unit, true);
    prefetch(unit);
}

// The unit whose forward came before runs its backward next.
void FullyShard::prefetch(Unit& unit)
{
    if (unit.forwards.empty())
        return;
    const std::size_t place = unit.forwards.back();
    unit.forwards.pop_back();
    if (place > 0)
        gather(*m_order[place - 1]);
}

// What is gathered from is on the card first: in the narrow type, or from the host.
Tensor FullyShard::gatherInput(const Unit& unit)
{
    std::int64_t elements = 0;
    for (const Piece& each : unit.pieces)
        if (each.piece.dtype() != gatheredType(each.piece))
            elements += each.elements;
    return elements > 0 ? empty(m_tape, {elements}, DType::BFloat16) : Tensor();
}

std::vector<Tensor> FullyShard::copiesFromHost(const Unit& unit)
{
    std::vector<Tensor> copies;
    for (const Piece& each : unit.pieces) {
        Tensor copy = empty(m_tape, each.piece.sizes(), each.piece.dtype());
        copies.push_back(copy.dtype() == gatheredType(copy) ? copy : emptyLike(copy, gatheredType(copy)));
    }
    return copies;
}

// foreach_all_gather
void FullyShard::gather(Unit& unit)
{
    if (unit.pending || unit.isGathered)
        return;
    const ModuleScope scope(m_tape, "all-gather", LineItem::Communication);
    const StreamScope stream(m_tape, m_gatherStream);
    m_tape.operation = "input";
    std::vector<Tensor> inputs;
    if (onHost())
        inputs = copiesFromHost(unit);
    else
        inputs.push_back(gatherInput(unit));
    const DType type = gatheredType(unit.pieces.front().piece);
    bool alike = true;
    std::int64_t elements = 0;
    std::int64_t bytes = 0;
    for (const Piece& each : unit.pieces) {
        alike = alike && gatheredType(each.piece) == type;
        elements += each.elements;
        bytes += each.elements * sizeOf(gatheredType(each.piece));
    }
    m_tape.operation = "output";
    unit.pending = alike ? empty(m_tape, {elements * m_shards}, type) : empty(m_tape, {bytes * m_shards}, DType::UInt8);
    while (!inputs.empty())
        inputs.pop_back();
}

// foreach_all_gather_copy_out. In forward the buffer stays until the next unit has gathered.
void FullyShard::takeGathered(Unit& unit)
{
    if (!unit.pending)
        return;
    if (unit.state == State::Forward)
        m_gathered = {};
    const ModuleScope scope(m_tape, "all-gather", LineItem::WeightCopies);
    m_tape.operation = "gathered weights";
    std::vector<std::int64_t> chunks;
    for (const Piece& each : unit.pieces) {
        m_tape.renew(each.gathered->storage);
        chunks.push_back(each.elements * sizeOf(each.gathered.dtype()));
    }
    m_tape.scratch({splitCopyScratch(m_tape.gpu(), chunks, m_shards)});
    unit.isGathered = true;
    if (unit.state == State::Forward)
        m_gathered = unit.pending;
    unit.pending = {};
}

void FullyShard::release(Unit& unit)
{
    if (!unit.isGathered)
        return;
    for (const Piece& each : unit.pieces)
        m_tape.release(each.gathered->storage);
    unit.isGathered = false;
}

void FullyShard::afterBackward()
{
    const Place place = m_tape.place();
    for (const std::unique_ptr<Unit>& unit : m_units) {
        m_tape.setLayer(unit->layer);
        if (unit->state != State::PostBackward)
            afterBackward(*unit);
        unit->state = State::Idle;
    }
    m_gathered = {};
    if (!m_reduces) {
        m_tape.setPlace(place);
        return;
    }
    for (const std::unique_ptr<Unit>& unit : m_units) {
        m_tape.setLayer(unit->layer);
        unit->summed = {};
        unit->pending = {};
        unit->forwards.clear();
    }
    m_tape.setPlace(place);
    m_order.clear();
    m_reduceInput = {};
}

} // namespace plimsoll::step
