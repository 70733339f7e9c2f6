// SPDX-License-Identifier: GPL-3.0-or-later
// How parameters become flat ones (FlatParamHandle.__init__ and shard).
#include "step/flatshardunit.h"
#include "step/kernels.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace plimsoll::step {

namespace {

constexpr std::int64_t alignment = 16; // bytes, of each parameter in the gathered buffer (_get_aligned_numel)

} // namespace

FlatShard::Unit& FlatShard::unitWith(std::int64_t id, const Tensor& first)
{
    for (const std::unique_ptr<Unit>& unit : m_units)
        if (unit->id == id && id != Unit::noBlock)
            return *unit;
    m_units.push_back(std::make_unique<Unit>());
    Unit& unit = *m_units.back();
    unit.id = id;
    unit.layer = first->block < 0 ? noLayer : first->layer;
    return unit;
}

// peft's fsdp_auto_wrap_policy: modules without parts whose weight trains.
bool FlatShard::isUnit(const Tensor& parameter) const
{
    return m_plan.wrapsAdapters && std::string_view(parameter->name).starts_with("adapter");
}

void FlatShard::collect(const Parameters& all)
{
    m_units.push_back(std::make_unique<Unit>());
    for (const Tensor& parameter : all) {
        Unit& unit = unitWith(isUnit(parameter) ? Unit::noBlock : unitOf(parameter->block), parameter);
        unit.trains = unit.trains || parameter.requiresGrad();
        unit.wide = parameter.dtype();
        unit.low = m_plan.mixedPrecision ? DType::BFloat16 : unit.wide;
        unit.parts.push_back({parameter, parameter.requiresGrad(), {}});
    }
}

// Units within a block come before it, the model's own last.
void FlatShard::flattenAll()
{
    const Place place = m_tape.place();
    for (std::size_t i = 1; i < m_units.size();) {
        Unit& block = *m_units[i++];
        for (; i < m_units.size() && m_units[i]->isWithinBlock(); ++i)
            flatten(*m_units[i]);
        flatten(block);
    }
    flatten(*m_units.front());
    m_tape.setPlace(place);
}

// _lazy_init, as the first forward begins: buffers are narrowed, and what is to hold gathered weights is tried once.
void FlatShard::start()
{
    if (std::exchange(m_started, true))
        return;
    const Place place = m_tape.place();
    for (const Tensor& buffer : m_buffers)
        if (m_plan.mixedPrecision && isFloat(buffer.dtype()) && buffer.dtype() != DType::BFloat16)
            convertInPlace(buffer, DType::BFloat16);
    for (const std::unique_ptr<Unit>& unit : m_units) {
        m_tape.setPlace({"flat parameter", LineItem::WeightCopies, unit->layer});
        m_tape.operation = "gathered weights";
        if (unit->narrows())
            empty(m_tape, {unit->shardElements}, unit->low);
        if (!m_shards)
            continue;
        empty(m_tape, {unit->shardElements * m_plan.gpus}, unit->low);
        if (unit->narrows())
            empty(m_tape, {unit->shardElements * m_plan.gpus}, unit->wide);
    }
    m_tape.setPlace(place);
}

// With parameters of their own they lie at aligned addresses, and what is gathered divides evenly.
void FlatShard::flatten(Unit& unit)
{
    m_tape.setPlace({"flat parameter", LineItem::Weights, unit.layer});
    m_tape.operation = "padding";
    std::vector<Tensor> padding;
    const auto pad = [&](std::int64_t elements) {
        const Tensor ones = empty(m_tape, {elements}, unit.wide);
        padding.push_back(emptyLike(ones));
        unit.lengths.push_back(elements);
        unit.elements += elements;
    };
    for (const Part& part : unit.parts) {
        const std::int64_t aligned = alignment / sizeOf(unit.low);
        if (m_plan.originalParameters && unit.elements % aligned != 0)
            pad(aligned - unit.elements % aligned);
        unit.places.push_back(unit.lengths.size());
        unit.lengths.push_back(part.parameter.numel());
        unit.elements += part.parameter.numel();
    }
    if (m_plan.originalParameters && unit.elements % m_plan.gpus != 0)
        pad(m_plan.gpus - unit.elements % m_plan.gpus);
    unit.shardElements = m_shards ? ceilDiv(unit.elements, m_plan.gpus) : unit.elements;
    m_tape.operation = "flat parameter";
    Tensor flat = empty(m_tape, {unit.elements}, unit.wide);
    padding.clear();
    moveToShard(unit, std::move(flat));
    cutPieces(unit);
}

void FlatShard::moveToShard(Unit& unit, Tensor flat)
{
    unit.shard = m_shards ? empty(m_tape, {unit.shardElements}, unit.wide) : flat;
    flat = {};
    unit.whole = detach(unit.shard);
    unit.whole->sizes = {unit.elements};
    if (m_shards || unit.narrows())
        m_tape.exchangeStorage(unit.whole, unit.low, m_shards ? unit.shardElements * m_plan.gpus : unit.elements);
    if (m_shards && unit.narrows()) {
        unit.lowShard = detach(unit.shard);
        m_tape.exchangeStorage(unit.lowShard, unit.low, unit.shardElements);
    }
    unit.whole->requiresGrad = unit.trains;
    for (const Tensor& flatOne : {unit.shard, unit.whole}) {
        flatOne->isParameter = true;
        flatOne->name = "flat parameter";
        flatOne->layer = unit.layer;
    }
    for (const Part& part : unit.parts)
        m_tape.shareStorage(part.parameter, unit.whole);
}

// FlatParamHandle._init_shard_metadata: rank 0 has the first of the flat parameter.
void FlatShard::cutPieces(Unit& unit)
{
    std::int64_t offset = 0;
    for (std::size_t i = 0, entry = 0; entry < unit.lengths.size(); offset += unit.lengths[entry++]) {
        if (i == unit.places.size() || entry != unit.places[i])
            continue;
        Part& part = unit.parts[i++];
        const std::int64_t here = std::min(unit.lengths[entry], unit.shardElements - offset);
        if (here <= 0)
            continue;
        const Dims sizes = m_shards ? Dims{here} : part.parameter.sizes();
        part.piece = viewOf(unit.shard, sizes, contiguousStrides(sizes));
        part.piece->isParameter = true;
        part.piece->requiresGrad = part.trains;
        part.piece->name = part.parameter->name;
        part.piece->layer = part.parameter->layer;
        part.piece->block = part.parameter->block;
    }
}

void FlatShard::listTrainable(const Parameters& all)
{
    if (!m_plan.originalParameters) {
        for (const std::unique_ptr<Unit>& unit : m_units)
            if (unit->trains)
                m_trainable.push_back(unit->shard);
        return;
    }
    for (const Tensor& parameter : all)
        for (const std::unique_ptr<Unit>& unit : m_units)
            for (const Part& part : unit->parts)
                if (part.parameter.is(parameter) && part.trains && part.piece)
                    m_trainable.push_back(part.piece);
}

} // namespace plimsoll::step
