// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/allocatorreplay.h"

#include "memory/cachingallocator.h"

#include <algorithm>
#include <numeric>

namespace plimsoll {

namespace {

// Whether the steady step gives back what the step before it made, and makes it under other names: it cannot run twice.
bool handsOn(const StepProgram& program)
{
    std::vector<char> made(program.allocations.size(), 0);
    const bool none = program.steadyFrom >= program.sections.size();
    const std::size_t from = none ? program.events.size() : program.sections[program.steadyFrom].firstEvent;
    for (std::size_t event = from; event < program.events.size(); ++event)
        if (program.events[event] >= 0)
            made[static_cast<std::size_t>(program.events[event])] = 1;
    for (std::size_t event = from; event < program.events.size(); ++event)
        if (program.events[event] < 0 && made[static_cast<std::size_t>(~program.events[event])] == 0)
            return true;
    return false;
}

// The last runs the steady step once more, where that is the second.
int stepsOf(const StepProgram& program)
{
    return handsOn(program) ? 2 : 3;
}

// Requested bytes that are alive when the model has been loaded.
std::int64_t loadedBytes(const StepProgram& program)
{
    std::int64_t bytes = 0;
    for (std::uint32_t event = 0; event < program.cacheEmptiedAt; ++event) {
        const std::int32_t each = program.events[event];
        bytes += each >= 0 ? program.allocations[static_cast<std::size_t>(each)].bytes
                           : -program.allocations[static_cast<std::size_t>(~each)].bytes;
    }
    return bytes;
}

// Allocations that are alive when the steady step begins.
std::vector<std::int32_t> aliveBetweenSteps(const StepProgram& program)
{
    std::vector<char> alive(program.allocations.size(), 0);
    for (std::uint32_t event = 0; event < program.sections[program.steadyFrom].firstEvent; ++event) {
        const std::int32_t each = program.events[event];
        alive[static_cast<std::size_t>(each >= 0 ? each : ~each)] = each >= 0 ? 1 : 0;
    }
    std::vector<std::int32_t> places;
    for (std::size_t i = 0; i < alive.size(); ++i)
        if (alive[i] != 0)
            places.push_back(static_cast<std::int32_t>(i));
    return places;
}

// What a program asks the allocator for, the same in all runs of it.
struct Requests
{
    Requests(const StepProgram& programOf, const AllocatorSettings& settingsOf)
        : program(programOf),
          settings(settingsOf),
          loaded(loadedBytes(program)),
          betweenSteps(aliveBetweenSteps(program)),
          steps(stepsOf(program))
    {
    }

    const StepProgram& program;
    AllocatorSettings settings;
    std::int64_t loaded;                    // bytes
    std::vector<std::int32_t> betweenSteps; // allocations
    int steps;
};

// A run up to some event. A copy can go on by itself, on another card.
class Run
{
public:
    explicit Run(const Requests& requests)
        : m_program(&requests.program),
          m_requests(&requests),
          m_allocator(requests.settings),
          m_handles(requests.program.allocations.size())
    {
    }

    // A model that fits when it is loaded can be loaded: transformers' from_pretrained brings weights onto the card
    // one by one, each narrow or packed at once (modeling_utils.py), where the recording makes them all wide before. A
    // model that is spread over cards is never whole on one.
    void setCapacity(std::int64_t capacity)
    {
        m_capacity = capacity;
        const bool loadable = m_program->loadsElsewhere || m_requests->loaded <= capacity;
        m_allocator.setCapacity(!m_isLoaded && loadable ? CachingAllocator::endless : capacity);
    }

    // Runs on until the end (true), or to a request that finds the card full.
    bool advance()
    {
        for (; m_step <= m_requests->steps; startStep(m_step + 1))
            for (; m_section < sectionEnd(); startSection(m_section + 1))
                if (!passSection())
                    return false;
        return true;
    }

    // Runs to the end, or to a request that fails though all that is cached has been given back.
    CardRun finish()
    {
        CardRun result;
        while (!advance()) {
            const std::optional<CachingAllocator::Handle> handle = m_allocator.take(request(current()));
            if (!handle) {
                result.failure = failure();
                break;
            }
            made(current(), *handle);
            ++m_event;
        }
        result.capacity = Bytes(m_capacity);
        result.reservedPeak = Bytes(m_reservedPeak);
        result.retries = m_allocator.retries();
        return result;
    }

