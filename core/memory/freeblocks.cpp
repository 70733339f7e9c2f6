// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/freeblocks.h"

#include <algorithm>
#include <functional>

namespace plimsoll {

namespace {

constexpr std::size_t mostBins = 64;

} // namespace

// Without a branch that depends on what is found: it could not be foretold.
std::size_t FreeBlocks::lowerBin(std::int64_t size) const
{
    const std::int64_t* first = m_sizes.data();
    for (std::size_t count = m_sizes.size(); count > 0;) {
        const std::size_t half = (count + 1) / 2;
        first += first[half - 1] < size ? half : 0;
        count -= half;
    }
    return static_cast<std::size_t>(first - m_sizes.data());
}

FreeBlocks::Bin& FreeBlocks::binOf(std::int64_t size)
{
    const std::size_t bin = lowerBin(size);
    if (bin == m_sizes.size() || m_sizes[bin] != size) {
        m_sizes.insert(m_sizes.begin() + static_cast<std::ptrdiff_t>(bin), size);
        m_bins.emplace(m_bins.begin() + static_cast<std::ptrdiff_t>(bin));
    }
    return m_bins[bin];
}

void FreeBlocks::insert(std::int64_t size, std::int64_t address, BlockHandle block)
{
    Bin& bin = binOf(size);
    const auto place = std::ranges::lower_bound(bin, address, std::ranges::greater(), &Entry::address);
    bin.insert(place, {address, block});
}

void FreeBlocks::erase(std::int64_t size, std::int64_t address)
{
    Bin& bin = binOf(size);
    bin.erase(std::ranges::lower_bound(bin, address, std::ranges::greater(), &Entry::address));
}

FreeBlocks::Place FreeBlocks::firstOccupied(std::size_t bin) const
{
    while (bin < m_bins.size() && m_bins[bin].empty())
        ++bin;
    return {bin, 0};
}

FreeBlocks::Place FreeBlocks::firstFrom(std::int64_t size) const
{
    return firstOccupied(lowerBin(size));
}

FreeBlocks::Place FreeBlocks::next(Place place) const
{
    if (place.fromEnd + 1 < m_bins[place.bin].size())
        return {place.bin, place.fromEnd + 1};
    return firstOccupied(place.bin + 1);
}

BlockHandle FreeBlocks::at(Place place) const
{
    const Bin& bin = m_bins[place.bin];
    return bin[bin.size() - 1 - place.fromEnd].block;
}

std::vector<BlockHandle> FreeBlocks::all() const
{
    std::vector<BlockHandle> blocks;
    for (const Bin& bin : m_bins)
        for (auto entry = bin.rbegin(); entry != bin.rend(); ++entry)
            blocks.push_back(entry->block);
    return blocks;
}

void FreeBlocks::tidy()
{
    if (m_bins.size() <= mostBins)
        return;
    std::size_t kept = 0;
    for (std::size_t bin = 0; bin < m_bins.size(); ++bin) {
        if (m_bins[bin].empty())
            continue;
        m_sizes[kept] = m_sizes[bin];
        if (kept != bin)
            m_bins[kept] = std::move(m_bins[bin]);
        ++kept;
    }
    m_sizes.resize(kept);
    m_bins.resize(kept);
}

} // namespace plimsoll
