// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/reservedcourse.h"

#include "memory/cachingallocator.h"
#include "memory/cardcheck.h"
#include "step/gputraits.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

using PhaseBytes = std::array<std::vector<std::int64_t>, 5>; // reserved after each event, by Phase

class Run
{
public:
    Run(const StepProgram& program, const AllocatorSettings& settings)
        : m_program(program),
          m_allocator(settings),
          m_handles(program.allocations.size())
    {
    }

    // Loading, the steps before the steady one, and that as often as makes three.
    PhaseBytes thirdStep()
    {
        for (std::size_t s = 0; s < m_program.steadyFrom; ++s)
            pass(s, nullptr);
        if (m_program.secondStepAt == 0)
            passSteadyStep(nullptr);
        PhaseBytes reserved;
        passSteadyStep(&reserved);
        return reserved;
    }

private:
    void passSteadyStep(PhaseBytes* reserved)
    {
        m_isLoading = false;
        for (std::size_t s = m_program.steadyFrom; s < m_program.sections.size(); ++s)
            pass(s, reserved);
    }

    void pass(std::size_t section, PhaseBytes* reserved)
    {
        const auto phase = static_cast<std::size_t>(m_program.sections[section].phase);
        for (std::uint32_t e = m_program.sections[section].firstEvent; e < m_program.sectionEnd(section); ++e) {
            if (m_isLoading && e == m_program.cacheEmptiedAt)
                m_allocator.releaseCached();
            const std::int32_t event = m_program.events[e];
            if (event < 0)
                m_allocator.give(m_handles[static_cast<std::size_t>(~event)]);
            else
                take(static_cast<std::size_t>(event));
            if (reserved)
                (*reserved)[phase].push_back(m_allocator.reserved());
        }
    }

    void take(std::size_t index)
    {
        const Allocation& allocation = m_program.allocations[index];
        m_handles[index] = m_allocator.take(allocation.bytes, allocation.stream).value();
    }

    const StepProgram& m_program;
    CachingAllocator m_allocator;
    std::vector<CachingAllocator::Handle> m_handles;
    bool m_isLoading = true;
};

// The most within the n-th of so many equal parts.
std::int64_t mostWithin(const std::vector<std::int64_t>& values, std::size_t part, std::size_t parts)
{
    const std::size_t from = std::min(values.size() - 1, values.size() * part / parts);
    const std::size_t to = std::max(from + 1, values.size() * (part + 1) / parts);
    return *std::max_element(values.begin() + static_cast<std::ptrdiff_t>(from),
                             values.begin() + static_cast<std::ptrdiff_t>(to));
}

} // namespace

std::vector<Bytes> reservedAlong(const LiveCourse& course, const Scenario& scenario, std::string_view computeCapability)
{
    if (scenario.model.layers > mostLayersSimulated)
        return {};
    const StepProgram program = firstSteps(scenario, step::traitsOf(computeCapability));
    const PhaseBytes reserved = Run(program, scenario.memory.allocator).thirdStep();
    std::array<std::size_t, 5> parts{};
    for (const LiveCourse::Moment& moment : course.moments)
        ++parts[static_cast<std::size_t>(moment.phase)];
    std::array<std::size_t, 5> part{};
    std::vector<Bytes> along;
    for (const LiveCourse::Moment& moment : course.moments) {
        const auto phase = static_cast<std::size_t>(moment.phase);
        if (reserved[phase].empty())
            return {};
        along.emplace_back(mostWithin(reserved[phase], part[phase]++, parts[phase]));
    }
    return along;
}

} // namespace plimsoll
