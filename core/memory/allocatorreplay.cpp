// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/allocatorreplay.h"

#include "memory/cachingallocator.h"

#include <algorithm>
#include <vector>

namespace plimsoll {

namespace {

class Feed
{
public:
    explicit Feed(const StepProgram& program)
        : m_program(program),
          m_handles(program.allocations.size())
    {
    }

    // Sections first to end, whose figures are kept.
    void run(std::size_t first, std::size_t end)
    {
        m_phaseAllocated = {};
        m_requestedPeak = 0;
        for (std::size_t s = first; s < end; ++s) {
            std::int64_t& peak = m_phaseAllocated[static_cast<std::size_t>(m_program.sections[s].phase)];
            peak = std::max(peak, m_allocator.allocated());
            for (std::uint32_t e = m_program.sections[s].firstEvent; e < m_program.sectionEnd(s); ++e) {
                if (e == m_program.cacheEmptiedAt)
                    m_allocator.releaseCached();
                if (e == m_program.stepEnd)
                    m_resident = m_allocator.allocated();
                pass(m_program.events[e]);
                peak = std::max(peak, m_allocator.allocated());
            }
        }
    }

    AllocatorFigures figures() const
    {
        AllocatorFigures figures;
        for (std::size_t p = 0; p < m_phaseAllocated.size(); ++p)
            figures.phaseAllocated[p] = Bytes(m_phaseAllocated[p]);
        figures.peakAllocated = *std::max_element(figures.phaseAllocated.begin(), figures.phaseAllocated.end());
        figures.resident = Bytes(m_resident);
        figures.reservedPeak = Bytes(m_allocator.reserved()); // nothing is given back after loading
        return figures;
    }

    std::int64_t requestedPeak() const { return m_requestedPeak; }

private:
    void pass(std::int32_t event)
    {
        const auto index = static_cast<std::size_t>(event >= 0 ? event : ~event);
        const std::int64_t bytes = m_program.allocations[index].bytes;
        if (event >= 0) {
            m_handles[index] = m_allocator.take(bytes);
            m_requested += bytes;
            m_requestedPeak = std::max(m_requestedPeak, m_requested);
        } else {
            m_allocator.give(m_handles[index]);
            m_requested -= bytes;
        }
    }

    const StepProgram& m_program;
    std::vector<CachingAllocator::Handle> m_handles;
    CachingAllocator m_allocator;
    std::array<std::int64_t, 5> m_phaseAllocated{};
    std::int64_t m_resident = 0;
    std::int64_t m_requested = 0;
    std::int64_t m_requestedPeak = 0;
};

} // namespace

AllocatorFigures replayThroughAllocator(const StepProgram& program)
{
    Feed feed(program);
    const std::size_t sections = program.sections.size();
    feed.run(0, program.steadyFrom);
    const std::int64_t firstStep = feed.requestedPeak();
    feed.run(program.steadyFrom, sections);
    feed.run(program.steadyFrom, sections);
    AllocatorFigures figures = feed.figures();
    figures.firstStepRequested = Bytes(firstStep);
    return figures;
}

} // namespace plimsoll
