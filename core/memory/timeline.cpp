// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/timeline.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

namespace plimsoll {

namespace {

// The course of one sum through a section, relative to its start. No section holds more than thousands of tensors of
// at most 2^50 bytes, so plain integers do within it.
struct Course
{
    std::int64_t now = 0;
    std::int64_t highest = 0;

    void move(std::int64_t bytes)
    {
        now += bytes;
        highest = std::max(highest, now);
    }
};

struct SectionCourse
{
    Course total;
    std::array<Course, lineItemCount> items;
};

const Allocation& allocationOf(const StepProgram& program, std::int32_t event)
{
    return program.allocations[static_cast<std::size_t>(event >= 0 ? event : ~event)];
}

std::int64_t movedBy(const Allocation& allocation, std::int32_t event)
{
    return event >= 0 ? allocation.bytes : -allocation.bytes;
}

SectionCourse courseOf(const StepProgram& program, std::size_t section)
{
    SectionCourse course;
    Course total;
    const Allocation* const allocations = program.allocations.data();
    const std::int32_t* const end = program.events.data() + program.sectionEnd(section);
    for (const std::int32_t* at = program.events.data() + program.sections[section].firstEvent; at < end; ++at) {
        const std::int32_t event = *at;
        const Allocation& allocation = allocations[event >= 0 ? event : ~event];
        Course& item = course.items[static_cast<std::size_t>(allocation.item)];
        if (event >= 0) {
            item.move(allocation.bytes);
            total.move(allocation.bytes);
        } else { // lowers, and so is no new highest point
            item.now -= allocation.bytes;
            total.now -= allocation.bytes;
        }
    }
    course.total = total;
    return course;
}

// The first event with which a section stands so much above its start, and each item's part in that.
struct Highest
{
    std::uint32_t event = 0;
    std::array<std::int64_t, lineItemCount> items{};
};

Highest highestMoment(const StepProgram& program, std::size_t section, std::int64_t height)
{
    Highest moment;
    std::int64_t now = 0;
    for (std::uint32_t e = program.sections[section].firstEvent; now < height; ++e) {
        const std::int32_t event = program.events[e];
        const Allocation& allocation = allocationOf(program, event);
        const std::int64_t bytes = movedBy(allocation, event);
        moment.items[static_cast<std::size_t>(allocation.item)] += bytes;
        now += bytes;
        moment.event = e;
    }
    return moment;
}

// The sum at the section's highest point: repeats that grow are highest in the last, others in the first.
Bytes highestOf(Bytes start, const Course& course, std::int64_t repeat)
{
    const std::int64_t before = course.now > 0 ? repeat - 1 : 0;
    return start + Bytes(course.now) * before + Bytes(course.highest);
}

Bytes afterAll(Bytes start, const Course& course, std::int64_t repeat)
{
    return start + Bytes(course.now) * repeat;
}

class Replay
{
public:
    explicit Replay(const StepProgram& program)
        : m_program(program)
    {
    }

    Timeline run()
    {
        std::size_t loop = 0;
        for (std::size_t s = 0; s < m_program.sections.size(); ++s) {
            if (loop < m_program.loops.size() && m_program.loops[loop].first == s)
                enter(m_program.loops[loop]);
            pass(s);
            if (loop < m_program.loops.size() && m_program.loops[loop].end == s + 1)
                leave(m_program.loops[loop++]);
        }
        if (m_peak)
            describePeak(*m_peak);
        m_timeline.resident = m_live;
        return m_timeline;
    }

private:
    struct Peak
    {
        std::size_t section = 0;
        SectionCourse course;
        ItemBytes start{};       // what each item held when the section began
        std::int64_t passes = 0; // of the loop that the section is in, before
    };
    // One pass of a loop is looked at: the last where a pass grows, else the first.
    void enter(const Loop& loop)
    {
        m_growth = {};
        Bytes growth;
        for (std::size_t s = loop.first; s < loop.end; ++s) {
            const SectionCourse course = courseOf(m_program, s);
            growth = afterAll(growth, course.total, m_program.sections[s].repeat);
            for (std::size_t i = 0; i < lineItemCount; ++i)
                m_growth[i] = afterAll(m_growth[i], course.items[i], m_program.sections[s].repeat);
        }
        m_passes = growth > Bytes() ? loop.times - 1 : 0;
        for (std::size_t i = 0; i < lineItemCount; ++i) {
            const std::int64_t highest = m_growth[i] > Bytes() ? loop.times - 1 : 0;
            m_elsewhere[i] = m_growth[i] * (highest - m_passes);
        }
        goOn(m_passes);
    }

    void leave(const Loop& loop)
    {
        goOn(loop.times - 1 - m_passes);
        m_passes = 0;
        m_elsewhere = {};
    }

    void goOn(std::int64_t passes)
    {
        for (std::size_t i = 0; i < lineItemCount; ++i) {
            m_items[i] += m_growth[i] * passes;
            m_live += m_growth[i] * passes;
        }
    }

