// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/cachingallocator.h"

#include <algorithm>
#include <bit>

namespace plimsoll {

namespace {

constexpr std::int64_t blockStep = 512;
constexpr std::int64_t largestSmall = mib;        // kSmallSize
constexpr std::int64_t smallSegment = 2 * mib;    // kSmallBuffer
constexpr std::int64_t largeSegment = 20 * mib;   // kLargeBuffer
constexpr std::int64_t ownSegmentFrom = 10 * mib; // kMinLargeAlloc
constexpr std::int64_t segmentStep = 2 * mib;     // kRoundLarge
// max_non_split_rounding_size: what an oversized block may be larger than the request that takes it whole.
constexpr std::int64_t oversizeSlack = 20 * mib;

constexpr std::int64_t roundedUp(std::int64_t value, std::int64_t step)
{
    return (value + step - 1) / step * step;
}

std::int64_t segmentSize(std::int64_t size)
{
    if (size <= largestSmall)
        return smallSegment;
    return size < ownSegmentFrom ? largeSegment : roundedUp(size, segmentStep);
}

// Up to the next of so many equal parts between two powers of 2 (roundup_power2_next_division).
std::int64_t roundedToDivision(std::int64_t bytes, std::int64_t divisions)
{
    const auto size = static_cast<std::uint64_t>(bytes);
    if (std::has_single_bit(size))
        return bytes;
    const std::uint64_t floor = std::bit_floor(size);
    const std::uint64_t division = floor >> (std::bit_width(static_cast<std::uint64_t>(divisions)) - 1);
    if (division == 0)
        return static_cast<std::int64_t>(floor << 1);
    return roundedUp(bytes, static_cast<std::int64_t>(division));
}

} // namespace

CachingAllocator::CachingAllocator(const AllocatorSettings& settings, std::int64_t capacity)
    : m_settings(settings),
      m_capacity(capacity)
{
}

std::vector<CachingAllocator::Place> CachingAllocator::places() const
{
    std::vector<bool> unused(m_blocks.size(), false);
    for (const Handle handle : m_unused)
        unused[static_cast<std::size_t>(handle)] = true;
    std::vector<Place> places;
    for (std::size_t i = 0; i < m_blocks.size(); ++i)
        if (!unused[i])
            places.push_back({m_blocks[i].address, m_blocks[i].size, m_blocks[i].pool,
                              static_cast<std::uint8_t>(m_blocks[i].state)});
    return places;
}

std::int64_t CachingAllocator::rounded(std::int64_t bytes) const
{
    const std::int64_t divisions = m_settings.roundupPower2Divisions;
    if (divisions > 1 && bytes > blockStep * divisions)
        return roundedToDivision(bytes, divisions);
    return std::max(blockStep, roundedUp(bytes, blockStep));
}

CachingAllocator::Request CachingAllocator::request(std::int64_t bytes, int stream) const
{
    const std::int64_t size = rounded(bytes);
    return {size, 2 * static_cast<std::uint32_t>(stream) + (size <= largestSmall ? 0 : 1)};
}

// A place for a block, with whatever it held before.
CachingAllocator::Handle CachingAllocator::newPlace()
{
    if (m_unused.empty()) {
        m_blocks.emplace_back();
        return static_cast<Handle>(m_blocks.size() - 1);
    }
    const Handle handle = m_unused.back();
    m_unused.pop_back();
    return handle;
}

// A block that is a segment of its own.
CachingAllocator::Handle CachingAllocator::make(std::uint32_t pool, std::int64_t size, State state)
{
    const Handle handle = newPlace();
    at(handle) = {m_nextAddress, size, noBlock, noBlock, 0, pool, state};
    m_nextAddress += size;
    return handle;
}

// A block right after another in its segment, of which it takes the end. Written field by field: it is made so often
// that copying it together from a temporary shows.
CachingAllocator::Handle CachingAllocator::makeAfter(Handle handle, std::int64_t size, State state)
{
    const Handle made = newPlace();
    Block& before = at(handle);
    Block& rest = at(made);
    before.size -= size;
    rest.address = before.address + before.size;
    rest.size = size;
    rest.previous = handle;
    rest.next = before.next;
    rest.freedAt = 0;
    rest.pool = before.pool;
    rest.state = state;
    if (before.next != noBlock)
        at(before.next).previous = made;
    before.next = made;
    return made;
}

void CachingAllocator::addFree(Handle handle)
{
    Block& block = at(handle);
    block.state = State::Free;
    block.freedAt = poolOf(block).searches;
    poolOf(block).blocks.insert(block.size, block.address, handle);
}

void CachingAllocator::removeFree(Handle handle, State state)
{
    Block& block = at(handle);
    poolOf(block).blocks.erase(block.size, block.address);
    block.state = state;
}

// With a largest size for splitting, blocks from it on serve requests from it on, and those of about their size alone.
bool CachingAllocator::isOversized(std::int64_t blockSize, std::int64_t size) const
{
    if (size < m_settings.maxSplitSize)
        return blockSize >= m_settings.maxSplitSize;
    return blockSize >= size + oversizeSlack;
}

// The end where none serves.
FreeBlocks::Place CachingAllocator::bestFit(Pool& pool, std::int64_t size) const
{
    FreeBlocks& blocks = pool.blocks;
    ++pool.searches;
    blocks.tidy();
    FreeBlocks::Place place = blocks.firstFrom(size);
    if (blocks.isEnd(place))
        return place;
    if (m_settings.isExpandable())
        place = preferInner(blocks, place);
    return isOversized(blocks.sizeAt(place), size) ? blocks.end() : place;
}

CachingAllocator::Handle CachingAllocator::newBlock(std::uint32_t pool, std::int64_t size)
{
    return m_settings.isExpandable() ? expand(pool, size) : newSegment(pool, size);
}

CachingAllocator::Handle CachingAllocator::newSegment(std::uint32_t pool, std::int64_t size)
{
    const std::int64_t bytes = segmentSize(size);
    if (bytes > m_capacity - m_reserved)
        return noBlock;
    m_reserved += bytes;
    return make(pool, bytes, State::Used);
}

// A block is cut to size where the rest is worth keeping.
bool CachingAllocator::isCut(const Block& block, std::int64_t size) const
{
    const std::int64_t rest = block.size - size;
    const bool finely = m_pools[block.pool].small || m_settings.isExpandable();
    return finely ? rest >= blockStep : (rest > largestSmall && size < m_settings.maxSplitSize);
}

void CachingAllocator::makePools(std::uint32_t last)
{
    while (m_pools.size() <= last)
        m_pools.push_back({m_pools.size() % 2 == 0, {}, {}, 0});
}

CachingAllocator::Handle CachingAllocator::serve(const Request& request)
{
    if (request.pool >= m_pools.size())
        makePools(request.pool);
    FreeBlocks& blocks = m_pools[request.pool].blocks;
    const FreeBlocks::Place place = bestFit(m_pools[request.pool], request.size);
    Handle handle = noBlock;
    if (!blocks.isEnd(place)) {
        handle = blocks.at(place);
        blocks.erase(place);
        at(handle).state = State::Used;
    } else {
        collectGarbage();
        handle = newBlock(request.pool, request.size);
        if (handle == noBlock)
            return noBlock;
    }
    if (isCut(at(handle), request.size))
        addFree(makeAfter(handle, at(handle).size - request.size, State::Used));
    m_allocated += at(handle).size;
    return handle;
}

// Free neighbours have been merged: the block has none, and takes up again what it is cut into.
std::optional<std::int64_t> CachingAllocator::passing(const Request& request)
{
    const bool ages = m_settings.garbageCollectionThreshold > 0; // of free blocks count
    if (ages || request.pool >= m_pools.size())
        return std::nullopt;
    Pool& pool = m_pools[request.pool];
    const FreeBlocks::Place place = bestFit(pool, request.size);
    if (pool.blocks.isEnd(place))
        return std::nullopt;
    const Block& block = at(pool.blocks.at(place));
    return isCut(block, request.size) ? request.size : block.size;
}

std::optional<CachingAllocator::Handle> CachingAllocator::take(const Request& request)
{
    if (const std::optional<Handle> handle = tryTake(request))
        return handle;
    if (releaseOversized(request.pool, request.size))
        if (const std::optional<Handle> handle = tryTake(request))
            return handle;
    ++m_retries;
    releaseCached();
    return tryTake(request);
}

// The block takes up its neighbour, which leaves the segment's chain.
void CachingAllocator::absorb(Handle handle, Handle neighbour)
{
    Block& block = at(handle);
    const Block& gone = at(neighbour);
    block.size += gone.size;
    if (block.previous == neighbour) {
        block.address = gone.address;
        block.previous = gone.previous;
        if (gone.previous != noBlock)
            at(gone.previous).next = handle;
    } else {
        block.next = gone.next;
        if (gone.next != noBlock)
            at(gone.next).previous = handle;
    }
    drop(neighbour);
}

void CachingAllocator::absorbFree(Handle handle, Handle neighbour)
{
    if (neighbour == noBlock || at(neighbour).state != State::Free)
        return;
    removeFree(neighbour, State::Used);
    absorb(handle, neighbour);
}

// A block in use becomes a free one, together with its free neighbours.
void CachingAllocator::free(Handle handle)
{
    absorbFree(handle, at(handle).previous);
    absorbFree(handle, at(handle).next);
    addFree(handle);
}

void CachingAllocator::give(Handle handle)
{
    m_allocated -= at(handle).size;
    free(handle);
}

void CachingAllocator::releaseSegment(Handle handle)
{
    m_reserved -= at(handle).size;
    removeFree(handle, State::Free);
    drop(handle);
}

void CachingAllocator::releaseCached()
{
    for (Pool& pool : m_pools)
        for (const Handle handle : pool.blocks.all()) {
            if (m_settings.isExpandable())
                unmap(handle);
            else if (isWhole(at(handle)))
                releaseSegment(handle);
        }
}

// release_available_cached_blocks: one oversized block that is large enough, or the largest until they are.
bool CachingAllocator::releaseOversized(std::uint32_t pool, std::int64_t size)
{
    const std::int64_t limit = m_settings.maxSplitSize;
    if (limit == AllocatorSettings::unlimited || m_settings.isExpandable())
        return false;
    FreeBlocks& blocks = m_pools[pool].blocks;
    const std::int64_t wanted = std::max(size, limit);
    if (const FreeBlocks::Place place = blocks.firstFrom(wanted); !blocks.isEnd(place)) {
        releaseSegment(blocks.at(place));
        return true;
    }
    std::int64_t released = 0;
    const std::vector<Handle> bySize = blocks.all();
    for (auto handle = bySize.rbegin(); handle != bySize.rend() && released < wanted; ++handle) {
        if (at(*handle).size < limit)
            break;
        released += at(*handle).size;
        releaseSegment(*handle);
    }
    return released >= wanted;
}

// Above its share of the card, segments that have lain free longer than most go back (garbage_collect_cached_blocks).
void CachingAllocator::collectGarbage()
{
    if (m_settings.garbageCollectionThreshold <= 0 || m_capacity == endless)
        return;
    const auto share
        = static_cast<std::int64_t>(m_settings.garbageCollectionThreshold * static_cast<double>(m_capacity));
    const std::int64_t target = m_reserved - share;
    std::vector<Handle> whole;
    double ages = 0;
    const auto ageOf
        = [this](Handle handle) { return static_cast<double>(poolOf(at(handle)).searches - at(handle).freedAt); };
    for (const Pool& pool : m_pools)
        if (!pool.small)
            for (const Handle handle : pool.blocks.all())
                if (isWhole(at(handle)) && !m_settings.isExpandable()) {
                    whole.push_back(handle);
                    ages += ageOf(handle);
                }
    std::int64_t reclaimed = 0;
    bool anyFreed = true;
    while (reclaimed < target && anyFreed && !whole.empty()) {
        const double limit = ages / static_cast<double>(whole.size());
        anyFreed = std::erase_if(whole,
                                 [&](Handle handle) {
                                     if (ageOf(handle) < limit)
                                         return false;
                                     reclaimed += at(handle).size;
                                     ages -= ageOf(handle);
                                     releaseSegment(handle);
                                     return true;
                                 })
            > 0;
    }
}

} // namespace plimsoll
