// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/unroll.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace plimsoll::step {

namespace {

constexpr std::int32_t none = -1;

// Which layer an allocation belongs to, as the steady layer sees it.
enum class Origin { Before, Steady, After, Outside };

class Unroller
{
public:
    explicit Unroller(const StepProgram& folded)
        : m_folded(folded),
          m_origins(folded.allocations.size(), Origin::Outside),
          m_counterparts(folded.allocations.size(), none),
          m_places(folded.allocations.size())
    {
    }

    std::optional<StepProgram> run()
    {
        findSteady();
        if (m_steady == none)
            return m_folded;
        findOrigins();
        if (!pairUp(Origin::Before, 1) || !pairUp(Origin::After, -1) || !allPaired())
            return std::nullopt;
        copyAllocations();
        copyEvents();
        return std::move(m_whole);
    }

private:
    void findSteady()
    {
        for (const Section& section : m_folded.sections)
            if (section.repeat > 1) {
                m_steady = section.layer;
                m_layers = section.repeat;
                return;
            }
    }

    template <typename Visit>
    void forEachEvent(const Visit& visit) const
    {
        for (std::size_t s = 0; s < m_folded.sections.size(); ++s)
            for (std::uint32_t e = m_folded.sections[s].firstEvent; e < m_folded.sectionEnd(s); ++e)
                visit(m_folded.sections[s], m_folded.events[e]);
    }

    Origin originIn(const Section& section) const
    {
        if (section.layer == none)
            return Origin::Outside;
        if (section.layer == m_steady)
            return Origin::Steady;
        return section.layer < m_steady ? Origin::Before : Origin::After;
    }

    void findOrigins()
    {
        forEachEvent([this](const Section& section, std::int32_t event) {
            if (event >= 0)
                m_origins[static_cast<std::size_t>(event)] = originIn(section);
        });
    }

    // What the steady layer takes over from its neighbour on one side and frees (activations from the layer before,
    // gradients from the one after) is for its first copy the neighbour's, for the others the copy's beside it: which
    // of the steady layer's own allocations that is, the neighbour on the other side shows, who frees as many in the
    // same order.
    bool pairUp(Origin neighbour, int side)
    {
        std::vector<std::int32_t> takenOver; // by the steady layer
        std::vector<std::int32_t> handedOn;  // by the steady layer to the neighbour on the other side
        forEachEvent([&](const Section& section, std::int32_t event) {
            if (event >= 0)
                return;
            const Origin made = m_origins[static_cast<std::size_t>(~event)];
            if (section.layer == m_steady && made == neighbour)
                takenOver.push_back(~event);
            if (section.layer == m_steady + side && made == Origin::Steady)
                handedOn.push_back(~event);
        });
        if (takenOver.size() != handedOn.size())
            return false;
        for (std::size_t i = 0; i < takenOver.size(); ++i) {
            if (bytesOf(takenOver[i]) != bytesOf(handedOn[i]))
                return false;
            m_counterparts[static_cast<std::size_t>(takenOver[i])] = handedOn[i];
        }
        return true;
    }

    // Every free within the steady layer, and of what it made, must stand for as many as there are layers.
    bool allPaired() const
    {
        bool paired = true;
        forEachEvent([&](const Section& section, std::int32_t event) {
            if (event >= 0)
                return;
            const bool ofSteady = m_origins[static_cast<std::size_t>(~event)] == Origin::Steady;
            const bool bySteady = section.layer == m_steady;
            if (bySteady && !ofSteady)
                paired &= m_counterparts[static_cast<std::size_t>(~event)] != none;
            if (ofSteady && !bySteady)
                paired &= section.layer == m_steady - 1 || section.layer == m_steady + 1;
        });
        return paired;
    }

    std::int64_t bytesOf(std::int32_t allocation) const
    {
        return m_folded.allocations[static_cast<std::size_t>(allocation)].bytes;
    }

    // Those of a layer beside each other, as they are used: a step touches all of them, layer by layer.
    void copyAllocations()
    {
        std::vector<Allocation> ofSteady;
        for (std::size_t a = 0; a < m_folded.allocations.size(); ++a) {
            std::vector<Allocation>& copied = m_origins[a] == Origin::Steady ? ofSteady : m_whole.allocations;
            m_places[a] = static_cast<std::int32_t>(copied.size());
            copied.push_back(m_folded.allocations[a]);
        }
        m_others = static_cast<std::int32_t>(m_whole.allocations.size());
        m_ofSteady = static_cast<std::int32_t>(ofSteady.size());
        m_whole.allocations.reserve(m_whole.allocations.size() + ofSteady.size() * static_cast<std::size_t>(m_layers));
        for (std::int64_t i = 0; i < m_layers; ++i)
            m_whole.allocations.insert(m_whole.allocations.end(), ofSteady.begin(), ofSteady.end());
        m_whole.parameters = m_folded.parameters;
        m_whole.trainable = m_folded.trainable;
        m_whole.loadsElsewhere = m_folded.loadsElsewhere;
    }

