// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/lastlayer.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace plimsoll::step {

namespace {

constexpr std::int32_t outside = -1; // of the layers

class LastLayer
{
public:
    explicit LastLayer(const StepProgram& program)
        : m_from(program),
          m_steady(steadyLayerOf(program)),
          m_makers(program.allocations.size(), outside),
          m_places(program.allocations.size()),
          m_lastPlaces(program.allocations.size()),
          m_counterparts(program.allocations.size())
    {
    }

    std::optional<StepProgram> run()
    {
        if (!findHandedOver() || !pairUp(m_fromBefore, m_toOutside) || !pairUp(m_fromOutside, m_toBefore))
            return std::nullopt;
        m_to.allocations.reserve(m_from.allocations.size() * 2);
        m_to.events.reserve(m_from.events.size() * 2);
        m_to.sections.reserve(m_from.sections.size() * 2);
        for (std::size_t s = 0; s < m_from.sections.size(); ++s)
            copySection(s);
        copyTheRest();
        return std::move(m_to);
    }

private:
    static std::int32_t steadyLayerOf(const StepProgram& program)
    {
        const auto steady = std::ranges::find_if(program.sections, [](const Section& s) { return s.repeat > 1; });
        return steady == program.sections.end() ? outside : steady->layer;
    }

    static std::size_t index(std::int32_t allocation) { return static_cast<std::size_t>(allocation); }

    // Which allocations one side of a border makes and the other frees.
    bool findHandedOver()
    {
        bool understood = true;
        const std::int32_t steady = m_steady;
        std::int32_t* const makers = m_makers.data();
        for (std::size_t s = 0; s < m_from.sections.size(); ++s) {
            const std::int32_t layer = m_from.sections[s].layer;
            const std::int32_t* const end = m_from.events.data() + m_from.sectionEnd(s);
            for (const std::int32_t* at = m_from.events.data() + m_from.sections[s].firstEvent; at < end; ++at) {
                const std::int32_t event = *at;
                if (event >= 0) {
                    makers[event] = layer;
                    continue;
                }
                const std::int32_t maker = makers[~event];
                if (maker == layer || (maker != steady && layer != steady))
                    continue;
                const std::int32_t other = maker == steady ? layer : maker;
                if (other == outside)
                    (maker == steady ? m_toOutside : m_fromOutside).push_back(~event);
                else if (other == steady - 1)
                    (maker == steady ? m_toBefore : m_fromBefore).push_back(~event);
                else
                    understood = false;
            }
        }
        return understood;
    }

    // What is taken over at one border is, between two layers, what is handed on at the other.
    bool pairUp(const std::vector<std::int32_t>& takenOver, const std::vector<std::int32_t>& handedOn)
    {
        const auto bytes = [this](std::int32_t allocation) { return m_from.allocations[index(allocation)].bytes; };
        if (!std::ranges::equal(takenOver, handedOn, {}, bytes, bytes))
            return false;
        for (std::size_t i = 0; i < takenOver.size(); ++i)
            m_counterparts[index(takenOver[i])] = handedOn[i];
        return true;
    }

    void copySection(std::size_t s)
    {
        m_newSections.push_back(m_to.sections.size());
        const Section& section = m_from.sections[s];
        if (section.layer != m_steady || m_steady == outside) {
            begin(section.layer, section, section.repeat);
            copyEvents(s, m_places, [this, layer = section.layer](std::int32_t a) {
                return m_makers[index(a)] == m_steady && layer == outside ? m_lastPlaces[index(a)] : m_places[index(a)];
            });
            return;
        }
        if (runsBackwards(s))
            copyAsLast(s);
        copyAsSteady(s);
        if (!runsBackwards(s))
            copyAsLast(s);
    }

    void copyAsSteady(std::size_t s)
    {
        begin(m_steady, m_from.sections[s], m_from.sections[s].repeat - 1);
        copyEvents(s, m_places, [this](std::int32_t a) {
            return m_makers[index(a)] == outside ? m_lastPlaces[index(m_counterparts[index(a)])] : m_places[index(a)];
        });
    }

