// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/freeblocks.h"

#include <algorithm>
#include <functional>

namespace plimsoll {

// Without a branch that depends on what is found: it could not be foretold.
std::int64_t FreeBlocks::search(std::int64_t size) const
{
    const std::int64_t* first = m_sizes.data();
    for (std::size_t count = m_sizes.size(); count > 0;) {
        const std::size_t half = (count + 1) / 2;
        first += first[half - 1] < size ? half : 0;
        count -= half;
    }
    return first - m_sizes.data();
}

void FreeBlocks::addBin(std::size_t place, std::int64_t size)
{
    m_sizes.insert(m_sizes.begin() + static_cast<std::ptrdiff_t>(place), size);
    m_bins.emplace(m_bins.begin() + static_cast<std::ptrdiff_t>(place));
    for (std::size_t i = 0; i < m_found.sizes.size(); ++i) // bins of larger sizes stand one further
        m_found.bins[i] += m_found.sizes[i] > size ? 1 : 0;
    markAll();
}

void FreeBlocks::markAll()
{
    m_occupied.assign((m_bins.size() + wordBits - 1) / wordBits, 0);
    for (std::size_t bin = 0; bin < m_bins.size(); ++bin)
        mark(bin, !m_bins[bin].empty());
}

void FreeBlocks::insertWithin(Bin& bin, Entry entry)
{
    bin.insert(std::ranges::lower_bound(bin, entry.address, std::ranges::greater(), &Entry::address), entry);
}

void FreeBlocks::eraseWithin(Bin& bin, std::int64_t address)
{
    bin.erase(std::ranges::lower_bound(bin, address, std::ranges::greater(), &Entry::address));
}

FreeBlocks::Place FreeBlocks::next(Place place) const
{
    if (place.fromEnd + 1 < m_bins[place.bin].size())
        return {place.bin, place.fromEnd + 1};
    return firstOccupied(place.bin + 1);
}

std::vector<BlockHandle> FreeBlocks::all() const
{
    std::vector<BlockHandle> blocks;
    for (const Bin& bin : m_bins)
        for (auto entry = bin.rbegin(); entry != bin.rend(); ++entry)
            blocks.push_back(entry->block);
    return blocks;
}

void FreeBlocks::dropEmptyBins()
{
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
    m_found = {};
    markAll();
}

} // namespace plimsoll
