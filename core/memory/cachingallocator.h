// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/bytes.h"
#include "memory/freeblocks.h"
#include "scenario/allocatorsettings.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace plimsoll {

// PyTorch's CUDA caching allocator (c10/cuda/CUDACachingAllocator.cpp, 2.15): sizes in steps of 512 bytes, for each
// stream a pool of blocks up to 1 MiB and one above, segments of 2 MiB, 20 MiB or the request rounded up to 2 MiB, best
// fit by size and then address, blocks split on taking and merged with free neighbours on giving back. On a full card
// cached segments go back to the driver before a request fails.
class CachingAllocator
{
public:
    using Handle = BlockHandle;

    static constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max();

    // Capacity: the bytes that segments may take of the card.
    explicit CachingAllocator(const AllocatorSettings& settings = {}, std::int64_t capacity = endless);

    // What a request asks for: where, and how much once rounded.
    struct Request
    {
        std::int64_t size = 0;
        std::uint32_t pool = 0;
    };
    Request request(std::int64_t bytes, int stream = 0) const;

    // None where the card is full though the cache has been given back: PyTorch raises OutOfMemoryError.
    std::optional<Handle> take(std::int64_t bytes, int stream = 0) { return take(request(bytes, stream)); }
    std::optional<Handle> take(const Request& request);
    // None where the card is full; nothing has been given back then.
    std::optional<Handle> tryTake(std::int64_t bytes, int stream = 0) { return tryTake(request(bytes, stream)); }
    std::optional<Handle> tryTake(const Request& request)
    {
        const Handle handle = serve(request);
        return handle == noBlock ? std::nullopt : std::optional(handle);
    }
    void give(Handle handle);
    // The size of the block that taking and giving back at once would take, which leaves all as it was; none where that
    // would change something.
    std::optional<std::int64_t> passing(const Request& request);
    // torch.cuda.empty_cache(): what no block in use needs goes back to the driver.
    void releaseCached();

    std::int64_t allocated() const { return m_allocated; } // torch.cuda.memory_allocated()
    std::int64_t reserved() const { return m_reserved; }   // torch.cuda.memory_reserved()
    std::int64_t retries() const { return m_retries; }     // num_alloc_retries: how often the cache was given back

    std::int64_t addressOf(Handle handle) const { return at(handle).address; }
    // Where blocks are, in any order: allocators with the same places serve the same requests alike, where they do not
    // collect garbage.
    struct Place
    {
        std::int64_t address = 0;
        std::int64_t size = 0;
        std::uint32_t pool = 0;
        std::uint8_t state = 0;

        auto operator<=>(const Place&) const = default;
    };
    std::vector<Place> places() const;

    // Goes on with a card of another size, which must hold what is reserved.
    void setCapacity(std::int64_t capacity) { m_capacity = capacity; }

private:
    enum class State : std::uint8_t { Used, Free, Unmapped };
    struct Block
    {
        std::int64_t address = 0;
        std::int64_t size = 0;
        Handle previous = noBlock; // neighbours in the segment
        Handle next = noBlock;
        std::int64_t freedAt = 0; // the pool's count of searches then
        std::uint32_t pool = 0;
        State state = State::Used;
    };
    struct Pool
    {
        bool small = false;
        FreeBlocks blocks;
        std::set<std::pair<std::int64_t, Handle>> unmapped; // by address; of expandable segments
        std::int64_t searches = 0;
    };

    Block& at(Handle handle) { return m_blocks[static_cast<std::size_t>(handle)]; }
    const Block& at(Handle handle) const { return m_blocks[static_cast<std::size_t>(handle)]; }
    Pool& poolOf(const Block& block) { return m_pools[block.pool]; }
    bool isWhole(const Block& block) const { return block.previous == noBlock && block.next == noBlock; }

    std::int64_t rounded(std::int64_t bytes) const;
    Handle newPlace();
    Handle make(std::uint32_t pool, std::int64_t size, State state);
    void drop(Handle handle) { m_unused.push_back(handle); }
    Handle makeAfter(Handle handle, std::int64_t size, State state);
    void addFree(Handle handle);
    void removeFree(Handle handle, State state);
    FreeBlocks::Place bestFit(Pool& pool, std::int64_t size) const;
    void makePools(std::uint32_t last);
    Handle serve(const Request& request); // noBlock where the card is full
    bool isCut(const Block& block, std::int64_t size) const;
    bool isOversized(std::int64_t blockSize, std::int64_t size) const;
    Handle newBlock(std::uint32_t pool, std::int64_t size);
    Handle newSegment(std::uint32_t pool, std::int64_t size);
    void absorb(Handle handle, Handle neighbour);
    void absorbFree(Handle handle, Handle neighbour);
    void free(Handle handle);
    void releaseSegment(Handle handle);
    bool releaseOversized(std::uint32_t pool, std::int64_t size);
    void collectGarbage();

    // Expandable segments (expandablesegments.cpp): address space that is mapped page by page.
    std::int64_t expandableSize(const Block& block) const;
    FreeBlocks::Place preferInner(const FreeBlocks& blocks, FreeBlocks::Place place) const;
    Handle findExpandable(std::uint32_t pool, std::int64_t size);
    Handle expand(std::uint32_t pool, std::int64_t size);
    bool map(Handle handle, std::int64_t size);
    void unmap(Handle handle);

    AllocatorSettings m_settings;
    std::int64_t m_capacity;
    std::vector<Block> m_blocks;
    std::vector<Handle> m_unused; // places in m_blocks
    std::vector<Pool> m_pools;    // of each stream that for small blocks, then the other
    std::int64_t m_allocated = 0;
    std::int64_t m_reserved = 0;
    std::int64_t m_nextAddress = 0;
    std::int64_t m_retries = 0;
};

} // namespace plimsoll
