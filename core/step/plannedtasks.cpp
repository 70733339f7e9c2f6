// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/plannedtasks.h"

#include <compare>
#include <deque>
#include <map>

namespace plimsoll::step {

namespace {

// What decides what a task does.
struct Kind
{
    std::int64_t part = 0;
    Direction direction = Direction::Forth;
    bool first = false; // of its direction in the step: makes gradients
    bool last = false;  // backward: reduces them
    bool afterForward = false;
    bool gatheredAhead = false;    // by the backward before
    bool gathersAhead = false;     // where a forward came before the one that a backward takes for its own
    std::size_t kindOfForward = 0; // whose tensors a backward frees

    auto operator<=>(const Kind&) const = default;
};

// One of a stage's parts in the course of a step.
class PartCourse
{
public:
    // like: the part whose tasks are the same.
    Kind next(const StageTask& task, std::int64_t like, std::int64_t backwards, bool sharded)
    {
        Kind kind{like, task.direction};
        const bool forth = task.direction == Direction::Forth;
        kind.first = (forth ? m_forwards : m_backwards) == 0;
        if (sharded) {
            kind.afterForward = m_afterForward;
            kind.gatheredAhead = m_gatheredAhead;
            kind.last = !forth && m_backwards + 1 == backwards;
            kind.gathersAhead = !forth && m_unpaired.back() > 0;
        }
        if (forth)
            m_unpaired.push_back(m_forwards++);
        else {
            kind.kindOfForward = m_inFlight.front().kind;
            m_unpaired.pop_back();
            ++m_backwards;
        }
        m_afterForward = forth;
        m_gatheredAhead = kind.gathersAhead;
        return kind;
    }

    void sent(std::size_t kind, std::size_t place) { m_inFlight.push_back({kind, place}); }
    // The place of the forward whose backward comes next.
    std::size_t takeForward()
    {
        const std::size_t place = m_inFlight.front().place;
        m_inFlight.pop_front();
        return place;
    }

private:
    struct Sent
    {
        std::size_t kind;
        std::size_t place; // in the schedule
    };

    std::int64_t m_forwards = 0;
    std::int64_t m_backwards = 0;
    bool m_afterForward = false;
    bool m_gatheredAhead = false;
    std::vector<std::int64_t> m_unpaired; // forwards that FSDP takes for those of the backwards to come, the last first
    std::deque<Sent> m_inFlight;
};

} // namespace

std::vector<PlannedTask> plannedTasks(const std::vector<StageTasks>& schedule, const std::vector<std::int64_t>& alike,
                                      bool sharded)
{
    std::vector<PlannedTask> planned;
    std::vector<std::int64_t> backwards(alike.size(), 0);
    for (const StageTasks& run : schedule)
        for (std::int64_t i = 0; i < run.times; ++i)
            for (const StageTask& task : run.tasks) {
                planned.push_back({task});
                backwards[static_cast<std::size_t>(task.part)] += task.direction == Direction::Back ? 1 : 0;
            }
    std::vector<PartCourse> courses(alike.size());
    std::map<Kind, std::size_t> kinds;
    for (std::size_t place = 0; place < planned.size(); ++place) {
        PlannedTask& next = planned[place];
        const auto part = static_cast<std::size_t>(next.task.part);
        PartCourse& course = courses[part];
        const auto [known, isNew]
            = kinds.try_emplace(course.next(next.task, alike[part], backwards[part], sharded), kinds.size());
        next.kind = known->second;
        next.runs = isNew;
        if (next.task.direction == Direction::Forth)
            course.sent(next.kind, place);
        else if (const std::size_t forward = course.takeForward(); isNew)
            planned[forward].runs = true;
    }
    return planned;
}

} // namespace plimsoll::step
