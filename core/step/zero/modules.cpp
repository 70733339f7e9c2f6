// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/zero/modules.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step {

namespace {

// PreBackwardFunctionForModule, PostBackwardFunctionModule
Gradients passOn(const Node&, const Saved&, Gradients& incoming)
{
    return {std::exchange(incoming[0], {})};
}

template <class F>
Tensor hooked(const char* operation, const Tensor& x, F beforeBackward)
{
    const NodePtr node = x ? record(operation, {x}, passOn) : NodePtr();
    if (!node)
        return x;
    node->withExtras().beforeBackward = std::move(beforeBackward);
    return attach(node, viewOf(x, x.sizes(), x.strides()));
}

template <class T>
bool contains(const std::vector<T>& list, const T& value)
{
    return std::ranges::find(list, value) != list.end();
}

} // namespace

// AllGatherCoalescedHandle: what several weights are gathered in, until all of them have been taken from it.
struct ZeroModules::Gathering
{
    Tensor flat;
    std::vector<std::size_t> pieces;
    bool finished = false;
};

// Whole weights are made module by module and spread at once (zero.Init), so that loading takes no more than that.
ZeroModules::ZeroModules(Tape& tape, const ParallelPlan& plan, const Parameters& all)
    : m_tape(tape),
      m_zero(plan.zero),
      m_shards(plan.gpus),
      m_onHost(plan.offload == ParameterOffload::Cpu),
      m_stream(plan.overlapsReduction() ? std::int8_t{1} : tape.stream)
{
    m_tape.zeroModules = this;
    for (const Tensor& parameter : all) {
        m_pieceOf[parameter.data()] = m_pieces.size();
        Piece& piece = m_pieces.emplace_back();
        piece.parameter = parameter;
        piece.elements = parameter.numel();
        piece.persists = parameter.numel() <= m_zero.persistenceThreshold;
        m_tape.exchangeStorage(parameter, parameter.dtype(), parameter.numel());
    }
}

ZeroModules::~ZeroModules()
{
    m_tape.zeroModules = nullptr;
}

void ZeroModules::tryEach()
{
    const ModuleScope scope(m_tape, "all-gather", LineItem::Communication);
    m_tape.operation = "weight";
    for (const Piece& piece : m_pieces)
        empty(m_tape, {partOf(piece.parameter) * m_shards}, piece.parameter.dtype());
}

void ZeroModules::follow(const Order& order)
{
    m_ran = order.modules;
    m_parametersOf = order.parameters;
    m_wanted = wantedInOrder();
    m_complete = true;
}

std::vector<ZeroModules::Wanted> ZeroModules::wantedInOrder() const
{
    std::vector<Wanted> wanted;
    for (std::size_t i = 0; i < m_ran.size(); ++i)
        for (std::size_t piece : m_parametersOf[m_ran[i]])
            wanted.push_back({piece, static_cast<std::int64_t>(i)});
    return wanted;
}

// Modules are numbered as they are met.
std::size_t ZeroModules::numberOf(const void* module, std::initializer_list<const Tensor*> parameters)
{
    const auto [found, isNew] = m_moduleOf.try_emplace(module, m_moduleOf.size());
    if (isNew && found->second == m_parametersOf.size()) {
        std::vector<std::size_t>& list = m_parametersOf.emplace_back();
        for (const Tensor* parameter : parameters)
            if (*parameter)
                list.push_back(m_pieceOf.at(parameter->data()));
        std::ranges::sort(list);
    }
    return found->second;
}

// reset_step
void ZeroModules::startForward()
{
    dropInFlight();
    if (!m_complete && !m_ran.empty()) {
        m_wanted = wantedInOrder();
        m_complete = true;
    }
    m_queue.assign(m_wanted.begin(), m_wanted.end());
    for (Piece& piece : m_pieces)
        piece.wantedUntil = -1;
    m_step = 0;
    m_here = 0;
    enter(this, {}, {});
}

ModelOutput ZeroModules::endForward(ModelOutput output)
{
    Tensor& returned = output.loss ? output.loss : output.logits;
    returned = leave(this, returned);
    return output;
}