    void copyAsLast(std::size_t s)
    {
        begin(m_steady + 1, m_from.sections[s], 1);
        copyEvents(s, m_lastPlaces, [this](std::int32_t a) {
            const std::int32_t maker = m_makers[index(a)];
            if (maker == m_steady)
                return m_lastPlaces[index(a)];
            return m_places[index(maker == outside ? a : m_counterparts[index(a)])];
        });
    }

    // From the last layer to the first: all of backward, and lists that Python drops from their end.
    bool runsBackwards(std::size_t s) const
    {
        return m_from.sections[s].phase == Phase::Backward || (isBeside(s + 1) && !isBeside(s - 1));
    }

    // The layer before has this section. The first one is outside of all layers.
    bool isBeside(std::size_t s) const
    {
        return s < m_from.sections.size() && m_from.sections[s].layer == m_steady - 1;
    }

    void begin(std::int32_t layer, const Section& like, std::int64_t repeat)
    {
        m_to.sections.push_back({static_cast<std::uint32_t>(m_to.events.size()), like.phase, repeat, layer});
    }

    template <typename Freed>
    void copyEvents(std::size_t s, std::vector<std::int32_t>& places, const Freed& freed)
    {
        const std::uint32_t first = m_from.sections[s].firstEvent;
        const std::uint32_t count = m_from.sectionEnd(s) - first;
        m_to.events.resize(m_to.events.size() + count);
        const std::int32_t* from = m_from.events.data() + first;
        std::int32_t* to = m_to.events.data() + m_to.events.size() - count;
        for (const std::int32_t* const end = from + count; from < end; ++from, ++to) {
            const std::int32_t event = *from;
            if (event < 0) {
                *to = ~freed(~event);
                continue;
            }
            *to = static_cast<std::int32_t>(m_to.allocations.size());
            places[index(event)] = *to;
            m_to.allocations.push_back(m_from.allocations[index(event)]);
        }
    }

    void copyTheRest()
    {
        m_newSections.push_back(m_to.sections.size());
        for (const Loop& loop : m_from.loops)
            m_to.loops.push_back({m_newSections[loop.first], m_newSections[loop.end], loop.times});
        m_to.steadyFrom = m_newSections[m_from.steadyFrom];
        m_to.cacheEmptiedAt = moved(m_from.cacheEmptiedAt);
        m_to.secondStepAt = moved(m_from.secondStepAt);
        m_to.stepEnd = moved(m_from.stepEnd);
        m_to.loadsElsewhere = m_from.loadsElsewhere;
        m_to.parameters = m_from.parameters;
        m_to.trainable = m_from.trainable;
        m_to.hostBytes = m_from.hostBytes;
        m_to.hostPinnedBytes = m_from.hostPinnedBytes;
    }

    // An event outside of the steady layer, or the end.
    std::uint32_t moved(std::uint32_t event) const
    {
        if (event == m_from.events.size())
            return static_cast<std::uint32_t>(m_to.events.size());
        const auto after = std::ranges::upper_bound(m_from.sections, event, {}, &Section::firstEvent);
        const auto section = static_cast<std::size_t>(after - m_from.sections.begin()) - 1;
        return m_to.sections[m_newSections[section]].firstEvent + event - m_from.sections[section].firstEvent;
    }

    const StepProgram& m_from;
    StepProgram m_to;
    std::int32_t m_steady;
    std::vector<std::int32_t> m_makers;       // the layer that makes an allocation
    std::vector<std::int32_t> m_places;       // of an allocation in the new recording
    std::vector<std::int32_t> m_lastPlaces;   // of the last layer's
    std::vector<std::int32_t> m_counterparts; // of what the steady layer takes over: which of its own it hands on
    std::vector<std::int32_t> m_fromBefore;
    std::vector<std::int32_t> m_toBefore;
    std::vector<std::int32_t> m_fromOutside;
    std::vector<std::int32_t> m_toOutside;
    std::vector<std::size_t> m_newSections;
};

} // namespace

std::optional<StepProgram> withLastLayer(const StepProgram& program)
{
    return LastLayer(program).run();
}

} // namespace plimsoll::step
