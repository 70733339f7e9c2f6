// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
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

    // What was given last is mostly taken first, and has the lowest address.
    void insert(std::int64_t size, std::int64_t address, BlockHandle block)
    {
        const std::size_t place = binOf(size);
        Bin& bin = m_bins[place];
        if (bin.empty())
            mark(place, true);
        if (bin.empty() || address < bin.back().address)
            bin.push_back({address, block});
        else
            insertWithin(bin, {address, block});
    }
    void erase(std::int64_t size, std::int64_t address)
    {
        const std::size_t place = lowerBin(size);
        Bin& bin = m_bins[place];
        if (bin.back().address == address)
            bin.pop_back();
        else
            eraseWithin(bin, address);
        if (bin.empty())
            mark(place, false);
    }

    void erase(Place place)
    {
        Bin& bin = m_bins[place.bin];
        bin.erase(bin.end() - 1 - static_cast<std::ptrdiff_t>(place.fromEnd));
        if (bin.empty())
            mark(place.bin, false);
    }

    // The smallest block of at least this size, of those the lowest; the end where there is none.
    Place firstFrom(std::int64_t size) { return firstOccupied(lowerBin(size)); }
    Place next(Place place) const;
    Place end() const { return {m_bins.size(), 0}; }
    bool isEnd(Place place) const { return place.bin == m_bins.size(); }
    std::int64_t sizeAt(Place place) const { return m_sizes[place.bin]; }
    BlockHandle at(Place place) const
    {
        const Bin& bin = m_bins[place.bin];
        return bin[bin.size() - 1 - place.fromEnd].block;
    }
    std::vector<BlockHandle> all() const; // in order

    // Bins outlive their blocks, since sizes come again. Drops the empty ones where there are many.
    void tidy()
    {
        if (m_bins.size() > mostBins)
            dropEmptyBins();
    }

private:
    struct Entry
    {
        std::int64_t address;
        BlockHandle block;
    };
    using Bin = std::vector<Entry>;

    // Where the first bin of at least a size is, as it was last found: a step asks for few sizes, thousands of times.
    struct Found
    {
        static constexpr std::size_t places = 256;
        std::array<std::int64_t, places> sizes{};
        std::array<std::int64_t, places> bins{};
    };

    static constexpr std::size_t wordBits = 64;
    static constexpr std::size_t mostBins = 256;

    std::size_t lowerBin(std::int64_t size)
    {
        // Fibonacci hashing; sizes are multiples of 512.
        const std::uint64_t mixed = static_cast<std::uint64_t>(size >> 9) * 0x9e3779b97f4a7c15U;
        const std::size_t place = mixed >> 56;
        if (m_found.sizes[place] != size) {
            m_found.sizes[place] = size;
            m_found.bins[place] = search(size);
        }
        return static_cast<std::size_t>(m_found.bins[place]);
    }
    Place firstOccupied(std::size_t bin) const
    {
        std::size_t word = bin / wordBits;
        if (word == m_occupied.size())
            return end();
        std::uint64_t bits = m_occupied[word] & (~std::uint64_t{0} << (bin % wordBits));
        while (bits == 0) {
            if (++word == m_occupied.size())
                return end();
            bits = m_occupied[word];
        }
        return {word * wordBits + static_cast<std::size_t>(std::countr_zero(bits)), 0};
    }
    void mark(std::size_t bin, bool isOccupied)
    {
        const std::uint64_t bit = std::uint64_t{1} << (bin % wordBits);
        std::uint64_t& word = m_occupied[bin / wordBits];
        word = isOccupied ? word | bit : word & ~bit;
    }
    void markAll();
    static void insertWithin(Bin& bin, Entry entry);
    static void eraseWithin(Bin& bin, std::int64_t address);
    std::int64_t search(std::int64_t size) const;
    std::size_t binOf(std::int64_t size)
    {
        const std::size_t bin = lowerBin(size);
        if (bin == m_sizes.size() || m_sizes[bin] != size)
            addBin(bin, size);
        return bin;
    }
    void addBin(std::size_t place, std::int64_t size);
    void dropEmptyBins();

    std::vector<std::int64_t> m_sizes; // of the bins, in order: apart from them, since they are searched all the time
    std::vector<Bin> m_bins;
    std::vector<std::uint64_t> m_occupied; // a bit for each bin: most are empty most of the time
    Found m_found;
};

} // namespace plimsoll