const void* ZeroModules::block(std::int64_t recorded)
{
    return &m_blocks[recorded];
}

void ZeroModules::dropInFlight()
{
    for (std::size_t i : std::exchange(m_inFlight, {})) {
        finish(*m_pieces[i].arriving);
        m_pieces[i].arriving.reset();
        drop(m_pieces[i]);
    }
}

Tensor ZeroModules::enter(const void* module, std::initializer_list<const Tensor*> parameters, const Tensor& x)
{
    if (m_tape.stopped)
        return x;
    const std::size_t number = numberOf(module, parameters);
    fetch(number, true);
    return hooked("post backward", x, [this, number] { release(number, false); });
}

Tensor ZeroModules::leave(const void* module, const Tensor& y)
{
    if (m_tape.stopped)
        return y;
    const std::size_t number = m_moduleOf.at(module);
    release(number, true);
    return hooked("pre backward", y, [this, number] { fetch(number, false); });
}

void ZeroModules::fetch(std::size_t module, bool forward)
{
    if (!m_complete)
        m_ran.push_back(module);
    if (!forward && !contains(m_inBackward, module))
        m_inBackward.push_back(module);
    const std::vector<std::size_t>& pieces = m_parametersOf[module];
    gather(pieces);
    for (std::size_t i : pieces) {
        Piece& piece = m_pieces[i];
        if (!contains(piece.users, module))
            piece.users.push_back(module);
        if (const auto place = std::ranges::find(m_inFlight, i); place != m_inFlight.end()) {
            m_inFlight.erase(place);
            finish(*piece.arriving);
            piece.arriving.reset();
        }
    }
    if (m_complete)
        prefetch(module);
    ++m_step;
}

// The queue goes on past this module's own, and past what is to be gathered now.
void ZeroModules::prefetch(std::size_t module)
{
    std::size_t own = 0;
    for (std::size_t i : m_parametersOf[module])
        own += m_pieces[i].wantedUntil < m_step;
    while (!m_queue.empty() && own > 0) {
        m_pieces[m_queue.front().piece].wantedUntil = m_queue.front().step;
        m_queue.pop_front();
        --own;
    }
    const std::int64_t most = std::min(m_zero.maxLive - m_here, m_zero.prefetchBucket);
    std::vector<std::size_t> next;
    std::int64_t elements = 0;
    while (!m_queue.empty() && elements < most) {
        const Wanted wanted = m_queue.front();
        m_queue.pop_front();
        Piece& piece = m_pieces[wanted.piece];
        piece.wantedUntil = std::max(piece.wantedUntil, wanted.step);
        if (piece.state != State::Away || contains(next, wanted.piece))
            continue;
        next.push_back(wanted.piece);
        elements += piece.elements;
    }
    gather(std::move(next));
}

// all_gather_coalesced: one weight arrives where it stays, several in a buffer that each is copied from.
void ZeroModules::gather(std::vector<std::size_t> pieces)
{
    std::erase_if(pieces, [this](std::size_t i) { return m_pieces[i].state != State::Away; });
    if (pieces.empty())
        return;
    std::ranges::sort(pieces);
    const ModuleScope scope(m_tape, "all-gather", LineItem::Communication);
    const StreamScope stream(m_tape, m_stream);
    m_tape.operation = "gathered weights";
    const auto gathering = std::make_shared<Gathering>();
    gathering->pieces = pieces;
    std::int64_t parts = 0;
    for (std::size_t i : pieces) {
        Piece& piece = m_pieces[i];
        m_here += piece.elements;
        parts += partOf(piece.parameter);
        piece.state = State::InFlight;
        piece.arriving = gathering;
        m_inFlight.push_back(i);
    }
    if (pieces.size() == 1) {
        fill(m_pieces[pieces.front()], parts * m_shards);
        gathering->finished = true;
    } else {
        gathering->flat = empty(m_tape, {parts * m_shards}, m_pieces[pieces.front()].parameter.dtype());
    }
    std::vector<Tensor> copies; // of parts that wait on the host
    for (std::size_t i : pieces)
        if (m_onHost)
            copies.push_back(empty(m_tape, {partOf(m_pieces[i].parameter)}, m_pieces[i].parameter.dtype()));
}

