// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/fullyshardunit.h"
#include "step/kernels.h"
#include "step/tensorparallel.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step {

namespace {

constexpr int sumStream = 33; // all_reduce_stream, of another priority

} // namespace

DType FullyShard::reduceType(const Unit& unit) const
{
    if (!m_plan.mixedPrecision)
        return unit.pieces.front().piece.dtype();
    return m_plan.reduceType == ReduceType::Fp32 ? DType::Float32 : DType::BFloat16;
}

// Gradients gather in the type they are reduced in. Where they are reduced at once, the kernel that lays them out casts
// them; those that are summed over a tensor-parallel group first are cast before.
void FullyShard::castGradients(Unit& unit, bool atReduction) const
{
    for (const Piece& each : unit.pieces) {
        const DType type = m_plan.mixedPrecision ? reduceType(unit) : each.piece.dtype();
        const bool later = atReduction && (m_reduces || each.gathered->grad) && !each.gathered->gradientIsPartial;
        each.gathered->gradientType = later ? std::nullopt : std::optional(type);
    }
}

std::vector<Tensor> FullyShard::takeGradients(Unit& unit, std::vector<Piece*>& reduced) const
{
    std::vector<Tensor> gradients;
    for (Piece& each : unit.pieces) {
        if (!each.gathered->grad)
            continue;
        Tensor gradient(std::exchange(each.gathered->grad, {}));
        if (Tensor laidOut = laidOutGradient(each.gathered, gradient.dtype()))
            gradient = std::move(laidOut);
        gradients.push_back(std::move(gradient));
        reduced.push_back(&each);
    }
    return gradients;
}

void FullyShard::afterBackward(Unit& unit)
{
    unit.state = State::PostBackward;
    if (!m_reduces) {
        release(unit);
        return;
    }
    std::vector<Piece*> reduced;
    std::vector<Tensor> gradients = takeGradients(unit, reduced);
    release(unit);
    m_reduceInput = {};
    if (!gradients.empty())
        reduce(unit, std::move(gradients), reduced);
}

// foreach_reduce
void FullyShard::reduce(Unit& unit, std::vector<Tensor> gradients, const std::vector<Piece*>& reduced)
{
    const ModuleScope scope(m_tape, "reduce-scatter", LineItem::Communication);
    const DType type = reduceType(unit);
    std::int64_t elements = 0;
    std::vector<std::int64_t> chunks;
    for (const Piece* each : reduced) {
        elements += each->elements;
        chunks.push_back(each->elements * sizeOf(type));
    }
    m_tape.operation = "input";
    m_reduceInput = empty(m_tape, {elements * m_shards}, type);
    const auto other = [&gradients](const Tensor& g) { return g.dtype() != gradients.front().dtype(); };
    m_tape.scratch({chunkCatScratch(chunks, std::ranges::any_of(gradients, other))});
    while (!gradients.empty())
        gradients.pop_back();

    m_tape.setPlace({"reduce-scatter", LineItem::Gradients, m_tape.place().layer});
    m_tape.operation = "output";
    Tensor flat;
    {
        const StreamScope stream(m_tape, m_reduceStream);
        flat = empty(m_tape, {elements}, type);
    }
    const bool groups = m_plan.data == DataParallel::Hsdp;
    if (groups)
        unit.summed = flat;
    const DType wanted = reduced.front()->piece.dtype();
    if (type != wanted) {
        m_tape.relabel(flat->storage, LineItem::Communication);
        const StreamScope stream(m_tape, groups ? sumStream : m_reduceStream);
        flat = emptyLike(flat, wanted);
    }
    const HostScope host(m_tape, onHost());
    const PinScope pinned(m_tape, onHost() && m_plan.pinnedMemory);
    for (const Piece* each : reduced) {
        if (each->piece->grad)
            continue;
        const Tensor gradient
            = onHost() ? emptyLike(each->piece) : viewOf(flat, each->piece.sizes(), each->piece.strides());
        each->piece->grad = boost::intrusive_ptr<TensorData>(gradient.data());
    }
    if (!m_tape.afterAccumulate)
        return;
    const StreamScope stream(m_tape, groups ? sumStream : m_reduceStream);
    for (const Piece* each : reduced)
        m_tape.afterAccumulate(each->piece);
}

} // namespace plimsoll::step
