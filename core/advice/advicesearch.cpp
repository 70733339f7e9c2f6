// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/advicesearch.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr std::size_t leversPaired = 4;
constexpr std::size_t mostPairs = 5;

std::vector<Change> reversed(std::vector<Change> changes)
{
    std::ranges::reverse(changes);
    return changes;
}

} // namespace

AdviceSearch::AdviceSearch(Estimate estimate, std::vector<Device> devices)
    : m_estimate(std::move(estimate)),
      m_devices(std::move(devices)),
      m_open(reversed(singleChanges(m_estimate.scenario)))
{
}

bool AdviceSearch::advance()
{
    if (!m_open.empty())
        tryNext();
    if (m_open.empty() && !m_triesPairs) {
        m_triesPairs = true;
        openPairs();
    }
    if (m_open.empty())
        keepBestPairs();
    return !m_open.empty();
}

void AdviceSearch::tryNext()
{
    Change change = std::move(m_open.back());
    m_open.pop_back();
    ++m_tried;
    Result<Estimate> changed = estimate(change.scenario, m_devices);
    if (!changed || changed->total >= m_estimate.total)
        return;
    std::vector<Advice>& found = m_triesPairs ? m_pairs : m_singles;
    found.push_back({std::move(change), m_estimate.total, changed->total, std::move(changed->devices)});
    rank(found);
}

// Of each of the levers that save most, the stop that does.
void AdviceSearch::openPairs()
{
    std::vector<const Advice*> best;
    for (const Advice& each : m_singles) {
        const auto isSameLever = [&](const Advice* other) { return other->change.levers == each.change.levers; };
        if (best.size() < leversPaired && std::ranges::none_of(best, isSameLever))
            best.push_back(&each);
    }
    for (const Advice* first : best)
        for (Change& pair : pairsWith(first->change)) {
            const auto isSame = [&](const Change& other) { return other.scenario == pair.scenario; };
            if (std::ranges::none_of(m_open, isSame))
                m_open.push_back(std::move(pair));
        }
}

// What one of the two saves as well is no advice.
void AdviceSearch::keepBestPairs()
{
    std::erase_if(m_pairs, [&](const Advice& pair) {
        return std::ranges::any_of(m_singles, [&](const Advice& single) {
            return std::ranges::find(pair.change.levers, single.change.levers.front()) != pair.change.levers.end()
                && single.after <= pair.after;
        });
    });
    m_pairs.resize(std::min(m_pairs.size(), mostPairs));
}

} // namespace plimsoll
