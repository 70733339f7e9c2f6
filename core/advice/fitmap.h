// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/estimate.h"

#include <optional>
#include <vector>

namespace plimsoll {

// How a scenario goes on a card, from best to worst.
enum class Fit { Fits, Tight, ReleasesCache, Oom };

Fit fitOf(const DeviceVerdict& verdict);

// Which batches and sequence lengths of a scenario fit a device. Filled cell by cell; a cell between two that go alike
// is not estimated: more tokens never need less, but for the order of the allocator's events, as solve() takes it too.
class FitMap
{
public:
    struct Cell
    {
        std::optional<Fit> fit;               // none as long as it is not known
        std::optional<DeviceVerdict> verdict; // of cells that were estimated
    };

    FitMap() = default;
    // Doublings around where the scenario stands, and where it stands. Sequences that the model refuses are left out.
    FitMap(const Scenario& scenario, const Device& device);

    // Estimates one more cell; false once all are known.
    bool advance();

    const std::vector<std::int64_t>& batches() const { return m_batches; }
    const std::vector<std::int64_t>& sequences() const { return m_sequences; }
    const Device& device() const { return m_device; }
    const Cell& cell(std::size_t batch, std::size_t sequence) const { return m_cells[index(batch, sequence)]; }
    Scenario scenarioAt(std::size_t batch, std::size_t sequence) const;
    std::size_t currentBatch() const { return m_currentBatch; }
    std::size_t currentSequence() const { return m_currentSequence; }
    // The largest batch that fits with that sequence, as far as the map goes; 0 where none does.
    std::int64_t largestBatch(std::size_t sequence) const;

private:
    std::size_t index(std::size_t batch, std::size_t sequence) const { return sequence * m_batches.size() + batch; }
    std::optional<std::size_t> nextInRow(std::size_t sequence) const;
    void estimateCell(std::size_t batch, std::size_t sequence);
    void deduce();

    Scenario m_scenario;
    Device m_device;
    std::vector<std::int64_t> m_batches;
    std::vector<std::int64_t> m_sequences;
    std::vector<Cell> m_cells; // by sequence, then batch
    std::size_t m_currentBatch = 0;
    std::size_t m_currentSequence = 0;
};

} // namespace plimsoll
