// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/fitmap.h"

#include "advice/mapaxis.h"
#include "advice/parallel.h"
#include "memory/cardcheck.h"
#include "scenario/scenariofile.h"

#include <algorithm>

namespace plimsoll {

namespace {

// At once, whatever the number of processors: the same cells are looked at everywhere.
constexpr std::size_t needsAtOnce = 4;
constexpr std::size_t simulationsAtOnce = 2;

enum Need : MonotoneGrid::Grade { BelowTight, BelowUsable, TooMuch };

std::size_t placeOf(const std::vector<std::int64_t>& values, std::int64_t value)
{
    return static_cast<std::size_t>(std::ranges::lower_bound(values, value) - values.begin());
}

// Every 32nd, the 16th between them and so on: what is found early bounds those between.
std::vector<std::size_t> coarseToFine(std::size_t count)
{
    std::vector<std::size_t> order;
    for (std::size_t stride = 64; stride > 0; stride /= 2)
        for (std::size_t i = stride - 1; i < count; i += stride)
            if (std::ranges::find(order, i) == order.end())
                order.push_back(i);
    return order;
}

} // namespace

Fit fitOf(const DeviceVerdict& verdict)
{
    if (verdict.verdict == Verdict::Oom)
        return Fit::Oom;
    if (verdict.releasesCache)
        return Fit::ReleasesCache;
    return verdict.verdict == Verdict::Tight ? Fit::Tight : Fit::Fits;
}

FitMap::FitMap(const Scenario& scenario, const Device& device)
    : m_scenario(scenario),
      m_device(device),
      m_batches(valuesAround(scenario.training.microBatch, side, [](std::int64_t) { return true; })),
      m_sequences(valuesAround(scenario.training.sequenceLength, side,
                               [&](std::int64_t length) {
                                   return length <= scenario.training.sequenceLength
                                       || withValue(scenario, "training.sequence_length=" + std::to_string(length));
                               })),
      m_rows(coarseToFine(m_sequences.size())),
      m_needs(m_batches.size(), m_sequences.size(), TooMuch),
      m_fits(m_batches.size(), m_sequences.size(), static_cast<MonotoneGrid::Grade>(Fit::Oom)),
      m_surprises(m_sequences.size(), 0),
      m_currentBatch(placeOf(m_batches, scenario.training.microBatch)),
      m_currentSequence(placeOf(m_sequences, scenario.training.sequenceLength))
{
}

std::optional<Fit> FitMap::fit(std::size_t batch, std::size_t sequence) const
{
    const std::optional<MonotoneGrid::Grade> grade = m_fits.grade(batch, sequence);
    return grade ? std::optional(static_cast<Fit>(*grade)) : std::nullopt;
}

Scenario FitMap::scenarioAt(std::size_t batch, std::size_t sequence) const
{
    Scenario scenario = m_scenario;
    scenario.training.microBatch = m_batches[batch];
    scenario.training.sequenceLength = m_sequences[sequence];
    return scenario;
}

bool FitMap::advance()
{
    if (!m_needsAreKnown) {
        const std::vector<Place> places = openByNeed();
        compareNeeds(places);
        m_needsAreKnown = places.empty();
        return !m_rows.empty();
    }
    if (const std::vector<Place> places = openByFit(); !places.empty()) {
        learn(places);
        return true;
    }
    confirm(unconfirmed());
    return !unconfirmed().empty();
}

bool FitMap::isWhole() const
{
    return m_needsAreKnown && openByFit().empty();
}

// The middle of what is not known, in one row after the other.
std::vector<FitMap::Place> FitMap::openByNeed() const
{
    std::vector<Place> places;
    for (const std::size_t row : m_rows) {
        const std::vector<std::size_t> open = m_needs.open(row);
        if (!open.empty())
            places.push_back({open[open.size() / 2], row});
        if (places.size() == needsAtOnce)
            break;
    }
    return places;
}

// The largest that might fit, since it most often does. Where it did not, what is needed at least is further from what
// is reserved than usual: in growing steps away from it.
std::vector<FitMap::Place> FitMap::openByFit() const
{
    std::vector<Place> places;
    for (const std::size_t row : m_rows) {
        const std::vector<std::size_t> open = m_fits.open(row);
        if (open.empty())
            continue;
        const std::size_t step = (std::size_t{1} << std::min(m_surprises[row], 6)) - 1;
        places.push_back({open[open.size() - 1 - std::min(step, open.size() / 2)], row});
        if (places.size() == simulationsAtOnce)
            break;
    }
    return places;
}

void FitMap::compareNeeds(const std::vector<Place>& places)
{
    const std::vector<Need> needs = inParallel<Need>(places.size(), [&](std::size_t i) {
        const std::optional<Bytes> least = leastOn(scenarioAt(places[i].batch, places[i].sequence), m_device);
        if (!least || *least > m_device.usable)
            return TooMuch;
        const double share = least->toDouble() / m_device.usable.toDouble();
        return share > m_scenario.memory.tightAbove ? BelowUsable : BelowTight;
    });
    for (std::size_t i = 0; i < places.size(); ++i)
        m_needs.learn(places[i].batch, places[i].sequence, needs[i]);
    if (!places.empty())
        return;
    for (std::size_t s = 0; s < m_sequences.size(); ++s)
        for (std::size_t b = 0; b < m_batches.size(); ++b) {
            const MonotoneGrid::Grade need = m_needs.grade(b, s).value_or(BelowTight);
            if (need != BelowTight)
                m_fits.raise(b, s, static_cast<MonotoneGrid::Grade>(need == TooMuch ? Fit::Oom : Fit::Tight));
        }
}

bool FitMap::isAtBorder(const Place& place) const
{
    const auto differs = [&](std::size_t batch, std::size_t sequence) {
        return batch < m_batches.size() && sequence < m_sequences.size()
            && m_fits.grade(batch, sequence) != m_fits.grade(place.batch, place.sequence);
    };
    // Below the first, the number wraps to what is no place.
    return differs(place.batch + 1, place.sequence) || differs(place.batch - 1, place.sequence)
        || differs(place.batch, place.sequence + 1) || differs(place.batch, place.sequence - 1);
}

// What is too much at least is so for certain.
std::vector<FitMap::Place> FitMap::unconfirmed() const
{
    std::vector<Place> places;
    for (std::size_t s = 0; s < m_sequences.size(); ++s)
        for (std::size_t b = 0; b < m_batches.size(); ++b) {
            const bool isCertain = m_fits.wasLearnt(b, s) || m_needs.grade(b, s) == MonotoneGrid::Grade{TooMuch};
            if (isCertain || !isAtBorder({b, s}))
                continue;
            places.push_back({b, s});
            if (places.size() == simulationsAtOnce)
                return places;
        }
    return places;
}

// What cannot even be counted is too much for any card.
std::vector<Fit> FitMap::simulated(const std::vector<Place>& places)
{
    m_simulations += places.size();
    return inParallel<Fit>(places.size(), [&](std::size_t i) {
        const std::optional<CardCheck> check = checkOn(scenarioAt(places[i].batch, places[i].sequence), m_device);
        if (!check || check->verdict == Verdict::Oom)
            return Fit::Oom;
        if (check->releasesCache)
            return Fit::ReleasesCache;
        return check->verdict == Verdict::Tight ? Fit::Tight : Fit::Fits;
    });
}

void FitMap::learn(const std::vector<Place>& places)
{
    const std::vector<Fit> fits = simulated(places);
    for (std::size_t i = 0; i < places.size(); ++i) {
        m_fits.learn(places[i].batch, places[i].sequence, static_cast<MonotoneGrid::Grade>(fits[i]));
        if (fits[i] == Fit::Oom)
            ++m_surprises[places[i].sequence];
    }
}

void FitMap::confirm(const std::vector<Place>& places)
{
    const std::vector<Fit> fits = simulated(places);
    for (std::size_t i = 0; i < places.size(); ++i)
        m_fits.set(places[i].batch, places[i].sequence, static_cast<MonotoneGrid::Grade>(fits[i]));
}

std::int64_t FitMap::largestBatch(std::size_t sequence) const
{
    std::int64_t largest = 0;
    for (std::size_t batch = 0; batch < m_batches.size(); ++batch) {
        const std::optional<Fit> known = fit(batch, sequence);
        if (known && *known != Fit::Oom)
            largest = m_batches[batch];
    }
    return largest;
}

} // namespace plimsoll
