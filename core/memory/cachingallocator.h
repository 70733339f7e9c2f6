// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/bytes.h"

#include <array>
#include <cstdint>
#include <vector>

namespace plimsoll {

// PyTorch's CUDA caching allocator (c10/cuda/CUDACachingAllocator.cpp, 2.15) on an endless card: sizes in steps of 512
// bytes, a pool of blocks up to 1 MiB and one above, segments of 2 MiB, 20 MiB or the request rounded up to 2 MiB, best
// fit by size and then address, blocks split on taking and merged with free neighbours on giving back.
class CachingAllocator
{
public:
    using Handle = std::int32_t;

    Handle take(std::int64_t bytes);
    void give(Handle handle);
    // torch.cuda.empty_cache(): segments without a block in use go back to the driver.
    void releaseCached();

    std::int64_t allocated() const { return m_allocated; } // torch.cuda.memory_allocated()
    std::int64_t reserved() const { return m_reserved; }   // torch.cuda.memory_reserved()

private:
    struct Block
    {
        std::int64_t address = 0;
        std::int64_t size = 0;
        Handle previous = none; // neighbours in the segment
        Handle next = none;
        bool small = false;
        bool free = false;
    };
    struct FreeBlock
    {
        std::int64_t address;
        Handle block;
    };
    // Free blocks of one size, the lowest address last. A bin outlives its blocks: sizes come again.
    struct Bin
    {
        std::int64_t size;
        std::vector<FreeBlock> blocks;
    };
    using Pool = std::vector<Bin>; // by size: a training step's free blocks have few different ones

    static constexpr Handle none = -1;

    Block& at(Handle handle) { return m_blocks[static_cast<std::size_t>(handle)]; }
    Pool& poolOf(const Block& block) { return m_pools[block.small ? 0 : 1]; }
    Handle make(const Block& block);
    void drop(Handle handle);
    static Bin& binOf(Pool& pool, std::int64_t size);
    void addFree(Handle handle);
    void removeFree(Handle handle);
    Handle bestFit(std::int64_t size, bool small);
    Handle newSegment(std::int64_t size, bool small);
    void split(Handle handle, std::int64_t size);

    std::vector<Block> m_blocks;
    std::vector<Handle> m_unused; // places in m_blocks
    std::array<Pool, 2> m_pools;
    std::int64_t m_allocated = 0;
    std::int64_t m_reserved = 0;
    std::int64_t m_nextAddress = 0;
};

} // namespace plimsoll
