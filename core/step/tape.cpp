// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/tape.h"

#include "step/compile/capture.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace plimsoll::step {

Tape::Tape(const GpuTraits& gpu, std::int32_t steadyLayer, std::int64_t repeat)
    : m_gpu(gpu),
      m_steadyLayer(steadyLayer),
      m_repeat(repeat)
{
    m_program.allocations.reserve(2048);
    m_program.events.reserve(4096);
    startPhase(Phase::Load);
}

void Tape::startPhase(Phase phase)
{
    m_phase = phase;
    m_sectionLayer = noLayer;
    m_program.sections.push_back({static_cast<std::uint32_t>(m_program.events.size()), phase, 1, noLayer});
}

void Tape::event(std::int32_t value)
{
    if (m_finished || muted)
        return;
    if (m_place.layer != m_sectionLayer) {
        const auto first = static_cast<std::uint32_t>(m_program.events.size());
        m_program.sections.push_back({first, m_phase, repeatOf(m_place.layer), m_place.layer});
        m_sectionLayer = m_place.layer;
    }
    m_program.events.push_back(value);
}

std::int32_t Tape::take(std::int64_t bytes, LineItem item)
{
    if (capture)
        return ~capture->made(bytes);
    if (muted || stopped)
        return noAllocation;
    if (!m_waiting.empty())
        giveBackWaiting();
    const auto allocation = static_cast<std::int32_t>(m_program.allocations.size());
    m_program.allocations.push_back({bytes, m_place.module, operation, item, inBackward, stream});
    event(allocation);
    return allocation;
}

Storage* Tape::allocate(std::int64_t bytes)
{
    if (onHost && !stopped) {
        // PyTorch's allocator of page-locked memory hands out powers of two (c10's CachingHostAllocator).
        const std::int64_t taken
            = pinsHost ? static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(bytes))) : bytes;
        const std::int64_t inAllLayers = taken * repeatOf(m_place.layer);
        countOnHost(inAllLayers);
        if (pinsHost)
            countPinned(inAllLayers);
        return storages.make(Storage{bytes, noAllocation, 0, inAllLayers, pinsHost});
    }
    return storages.make(Storage{bytes, take(bytes, m_place.item), 0});
}

void Tape::free(Storage* storage)
{
    release(storage);
    if (storage->hostBytes > 0) {
        countOnHost(-storage->hostBytes);
        if (storage->pinned)
            countPinned(-storage->hostBytes);
    }
    storages.drop(storage);
}

void Tape::release(Storage* storage)
{
    if (storage->allocation >= 0 && storage->readElsewhere)
        m_waiting.push_back({storage->allocation, m_place.layer});
    else if (storage->allocation >= 0)
        event(~storage->allocation);
    storage->allocation = noAllocation;
    storage->readElsewhere = false;
}

void Tape::readElsewhere(Storage* storage)
{
    if (storage->allocation >= 0
        && m_program.allocations[static_cast<std::size_t>(storage->allocation)].stream != stream)
        storage->readElsewhere = true;
}

void Tape::giveBackWaiting()
{
    const Place place = m_place;
    for (const Waiting& each : std::exchange(m_waiting, {})) {
        m_place.layer = each.layer;
        event(~each.allocation);
    }
    m_place = place;
}

void Tape::renameAs(Storage* storage, std::int32_t allocation)
{
    const auto made = std::find(m_program.events.rbegin(), m_program.events.rend(), storage->allocation);
    *made = allocation;
    storage->allocation = allocation;
}

void Tape::renew(Storage* storage)
{
    storage->allocation = take(storage->bytes, m_place.item);
}

void Tape::renewAs(Storage* storage, std::int32_t allocation)
{
    storage->allocation = allocation;
    event(allocation);
}

void Tape::exchangeStorage(const Tensor& tensor, DType dtype, std::int64_t elements)
{
    Storage* former = tensor->storage;
    tensor->storage = storages.make(Storage{elements * sizeOf(dtype), noAllocation, 1});
    tensor->dtype = dtype;
    if (--former->tensors == 0)
        free(former);
}

void Tape::shareStorage(const Tensor& tensor, const Tensor& other)
{
    ++other->storage->tensors;
    Storage* former = std::exchange(tensor->storage, other->storage);
    if (--former->tensors == 0)
        free(former);
}

void Tape::scratch(std::span<const std::int64_t> sizes)
{
    if (onHost)
        return;
    if (capture) {
        for (const std::int64_t bytes : sizes)
            capture->scratched(bytes);
        return;
    }
    if (muted || stopped)
        return;
    const auto first = static_cast<std::int32_t>(m_program.allocations.size());
    for (std::int64_t bytes : sizes)
        take(bytes, LineItem::Workspace);
    for (auto i = static_cast<std::int32_t>(m_program.allocations.size()); i-- > first;)
        event(~i);
}

