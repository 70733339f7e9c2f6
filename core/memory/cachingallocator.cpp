// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/cachingallocator.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr std::int64_t blockStep = 512;
constexpr std::int64_t largestSmall = mib;        // kSmallSize
constexpr std::int64_t smallSegment = 2 * mib;    // kSmallBuffer
constexpr std::int64_t largeSegment = 20 * mib;   // kLargeBuffer
constexpr std::int64_t ownSegmentFrom = 10 * mib; // kMinLargeAlloc
constexpr std::int64_t segmentStep = 2 * mib;     // kRoundLarge

// With more, those that are empty are dropped: passing over them costs more than making them anew.
constexpr std::size_t mostBins = 64;

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

} // namespace

CachingAllocator::Handle CachingAllocator::make(const Block& block)
{
    if (m_unused.empty()) {
        m_blocks.push_back(block);
        return static_cast<Handle>(m_blocks.size() - 1);
    }
    const Handle handle = m_unused.back();
    m_unused.pop_back();
    at(handle) = block;
    return handle;
}

void CachingAllocator::drop(Handle handle)
{
    m_unused.push_back(handle);
}

CachingAllocator::Bin& CachingAllocator::binOf(Pool& pool, std::int64_t size)
{
    const auto place = std::ranges::lower_bound(pool, size, {}, &Bin::size);
    if (place != pool.end() && place->size == size)
        return *place;
    return *pool.insert(place, {size, {}});
}

void CachingAllocator::addFree(Handle handle)
{
    Block& block = at(handle);
    block.free = true;
    std::vector<FreeBlock>& blocks = binOf(poolOf(block), block.size).blocks;
    const auto place = std::ranges::lower_bound(blocks, block.address, std::ranges::greater(), &FreeBlock::address);
    blocks.insert(place, {block.address, handle});
}

void CachingAllocator::removeFree(Handle handle)
{
    Block& block = at(handle);
    block.free = false;
    std::vector<FreeBlock>& blocks = binOf(poolOf(block), block.size).blocks;
    blocks.erase(std::ranges::lower_bound(blocks, block.address, std::ranges::greater(), &FreeBlock::address));
}

CachingAllocator::Handle CachingAllocator::bestFit(std::int64_t size, bool small)
{
    Pool& pool = m_pools[small ? 0 : 1];
    if (pool.size() > mostBins)
        std::erase_if(pool, [](const Bin& bin) { return bin.blocks.empty(); });
    auto bin = std::ranges::lower_bound(pool, size, {}, &Bin::size);
    while (bin != pool.end() && bin->blocks.empty())
        ++bin;
    if (bin == pool.end())
        return none;
    const Handle handle = bin->blocks.back().block;
    bin->blocks.pop_back();
    at(handle).free = false;
    return handle;
}

CachingAllocator::Handle CachingAllocator::newSegment(std::int64_t size, bool small)
{
    const std::int64_t bytes = segmentSize(size);
    const Handle handle = make({m_nextAddress, bytes, none, none, small, false});
    m_nextAddress += bytes;
    m_reserved += bytes;
    return handle;
}

// Cuts a block to size where the rest is worth keeping.
void CachingAllocator::split(Handle handle, std::int64_t size)
{
    const std::int64_t rest = at(handle).size - size;
    if (at(handle).small ? rest < blockStep : rest <= largestSmall)
        return;
    const Handle remainder = make({at(handle).address + size, rest, handle, at(handle).next, at(handle).small, false});
    at(handle).size = size;
    if (at(handle).next != none)
        at(at(handle).next).previous = remainder;
    at(handle).next = remainder;
    addFree(remainder);
}

CachingAllocator::Handle CachingAllocator::take(std::int64_t bytes)
{
    const std::int64_t size = std::max(blockStep, roundedUp(bytes, blockStep));
    const bool small = size <= largestSmall;
    Handle handle = bestFit(size, small);
    if (handle == none)
        handle = newSegment(size, small);
    split(handle, size);
    m_allocated += at(handle).size;
    return handle;
}

void CachingAllocator::give(Handle handle)
{
    m_allocated -= at(handle).size;
    if (const Handle previous = at(handle).previous; previous != none && at(previous).free) {
        removeFree(previous);
        at(handle).address = at(previous).address;
        at(handle).size += at(previous).size;
        at(handle).previous = at(previous).previous;
        if (at(handle).previous != none)
            at(at(handle).previous).next = handle;
        drop(previous);
    }
    if (const Handle next = at(handle).next; next != none && at(next).free) {
        removeFree(next);
        at(handle).size += at(next).size;
        at(handle).next = at(next).next;
        if (at(handle).next != none)
            at(at(handle).next).previous = handle;
        drop(next);
    }
    addFree(handle);
}

void CachingAllocator::releaseCached()
{
    const auto whole
        = [this](const FreeBlock& entry) { return at(entry.block).previous == none && at(entry.block).next == none; };
    for (Pool& pool : m_pools)
        for (Bin& bin : pool) {
            for (const FreeBlock& entry : bin.blocks)
                if (whole(entry)) {
                    m_reserved -= bin.size;
                    drop(entry.block);
                }
            std::erase_if(bin.blocks, whole);
        }
}

} // namespace plimsoll
