// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/fitmap.h"

#include "scenario/scenariofile.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr int doublings = 6; // to either side
constexpr std::int64_t largestValue = 16'777'216;

std::vector<std::int64_t> around(std::int64_t current)
{
    std::vector<std::int64_t> values{current};
    for (std::int64_t power = 1; power <= std::min(current << doublings, largestValue); power *= 2)
        if (power != current && power >= current >> doublings)
            values.push_back(power);
    std::ranges::sort(values);
    return values;
}

std::size_t placeOf(const std::vector<std::int64_t>& values, std::int64_t value)
{
    return static_cast<std::size_t>(std::ranges::find(values, value) - values.begin());
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
      m_batches(around(scenario.training.microBatch)),
      m_sequences(around(scenario.training.sequenceLength))
{
    std::erase_if(m_sequences, [&](std::int64_t length) {
        return !withValue(scenario, "training.sequence_length=" + std::to_string(length));
    });
    m_currentBatch = placeOf(m_batches, scenario.training.microBatch);
    m_currentSequence = placeOf(m_sequences, scenario.training.sequenceLength);
    m_cells.resize(m_batches.size() * m_sequences.size());
}

Scenario FitMap::scenarioAt(std::size_t batch, std::size_t sequence) const
{
    Scenario scenario = m_scenario;
    scenario.training.microBatch = m_batches[batch];
    scenario.training.sequenceLength = m_sequences[sequence];
    return scenario;
}

// The middle of the row's cells that are not known.
std::optional<std::size_t> FitMap::nextInRow(std::size_t sequence) const
{
    std::vector<std::size_t> open;
    for (std::size_t batch = 0; batch < m_batches.size(); ++batch)
        if (!cell(batch, sequence).fit)
            open.push_back(batch);
    return open.empty() ? std::nullopt : std::optional(open[open.size() / 2]);
}

bool FitMap::advance()
{
    for (std::size_t sequence = 0; sequence < m_sequences.size(); ++sequence)
        if (const std::optional<std::size_t> batch = nextInRow(sequence)) {
            estimateCell(*batch, sequence);
            deduce();
            return std::ranges::any_of(m_cells, [](const Cell& cell) { return !cell.fit; });
        }
    return false;
}

// What cannot even be counted is too much for any card.
void FitMap::estimateCell(std::size_t batch, std::size_t sequence)
{
    Cell& cell = m_cells[index(batch, sequence)];
    const Result<Estimate> estimated = estimate(scenarioAt(batch, sequence), {&m_device, 1});
    cell.fit = Fit::Oom;
    if (!estimated)
        return;
    cell.verdict = estimated->devices.front();
    cell.fit = fitOf(*cell.verdict);
}

// A cell goes no better than those with less, and no worse than those with more.
void FitMap::deduce()
{
    for (std::size_t sequence = 0; sequence < m_sequences.size(); ++sequence)
        for (std::size_t batch = 0; batch < m_batches.size(); ++batch) {
            Cell& open = m_cells[index(batch, sequence)];
            if (open.fit)
                continue;
            Fit best = Fit::Fits;
            Fit worst = Fit::Oom;
            for (std::size_t s = 0; s < m_sequences.size(); ++s)
                for (std::size_t b = 0; b < m_batches.size(); ++b) {
                    const Cell& known = cell(b, s);
                    if (!known.verdict)
                        continue;
                    if (s <= sequence && b <= batch)
                        best = std::max(best, *known.fit);
                    if (s >= sequence && b >= batch)
                        worst = std::min(worst, *known.fit);
                }
            if (best >= worst)
                open.fit = best;
        }
}

std::int64_t FitMap::largestBatch(std::size_t sequence) const
{
    std::int64_t largest = 0;
    for (std::size_t batch = 0; batch < m_batches.size(); ++batch) {
        const std::optional<Fit>& fit = cell(batch, sequence).fit;
        if (fit && *fit != Fit::Oom)
            largest = m_batches[batch];
    }
    return largest;
}

} // namespace plimsoll