void Tape::cublasWorkspace()
{
    if (!software.keepsWorkspaces || capture || stopped) {
        scratch({m_gpu.cublasWorkspace});
        return;
    }
    Storage*& kept = m_workspaces[onBackwardThread ? 1 : 0];
    if (kept)
        return;
    const Place place = m_place;
    m_place = {"cuBLAS", LineItem::Workspace, noLayer};
    kept = allocate(m_gpu.cublasWorkspace);
    m_place = place;
}

void Tape::keepWorkspaces(const std::array<bool, 2>& kept)
{
    const bool outer = onBackwardThread;
    for (bool thread : {false, true}) {
        onBackwardThread = thread;
        if (kept[thread ? 1 : 0])
            cublasWorkspace();
    }
    onBackwardThread = outer;
}

void Tape::relabel(const Storage* storage, LineItem item)
{
    if (storage->allocation < 0)
        return;
    m_program.allocations[static_cast<std::size_t>(storage->allocation)].item = item;
}

Tape::Mark Tape::mark() const
{
    return {static_cast<std::uint32_t>(m_program.events.size()),
            static_cast<std::int32_t>(m_program.allocations.size()), m_program.sections.size()};
}

std::int32_t Tape::repeat(const Mark& from, const Mark& to, const Substitutes& substitutes)
{
    const Mark here = mark();
    const std::int32_t shift = here.allocation - from.allocation;
    const auto place = [&](std::int32_t allocation) {
        return allocation >= from.allocation ? allocation + shift : substitutes.allocation(allocation);
    };
    std::vector<Allocation>& allocations = m_program.allocations;
    for (std::int32_t i = from.allocation; i < to.allocation; ++i) {
        Allocation copy = allocations[static_cast<std::size_t>(i)];
        if (copy.stream != 0)
            copy.stream = substitutes.stream(copy.stream);
        allocations.push_back(copy);
    }
    for (std::size_t s = from.section; s < to.section; ++s) {
        Section section = m_program.sections[s];
        section.firstEvent += here.event - from.event;
        m_program.sections.push_back(section);
    }
    std::vector<std::int32_t>& events = m_program.events;
    events.resize(events.size() + (to.event - from.event));
    for (std::uint32_t e = from.event; e < to.event; ++e) {
        const std::int32_t event = events[e];
        events[here.event + (e - from.event)] = event >= 0 ? place(event) : ~place(~event);
    }
    m_phase = m_program.sections.back().phase;
    m_sectionLayer = m_program.sections.back().layer;
    return here.allocation;
}

void Tape::beginLoop(std::int64_t times)
{
    startPhase(m_phase);
    m_program.loops.push_back({m_program.sections.size() - 1, 0, times});
}

void Tape::endLoop()
{
    startPhase(m_phase);
    m_program.loops.back().end = m_program.sections.size() - 1;
}

void Tape::markCacheEmptied()
{
    m_program.loadsElsewhere = fullyShard || flatShard || zeroModules;
    m_program.cacheEmptiedAt = static_cast<std::uint32_t>(m_program.events.size());
}

void Tape::markSecondStep()
{
    m_program.secondStepAt = static_cast<std::uint32_t>(m_program.events.size());
}

void Tape::markSteadyStep()
{
    m_program.steadyFrom = m_program.sections.size();
}

// What waits to be free counts as free in torch.cuda.memory_allocated().
void Tape::markStepEnd()
{
    giveBackWaiting();
    m_program.stepEnd = static_cast<std::uint32_t>(m_program.events.size());
}

void Tape::dropHeldByLoss(std::size_t from)
{
    const Place place = m_place;
    for (std::size_t i = from; i < heldByLoss.size(); ++i) {
        m_place.layer = heldByLoss[i].layer;
        heldByLoss[i].tensor = {};
    }
    heldByLoss.resize(from);
    m_place = place;
}

void Tape::countOnHost(std::int64_t bytes)
{
    m_onHost += bytes;
    m_program.hostBytes = std::max(m_program.hostBytes, m_onHost);
}

void Tape::countPinned(std::int64_t bytes)
{
    m_pinned += bytes;
    m_program.hostPinnedBytes = std::max(m_program.hostPinnedBytes, m_pinned);
}

void Tape::countParameter(std::int64_t elements, bool trainable, std::int32_t layer)
{
    m_program.parameters += elements * repeatOf(layer);
    if (trainable)
        m_program.trainable += elements * repeatOf(layer);
}

StepProgram Tape::finish()
{
    m_finished = true;
    return std::move(m_program);
}

} // namespace plimsoll::step