    void copyEvents()
    {
        m_whole.events.reserve(m_whole.allocations.size() * 2);
        for (std::size_t s = 0; s < m_folded.sections.size(); ++s) {
            const Section& section = m_folded.sections[s];
            if (s == m_folded.steadyFrom)
                m_whole.steadyFrom = m_whole.sections.size();
            const bool backwards = runsBackwards(s);
            const std::vector<Inner> inner = innerCopies(s);
            for (std::int64_t i = 0; i < section.repeat; ++i) {
                const std::int64_t copy = backwards ? section.repeat - 1 - i : i;
                if (copy > 0 && copy + 1 < section.repeat && !inner.empty())
                    copyInner(section, inner, copy);
                else
                    copySection(s, copy);
            }
        }
    }

    // The events of a steady section's copies but the first and the last, which have other neighbours: each differs
    // from the one before by as much.
    struct Inner
    {
        std::int32_t first; // of copy 0, if it were one of them
        std::int32_t step;
    };

    // None where there are too few, or where something happens within.
    std::vector<Inner> innerCopies(std::size_t s) const
    {
        const Section& section = m_folded.sections[s];
        const auto isWithin
            = [&](std::uint32_t event) { return event >= section.firstEvent && event <= m_folded.sectionEnd(s); };
        std::vector<Inner> inner;
        if (section.repeat < 5 || isWithin(m_folded.cacheEmptiedAt) || isWithin(m_folded.stepEnd)
            || (m_folded.secondStepAt != 0 && isWithin(m_folded.secondStepAt)))
            return inner;
        for (std::uint32_t e = section.firstEvent; e < m_folded.sectionEnd(s); ++e) {
            const std::int32_t first = copied(section, m_folded.events[e], 1);
            const std::int32_t step = copied(section, m_folded.events[e], 2) - first;
            inner.push_back({first - step, step});
        }
        return inner;
    }

    void copyInner(const Section& section, const std::vector<Inner>& inner, std::int64_t copy)
    {
        m_whole.sections.push_back({nextEvent(), section.phase, 1, section.layer});
        for (const Inner& event : inner)
            m_whole.events.push_back(event.first + static_cast<std::int32_t>(copy) * event.step);
    }

    // From the last layer to the first: all of backward, and lists that Python drops from their end.
    bool runsBackwards(std::size_t s) const
    {
        return m_folded.sections[s].phase == Phase::Backward
            || (s > 0 && m_folded.sections[s - 1].layer == m_folded.sections[s].layer + 1);
    }

    void copySection(std::size_t s, std::int64_t copy)
    {
        const Section& section = m_folded.sections[s];
        m_whole.sections.push_back({nextEvent(), section.phase, 1, section.layer});
        for (std::uint32_t e = section.firstEvent; e < m_folded.sectionEnd(s); ++e) {
            mark(e);
            m_whole.events.push_back(copied(section, m_folded.events[e], copy));
        }
        mark(m_folded.sectionEnd(s));
    }

    std::uint32_t nextEvent() const { return static_cast<std::uint32_t>(m_whole.events.size()); }

    void mark(std::uint32_t event)
    {
        if (event == m_folded.cacheEmptiedAt)
            m_whole.cacheEmptiedAt = nextEvent();
        if (m_folded.secondStepAt != 0 && event == m_folded.secondStepAt)
            m_whole.secondStepAt = nextEvent();
        if (event == m_folded.stepEnd)
            m_whole.stepEnd = nextEvent();
    }

    std::int32_t copied(const Section& section, std::int32_t event, std::int64_t copy) const
    {
        return event >= 0 ? made(event, copy) : ~freed(section, ~event, copy);
    }

    std::int32_t made(std::int32_t allocation, std::int64_t copy) const
    {
        const std::int32_t place = m_places[static_cast<std::size_t>(allocation)];
        if (m_origins[static_cast<std::size_t>(allocation)] != Origin::Steady)
            return place;
        return m_others + static_cast<std::int32_t>(copy) * m_ofSteady + place;
    }

    std::int32_t freed(const Section& section, std::int32_t allocation, std::int64_t copy) const
    {
        if (m_origins[static_cast<std::size_t>(allocation)] == Origin::Steady) {
            if (section.layer == m_steady)
                return made(allocation, copy);
            return made(allocation, originIn(section) == Origin::Before ? 0 : m_layers - 1);
        }
        const std::int32_t counterpart = m_counterparts[static_cast<std::size_t>(allocation)];
        if (section.layer != m_steady || counterpart == none)
            return made(allocation, 0);
        const std::int64_t beside
            = m_origins[static_cast<std::size_t>(allocation)] == Origin::Before ? copy - 1 : copy + 1;
        const bool neighbours = beside < 0 || beside == m_layers;
        return neighbours ? made(allocation, 0) : made(counterpart, beside);
    }

    const StepProgram& m_folded;
    StepProgram m_whole;
    std::vector<Origin> m_origins;
    std::vector<std::int32_t> m_counterparts; // of what the steady layer takes over: which of its own it hands on
    std::vector<std::int32_t> m_places;       // among all copies of the steady layer's, or among the others
    std::int32_t m_others = 0;                // how many
    std::int32_t m_ofSteady = 0;              // of one copy
    std::int32_t m_steady = none;
    std::int64_t m_layers = 1;
};

} // namespace

bool isFolded(const StepProgram& program)
{
    return std::ranges::any_of(program.sections, [](const Section& section) { return section.repeat > 1; });
}

std::optional<StepProgram> unroll(const StepProgram& folded)
{
    return Unroller(folded).run();
}

} // namespace plimsoll::step
