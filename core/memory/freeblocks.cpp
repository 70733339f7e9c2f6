// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/freeblocks.h"

#include <algorithm>
#include <functional>

namespace plimsoll {

namespace {

constexpr std::size_t mostBins = 64;

} // namespace

FreeBlocks::Bin& FreeBlocks::binOf(std::int64_t size)
{
    const auto place = std::ranges::lower_bound(m_bins, size, {}, &Bin::size);
    if (place != m_bins.end() && place->size == size)
        return *place;
    return *m_bins.insert(place, {size, {}});
}

void FreeBlocks::insert(std::int64_t size, std::int64_t address, BlockHandle block)
{
    std::vector<Entry>& blocks = binOf(size).blocks;
    const auto place = std::ranges::lower_bound(blocks, address, std::ranges::greater(), &Entry::address);
    blocks.insert(place, {address, block});
}

void FreeBlocks::erase(std::int64_t size, std::int64_t address)
{
    std::vector<Entry>& blocks = binOf(size).blocks;
    blocks.erase(std::ranges::lower_bound(blocks, address, std::ranges::greater(), &Entry::address));
}

FreeBlocks::Place FreeBlocks::firstOccupied(std::size_t bin) const
{
    while (bin < m_bins.size() && m_bins[bin].blocks.empty())
        ++bin;
    return {bin, 0};
}

FreeBlocks::Place FreeBlocks::firstFrom(std::int64_t size) const
{
    const auto bin = std::ranges::lower_bound(m_bins, size, {}, &Bin::size);
    return firstOccupied(static_cast<std::size_t>(bin - m_bins.begin()));
}

FreeBlocks::Place FreeBlocks::next(Place place) const
{
    if (place.fromEnd + 1 < m_bins[place.bin].blocks.size())
        return {place.bin, place.fromEnd + 1};
    return firstOccupied(place.bin + 1);
}

BlockHandle FreeBlocks::at(Place place) const
{
    const std::vector<Entry>& blocks = m_bins[place.bin].blocks;
    return blocks[blocks.size() - 1 - place.fromEnd].block;
}

std::vector<BlockHandle> FreeBlocks::all() const
{
    std::vector<BlockHandle> blocks;
    for (const Bin& bin : m_bins)
        for (auto entry = bin.blocks.rbegin(); entry != bin.blocks.rend(); ++entry)
            blocks.push_back(entry->block);
    return blocks;
}

void FreeBlocks::tidy()
{
    if (m_bins.size() > mostBins)
        std::erase_if(m_bins, [](const Bin& bin) { return bin.blocks.empty(); });
}

} // namespace plimsoll
