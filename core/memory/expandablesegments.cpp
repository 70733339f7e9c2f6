// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/cachingallocator.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr std::int64_t smallPage = 2 * mib;  // kSmallBuffer
constexpr std::int64_t largePage = 20 * mib; // kLargeBuffer

// Address space of one segment: more than any card has (PyTorch takes 9/8 of the card), a multiple of both pages.
constexpr std::int64_t addressSpace = largePage * (std::int64_t{1} << 27);

} // namespace

// What a block could grow to: its size and the unmapped space right after it.
std::int64_t CachingAllocator::expandableSize(const Block& block) const
{
    const bool canGrow = block.next != noBlock && at(block.next).state == State::Unmapped;
    return block.size + (canGrow ? at(block.next).size : 0);
}

// "Best fit" counts a block that can grow as what it can grow to, so that the end of the segment is taken last.
FreeBlocks::Place CachingAllocator::preferInner(const FreeBlocks& blocks, FreeBlocks::Place place) const
{
    FreeBlocks::Place next = blocks.next(place);
    while (!blocks.isEnd(next) && expandableSize(at(blocks.at(next))) < expandableSize(at(blocks.at(place)))) {
        place = next;
        next = blocks.next(next);
    }
    return place;
}

// The first place where free and unmapped blocks in a row hold the size: the row's first block.
CachingAllocator::Handle CachingAllocator::findExpandable(std::uint32_t pool, std::int64_t size)
{
    const auto isTaken = [this](Handle handle) { return handle == noBlock || at(handle).state == State::Used; };
    for (const auto& [address, unmapped] : m_pools[pool].unmapped) {
        const Handle before = at(unmapped).previous;
        const Handle first = isTaken(before) ? unmapped : before;
        std::int64_t bytes = 0;
        for (Handle each = first; bytes < size && !isTaken(each); each = at(each).next)
            bytes += at(each).size;
        if (bytes >= size)
            return first;
    }
    const Handle segment = make(pool, addressSpace, State::Unmapped);
    m_pools[pool].unmapped.insert({at(segment).address, segment});
    return segment;
}

CachingAllocator::Handle CachingAllocator::expand(std::uint32_t pool, std::int64_t size)
{
    Handle candidate = findExpandable(pool, size);
    if (at(candidate).state == State::Unmapped && !map(candidate, std::min(at(candidate).size, size)))
        return noBlock;
    while (at(candidate).size < size) {
        const Handle next = at(candidate).next;
        if (!map(next, std::min(size - at(candidate).size, at(next).size)))
            return noBlock;
        candidate = next; // has taken up the block before it
    }
    removeFree(candidate, State::Used);
    return candidate;
}

// Maps the first pages of an unmapped block; the block becomes a free one.
bool CachingAllocator::map(Handle handle, std::int64_t size)
{
    Pool& pool = poolOf(at(handle));
    const std::int64_t page = pool.small ? smallPage : largePage;
    const std::int64_t bytes = (size + page - 1) / page * page;
    if (bytes > m_capacity - m_reserved)
        return false;
    m_reserved += bytes;
    pool.unmapped.erase({at(handle).address, handle});
    if (bytes < at(handle).size) {
        const Handle rest = makeAfter(handle, at(handle).size - bytes, State::Unmapped);
        pool.unmapped.insert({at(rest).address, rest});
    }
    free(handle);
    return true;
}

// Gives back the whole pages within a free block.
void CachingAllocator::unmap(Handle handle)
{
    const std::uint32_t pool = at(handle).pool;
    const std::int64_t page = m_pools[pool].small ? smallPage : largePage;
    const std::int64_t end = at(handle).address + at(handle).size;
    const std::int64_t from = (at(handle).address + page - 1) / page * page;
    const std::int64_t to = end / page * page;
    if (from >= to)
        return;
    removeFree(handle, State::Used);
    if (to < end)
        addFree(makeAfter(handle, end - to, State::Used));
    Handle unmapped = handle;
    if (at(handle).address < from) {
        unmapped = makeAfter(handle, to - from, State::Unmapped);
        addFree(handle);
    }
    at(unmapped).state = State::Unmapped;
    m_reserved -= to - from;
    for (const Handle neighbour : {at(unmapped).previous, at(unmapped).next})
        if (neighbour != noBlock && at(neighbour).state == State::Unmapped) {
            m_pools[pool].unmapped.erase({at(neighbour).address, neighbour});
            absorb(unmapped, neighbour);
        }
    m_pools[pool].unmapped.insert({at(unmapped).address, unmapped});
}

} // namespace plimsoll