    AllocatorFigures figures() const
    {
        AllocatorFigures figures;
        for (std::size_t p = 0; p < m_phaseAllocated.size(); ++p)
            figures.phaseAllocated[p] = Bytes(m_phaseAllocated[p]);
        figures.peakAllocated = *std::max_element(figures.phaseAllocated.begin(), figures.phaseAllocated.end());
        figures.resident = Bytes(m_resident);
        figures.reservedPeak = Bytes(m_reservedPeak);
        figures.firstStepRequested = Bytes(m_firstStepRequested);
        return figures;
    }

private:
    struct Shape
    {
        std::vector<CachingAllocator::Place> blocks;
        std::vector<std::int64_t> live; // addresses of what stays between steps
    };

    bool isFirstStep() const { return m_step == 1; }
    std::size_t sectionEnd() const { return m_beforeSteady ? m_program->steadyFrom : m_program->sections.size(); }

    void startStep(int step)
    {
        if (!m_beforeSteady && m_program->stepEnd == m_program->events.size()) // nothing is left of the step
            m_resident = m_allocator.allocated();
        m_step = step;
        m_beforeSteady = false;
        if (step == 2)
            m_firstStepRequested = m_requestedPeak;
        if (step > m_requests->steps || (step == m_requests->steps && endsAsItBegan()))
            return;
        if (step < m_requests->steps)
            m_began = shape();
        m_phaseAllocated = {};
        startSection(m_program->steadyFrom);
    }

    // A step that leaves the allocator as it found it is followed by one like it, which need not run.
    bool endsAsItBegan()
    {
        if (m_requests->settings.garbageCollectionThreshold > 0 || !m_began)
            return false;
        Shape ended = shape();
        if (ended.blocks.size() != m_began->blocks.size() || ended.live != m_began->live)
            return false;
        std::ranges::sort(ended.blocks);
        std::ranges::sort(m_began->blocks);
        if (ended.blocks != m_began->blocks)
            return false;
        m_step = m_requests->steps + 1;
        return true;
    }

    Shape shape() const
    {
        Shape shape{m_allocator.places(), {}};
        for (const std::int32_t allocation : m_requests->betweenSteps)
            shape.live.push_back(m_allocator.addressOf(m_handles[static_cast<std::size_t>(allocation)]));
        return shape;
    }

    void startSection(std::size_t section)
    {
        m_section = section;
        if (section < m_program->sections.size()) {
            m_event = m_program->sections[section].firstEvent;
            m_phase = static_cast<std::size_t>(m_program->sections[section].phase);
            countAllocated();
        }
    }

    CachingAllocator::Request request(std::size_t allocation) const
    {
        const Allocation& each = m_program->allocations[allocation];
        return m_allocator.request(each.bytes, each.stream);
    }

    std::size_t current() const
    {
        const std::int32_t event = m_program->events[m_event];
        return static_cast<std::size_t>(event >= 0 ? event : ~event);
    }

    void endLoading()
    {
        m_allocator.releaseCached();
        m_reservedPeak = m_allocator.reserved(); // max_memory_reserved() of the steps
        m_isLoaded = true;
        setCapacity(m_capacity);
        if (m_program->loadsElsewhere)
            m_requestedPeak = m_requested;
    }

    // Passes the section's events; false at one that asks for more than the card has.
    bool passSection()
    {
        const std::uint32_t end = m_program->sectionEnd(m_section);
        for (; m_event < end; ++m_event) {
            passMarks();
            const std::int32_t event = m_program->events[m_event];
            const bool givenBack = m_event + 1 < end && m_program->events[m_event + 1] == ~event;
            if (event >= 0 && givenBack && m_event + 1 != m_program->stepEnd
                && passThrough(static_cast<std::size_t>(event))) {
                ++m_event;
            } else if (event >= 0) {
                const auto handle = m_allocator.tryTake(request(static_cast<std::size_t>(event)));
                if (!handle)
                    return false;
                made(static_cast<std::size_t>(event), *handle);
            } else {
                m_allocator.give(m_handles[static_cast<std::size_t>(~event)]);
                if (isFirstStep()) // else not read: it lies further away than what the allocator looks at
                    m_requested -= m_program->allocations[static_cast<std::size_t>(~event)].bytes;
            }
        }
        return true;
    }