void ZeroModules::fill(Piece& piece, std::int64_t elements)
{
    const ModuleScope scope(m_tape, "all-gather", LineItem::WeightCopies);
    Storage* storage = piece.parameter->storage;
    storage->bytes = elements * sizeOf(piece.parameter.dtype());
    m_tape.renew(storage);
}

void ZeroModules::finish(Gathering& gathering)
{
    if (!gathering.finished) {
        const StreamScope stream(m_tape, m_stream);
        m_tape.operation = "gathered weights";
        for (std::size_t i : gathering.pieces)
            fill(m_pieces[i], m_pieces[i].elements);
        gathering.finished = true;
    }
    for (std::size_t i : gathering.pieces)
        if (m_pieces[i].state == State::InFlight)
            m_pieces[i].state = State::Here;
}

// Whether modules to come read it before so many elements have been read.
bool ZeroModules::staysFor(const Piece& piece, std::size_t number) const
{
    if (piece.persists || piece.wantedUntil > m_step)
        return true;
    std::int64_t read = 0;
    for (auto i = static_cast<std::size_t>(m_step); i < m_ran.size() && read < m_zero.maxReuseDistance; ++i)
        for (std::size_t other : m_parametersOf[m_ran[i]]) {
            if (other == number)
                return true;
            read += m_pieces[other].elements;
        }
    return false;
}

void ZeroModules::release(std::size_t module, bool forward)
{
    if (!forward)
        std::erase(m_inBackward, module);
    for (std::size_t i : m_parametersOf[module]) {
        Piece& piece = m_pieces[i];
        const bool stays = m_complete && staysFor(piece, i);
        std::erase(piece.users, module);
        if (!stays)
            drop(piece);
    }
}

void ZeroModules::drop(Piece& piece)
{
    if (piece.state != State::Here || !piece.users.empty())
        return;
    m_tape.release(piece.parameter->storage);
    piece.state = State::Away;
    m_here -= piece.elements;
}

// release_backward_leftovers: of modules whose argument wants no gradient.
void ZeroModules::endBackward()
{
    while (!m_inBackward.empty()) {
        const std::size_t module = m_inBackward.back();
        m_inBackward.pop_back();
        for (std::size_t i : m_parametersOf[module]) {
            std::erase(m_pieces[i].users, module);
            if (!m_pieces[i].persists)
                drop(m_pieces[i]);
        }
    }
}

// release_and_reset_all
void ZeroModules::startStep()
{
    for (std::size_t i = 0; i < m_pieces.size(); ++i) {
        Piece& piece = m_pieces[i];
        if (const auto place = std::ranges::find(m_inFlight, i); place != m_inFlight.end()) {
            m_inFlight.erase(place);
            finish(*piece.arriving);
            piece.arriving.reset();
        }
        piece.users.clear();
        drop(piece);
    }
}

// _allgather_params_coalesced
void ZeroModules::endStep()
{
    const ModuleScope scope(m_tape, "all-gather", LineItem::WeightCopies);
    m_tape.operation = "weights that stay whole";
    std::vector<Tensor> copies; // of parts that wait on the host
    for (const Piece& piece : m_pieces)
        if (m_onHost && piece.persists)
            copies.push_back(empty(m_tape, {partOf(piece.parameter)}, piece.parameter.dtype()));
    for (Piece& piece : m_pieces) {
        if (!piece.persists || piece.state != State::Away)
            continue;
        Storage* storage = piece.parameter->storage;
        storage->bytes = partOf(piece.parameter) * m_shards * sizeOf(piece.parameter.dtype());
        if (piece.betweenSteps == noAllocation)
            m_tape.renew(storage);
        else
            m_tape.renewAs(storage, piece.betweenSteps);
        piece.betweenSteps = storage->allocation;
        piece.state = State::Here;
    }
}

} // namespace plimsoll::step
