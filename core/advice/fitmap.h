// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "advice/monotonegrid.h"
#include "memory/estimate.h"

#include <optional>
#include <vector>

namespace plimsoll {

// How a scenario goes on a card, from best to worst.
enum class Fit { Fits, Tight, ReleasesCache, Oom };

Fit fitOf(const DeviceVerdict& verdict);

// Which batches and sequence lengths of a scenario fit a device. Filled piece by piece: what is needed at least, which
// is found fast, decides most cells; the caching allocator is simulated along the borders. A cell between two that go
// alike is not looked at: more tokens never need less, but for the order of the allocator's events. That shows at
// borders, if at all: in the end, all cells beside one are simulated.
class FitMap
{
public:
    static constexpr std::size_t side = 64; // at most so many batches and sequence lengths

    FitMap() = default;
    // Values around where the scenario stands. Sequences that the model refuses are left out.
    FitMap(const Scenario& scenario, const Device& device);

    // Works on for about as long as one estimate; false once all cells are known and those at borders confirmed.
    bool advance();
    // Whether all cells are known.
    bool isWhole() const;

    const std::vector<std::int64_t>& batches() const { return m_batches; }
    const std::vector<std::int64_t>& sequences() const { return m_sequences; }
    const Device& device() const { return m_device; }
    // None as long as it is not known.
    std::optional<Fit> fit(std::size_t batch, std::size_t sequence) const;
    // Whether the allocator was simulated there.
    bool isSimulated(std::size_t batch, std::size_t sequence) const { return m_fits.wasLearnt(batch, sequence); }
    std::size_t simulations() const { return m_simulations; }
    Scenario scenarioAt(std::size_t batch, std::size_t sequence) const;
    std::size_t currentBatch() const { return m_currentBatch; }
    std::size_t currentSequence() const { return m_currentSequence; }
    // The largest batch that fits with that sequence, as far as the map goes; 0 where none does.
    std::int64_t largestBatch(std::size_t sequence) const;

private:
    struct Place
    {
        std::size_t batch;
        std::size_t sequence;
    };

    std::vector<Place> openByNeed() const;
    std::vector<Place> openByFit() const;
    void compareNeeds(const std::vector<Place>& places);
    std::vector<Place> unconfirmed() const;
    bool isAtBorder(const Place& place) const;
    std::vector<Fit> simulated(const std::vector<Place>& places);
    void learn(const std::vector<Place>& places);
    void confirm(const std::vector<Place>& places);

    Scenario m_scenario;
    Device m_device;
    std::vector<std::int64_t> m_batches;
    std::vector<std::int64_t> m_sequences;
    std::vector<std::size_t> m_rows; // of sequences, in the order in which they are looked at
    MonotoneGrid m_needs;            // what is needed at least: below the tight share, below the whole, above
    MonotoneGrid m_fits;
    std::vector<int> m_surprises; // by sequence: how often what might fit did not
    std::size_t m_currentBatch = 0;
    std::size_t m_currentSequence = 0;
    std::size_t m_simulations = 0;
    bool m_needsAreKnown = false;
};

} // namespace plimsoll