    // A kernel's scratch, given back at once: counts, and changes nothing.
    bool passThrough(std::size_t allocation)
    {
        const std::optional<std::int64_t> size = m_allocator.passing(request(allocation));
        if (!size)
            return false;
        if (isFirstStep())
            m_requestedPeak = std::max(m_requestedPeak, m_requested + m_program->allocations[allocation].bytes);
        m_phaseAllocated[m_phase] = std::max(m_phaseAllocated[m_phase], m_allocator.allocated() + *size);
        return true;
    }

    // What happens right before the event.
    void passMarks()
    {
        if (m_beforeSteady && m_event == m_program->cacheEmptiedAt)
            endLoading();
        if (m_beforeSteady && m_step == 1 && m_program->secondStepAt != 0 && m_event == m_program->secondStepAt) {
            m_step = 2;
            m_firstStepRequested = m_requestedPeak;
        }
        if (m_event == m_program->stepEnd)
            m_resident = m_allocator.allocated();
    }

    void made(std::size_t allocation, CachingAllocator::Handle handle)
    {
        m_handles[allocation] = handle;
        if (isFirstStep()) {
            m_requested += m_program->allocations[allocation].bytes;
            m_requestedPeak = std::max(m_requestedPeak, m_requested);
        }
        m_reservedPeak = std::max(m_reservedPeak, m_allocator.reserved());
        countAllocated();
    }

    void countAllocated() { m_phaseAllocated[m_phase] = std::max(m_phaseAllocated[m_phase], m_allocator.allocated()); }

    FailedRequest failure() const
    {
        return {current(), m_program->sections[m_section].phase, m_step, Bytes(m_allocator.allocated()),
                Bytes(m_allocator.reserved())};
    }

    const StepProgram* m_program;
    const Requests* m_requests;
    CachingAllocator m_allocator;
    std::vector<CachingAllocator::Handle> m_handles;
    std::optional<Shape> m_began; // when the step did that the last one repeats
    std::int64_t m_capacity = CachingAllocator::endless;
    int m_step = 1; // loading belongs to the first
    bool m_beforeSteady = true;
    bool m_isLoaded = false;
    std::size_t m_section = 0;
    std::uint32_t m_event = 0;
    std::size_t m_phase = static_cast<std::size_t>(Phase::Load); // of the section
    std::array<std::int64_t, 5> m_phaseAllocated{};
    std::int64_t m_resident = 0;
    std::int64_t m_requested = 0; // in the first step
    std::int64_t m_requestedPeak = 0;
    std::int64_t m_firstStepRequested = 0;
    std::int64_t m_reservedPeak = 0;
};

} // namespace

// Until a card is full its run is that of every larger one: the run goes on card by card from the smallest, and where
// one is full, a copy shows how it ends there.
AllocatorReplay replayThroughAllocator(const StepProgram& program, const AllocatorSettings& settings,
                                       std::span<const Bytes> capacities)
{
    AllocatorReplay replay;
    replay.cards.resize(capacities.size());
    std::vector<std::size_t> bySize(capacities.size());
    std::iota(bySize.begin(), bySize.end(), std::size_t{0});
    std::ranges::stable_sort(bySize, {}, [&](std::size_t card) { return capacities[card]; });

    // Collecting garbage looks at the card's size all along.
    const bool alike = settings.garbageCollectionThreshold <= 0;
    const Requests requests(program, settings);
    Run run(requests);
    auto card = bySize.begin();
    for (bool ended = false; !ended;) {
        run.setCapacity(card == bySize.end() ? CachingAllocator::endless : capacities[*card].count());
        ended = alike ? run.advance() : card == bySize.end() && run.advance();
        if (ended)
            break;
        Run onCard = alike ? run : Run(requests);
        onCard.setCapacity(capacities[*card].count());
        replay.cards[*card++] = onCard.finish();
    }
    replay.figures = run.figures();
    for (; card != bySize.end(); ++card)
        replay.cards[*card] = {capacities[*card], replay.figures.reservedPeak, 0, std::nullopt};
    return replay;
}

CardRun replayOnCard(const StepProgram& program, const AllocatorSettings& settings, Bytes capacity)
{
    const Requests requests(program, settings);
    Run run(requests);
    run.setCapacity(capacity.count());
    return run.finish();
}

} // namespace plimsoll
