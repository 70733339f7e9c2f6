// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/livecourse.h"

#include "step/gputraits.h"
#include "step/trainingloop.h"

#include <algorithm>

namespace plimsoll {

namespace {

class Walk
{
public:
    Walk(const StepProgram& program, std::int64_t moments)
        : m_program(program),
          m_stride(std::max<std::int64_t>(1, eventsIn(program) / std::max<std::int64_t>(1, moments)))
    {
    }

    LiveCourse run()
    {
        std::size_t s = 0;
        for (const Loop& loop : m_program.loops) {
            for (; s < loop.first; ++s)
                passAll(s);
            for (std::int64_t i = 0; i < loop.times; ++i)
                for (s = loop.first; s < loop.end; ++s)
                    passAll(s);
        }
        for (; s < m_program.sections.size(); ++s)
            passAll(s);
        close();
        const auto highest = std::ranges::max_element(m_course.moments, {}, &LiveCourse::Moment::total);
        m_course.peak = static_cast<std::size_t>(highest - m_course.moments.begin());
        return std::move(m_course);
    }

private:
    static std::int64_t eventsIn(const StepProgram& program)
    {
        const auto eventsOf = [&program](std::size_t s) {
            return program.sections[s].repeat * (program.sectionEnd(s) - program.sections[s].firstEvent);
        };
        std::int64_t events = 0;
        for (std::size_t s = 0; s < program.sections.size(); ++s)
            if (program.sections[s].phase != Phase::Load)
                events += eventsOf(s);
        for (const Loop& loop : program.loops)
            for (std::size_t s = loop.first; s < loop.end; ++s)
                events += (loop.times - 1) * eventsOf(s);
        return events;
    }

    void passAll(std::size_t s)
    {
        for (std::int64_t i = 0; i < m_program.sections[s].repeat; ++i)
            pass(s);
    }

    void pass(std::size_t s)
    {
        const Phase phase = m_program.sections[s].phase;
        if (phase != m_stretch.phase)
            close();
        m_stretch.phase = phase;
        for (std::uint32_t e = m_program.sections[s].firstEvent; e < m_program.sectionEnd(s); ++e) {
            const std::int32_t event = m_program.events[e];
            const Allocation& allocation = m_program.allocations[static_cast<std::size_t>(event >= 0 ? event : ~event)];
            const Bytes bytes(event >= 0 ? allocation.bytes : -allocation.bytes);
            m_live += bytes;
            m_items[static_cast<std::size_t>(allocation.item)] += bytes;
            if (phase != Phase::Load)
                look(e);
        }
    }

    void look(std::uint32_t event)
    {
        if (m_length == 0 || m_live > m_stretch.total) {
            m_stretch.total = m_live;
            m_stretch.items = m_items;
            m_highestEvent = event;
        }
        if (++m_length == m_stride)
            close();
    }

    void close()
    {
        if (m_length == 0)
            return;
        m_stretch.operation = operationAt(m_program, {0, m_highestEvent, 0});
        m_course.moments.push_back(m_stretch);
        m_length = 0;
    }

    const StepProgram& m_program;
    std::int64_t m_stride; // events to a moment
    LiveCourse m_course;
    LiveCourse::Moment m_stretch;
    std::int64_t m_length = 0;
    std::uint32_t m_highestEvent = 0;
    Bytes m_live;
    ItemBytes m_items{};
};

} // namespace

LiveCourse liveCourse(const Scenario& scenario, std::string_view computeCapability, std::int64_t moments)
{
    return Walk(step::record(scenario, step::traitsOf(computeCapability), step::Recording::SteadyStep), moments).run();
}

} // namespace plimsoll
