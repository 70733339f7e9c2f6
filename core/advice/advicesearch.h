// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "advice/savings.h"

#include <vector>

namespace plimsoll {

// Looks for changes that make a scenario smaller, an estimate at a time: every single one, and then pairs of the stops
// that save most of the best levers with every other change.
class AdviceSearch
{
public:
    AdviceSearch() = default;
    AdviceSearch(Estimate estimate, std::vector<Device> devices);

    // Tries the next change; false once all have been tried.
    bool advance();

    std::size_t tried() const { return m_tried; }
    std::size_t count() const { return m_tried + m_open.size(); } // grows when the single ones have been tried

    // What saves, most first, as far as it has been tried.
    const std::vector<Advice>& singles() const { return m_singles; }
    // Pairs that save more than either of their changes alone, most first.
    const std::vector<Advice>& pairs() const { return m_pairs; }

private:
    void tryNext();
    void openPairs();
    void keepBestPairs();

    Estimate m_estimate;
    std::vector<Device> m_devices;
    std::vector<Change> m_open; // last first
    std::vector<Advice> m_singles;
    std::vector<Advice> m_pairs;
    std::size_t m_tried = 0;
    bool m_triesPairs = false;
};

} // namespace plimsoll
