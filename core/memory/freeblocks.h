// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace plimsoll {

using BlockHandle = std::int32_t;
inline constexpr BlockHandle noBlock = -1;

// Free blocks by size, those of one size by address: the order in which the caching allocator looks at them. A training
// step's free blocks have few different sizes, so each size has a bin.
class FreeBlocks
{
public:
    // A block's place in the order; good until the next change.
    struct Place
    {
        std::size_t bin = 0;
        std::size_t fromEnd = 0; // within the bin, whose lowest address stands last
    };

    void insert(std::int64_t size, std::int64_t address, BlockHandle block);
    void erase(std::int64_t size, std::int64_t address);

    // The smallest block of at least this size, of those the lowest; the end where there is none.
    Place firstFrom(std::int64_t size) const;
    Place next(Place place) const;
    bool isEnd(Place place) const { return place.bin == m_bins.size(); }
    BlockHandle at(Place place) const;
    std::vector<BlockHandle> all() const; // in order

    // Bins outlive their blocks, since sizes come again. Drops the empty ones where there are many, because passing
    // over them costs more than making them anew.
    void tidy();

private:
    struct Entry
    {
        std::int64_t address;
        BlockHandle block;
    };
    using Bin = std::vector<Entry>;

    std::size_t lowerBin(std::int64_t size) const;
    Bin& binOf(std::int64_t size);
    Place firstOccupied(std::size_t bin) const;

    std::vector<std::int64_t> m_sizes; // of the bins, in order: apart from them, since they are searched all the time
    std::vector<Bin> m_bins;
};

} // namespace plimsoll