    void pass(std::size_t s)
    {
        const Section& section = m_program.sections[s];
        const SectionCourse course = courseOf(m_program, s);
        const bool counts = section.phase != Phase::Load;
        if (counts)
            look(s, section, course);
        for (std::size_t i = 0; i < lineItemCount; ++i) {
            if (counts)
                m_timeline.highest[i] = std::max(
                    m_timeline.highest[i], highestOf(m_items[i] + m_elsewhere[i], course.items[i], section.repeat));
            m_items[i] = afterAll(m_items[i], course.items[i], section.repeat);
        }
        m_live = afterAll(m_live, course.total, section.repeat);
    }

    void look(std::size_t s, const Section& section, const SectionCourse& course)
    {
        const Bytes highest = highestOf(m_live, course.total, section.repeat);
        std::optional<Bytes>& phasePeak = m_timeline.phasePeaks[static_cast<std::size_t>(section.phase)];
        phasePeak = phasePeak ? std::max(*phasePeak, highest) : highest;
        if (highest <= m_timeline.peak)
            return;
        m_timeline.peak = highest;
        m_timeline.peakPhase = section.phase;
        m_peak = Peak{s, course, m_items, m_passes};
    }

    // Who is alive then: found for the one section that matters.
    void describePeak(const Peak& peak)
    {
        const std::int64_t repeat = m_program.sections[peak.section].repeat;
        const std::int64_t before = peak.course.total.now > 0 ? repeat - 1 : 0;
        const Highest highest = highestMoment(m_program, peak.section, peak.course.total.highest);
        m_timeline.peakMoment = {peak.section, highest.event, before, peak.passes};
        for (std::size_t i = 0; i < lineItemCount; ++i)
            m_timeline.atPeak[i] = peak.start[i] + Bytes(peak.course.items[i].now) * before + Bytes(highest.items[i]);
    }

    const StepProgram& m_program;
    Timeline m_timeline;
    Bytes m_live;
    ItemBytes m_items{};
    std::optional<Peak> m_peak;
    ItemBytes m_growth{};      // with a pass of the loop that runs
    std::int64_t m_passes = 0; // of it, before the one that is looked at
    ItemBytes m_elsewhere{};   // by how much an item is higher in another pass
};

// How often a section has run when a moment comes that is in it or after it.
std::int64_t runsBefore(const StepProgram& program, std::size_t section, const Timeline::Moment& moment)
{
    for (const Loop& loop : program.loops) {
        if (section < loop.first || section >= loop.end)
            continue;
        const bool within = moment.section >= loop.first && moment.section < loop.end;
        return within ? moment.passes + (section < moment.section ? 1 : 0) : loop.times;
    }
    return section < moment.section ? 1 : 0;
}

// How many sections are to be looked at: those before the moment's, and those after it in its loop.
std::size_t sectionsBefore(const StepProgram& program, const Timeline::Moment& moment)
{
    for (const Loop& loop : program.loops)
        if (moment.section >= loop.first && moment.section < loop.end)
            return loop.end;
    return moment.section;
}

} // namespace

std::string nameOf(const Allocation& allocation)
{
    std::string name = allocation.module;
    if (*allocation.operation) {
        name += name.empty() ? "" : ": ";
        name += allocation.operation;
    }
    if (allocation.inBackward)
        name += ", backward";
    return name;
}

Timeline replay(const StepProgram& program)
{
    return Replay(program).run();
}

std::string operationAt(const StepProgram& program, const Timeline::Moment& moment)
{
    if (moment.event >= program.events.size())
        return {};
    const std::int32_t event = program.events[moment.event];
    return nameOf(program.allocations[static_cast<std::size_t>(event >= 0 ? event : ~event)]);
}

std::vector<LiveTensors> aliveAt(const StepProgram& program, const Timeline::Moment& moment)
{
    std::vector<std::int64_t> counts(program.allocations.size());
    const auto count = [&](std::uint32_t first, std::uint32_t end, std::int64_t times) {
        for (std::uint32_t e = first; e < end; ++e) {
            const std::int32_t event = program.events[e];
            counts[static_cast<std::size_t>(event >= 0 ? event : ~event)] += event >= 0 ? times : -times;
        }
    };
    for (std::size_t s = 0; s < sectionsBefore(program, moment); ++s)
        count(program.sections[s].firstEvent, program.sectionEnd(s),
              program.sections[s].repeat * runsBefore(program, s, moment));
    const std::uint32_t first = program.sections[moment.section].firstEvent;
    count(first, program.sectionEnd(moment.section), moment.iteration);
    count(first, moment.event + 1, 1);

    using Key = std::tuple<LineItem, std::string, std::int64_t>;
    std::map<Key, std::int64_t> alike;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] != 0)
            alike[{program.allocations[i].item, nameOf(program.allocations[i]), program.allocations[i].bytes}]
                += counts[i];

    std::vector<LiveTensors> alive;
    for (const auto& [key, copies] : alike)
        if (copies != 0 && std::get<2>(key) > 0)
            alive.push_back({std::get<0>(key), std::get<1>(key), copies, Bytes(std::get<2>(key)) * copies});
    std::stable_sort(alive.begin(), alive.end(),
                     [](const LiveTensors& a, const LiveTensors& b) { return a.bytes > b.bytes; });
    return alive;
}

} // namespace plimsoll
