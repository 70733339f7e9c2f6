// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks of a pipeline's stage that do what others have done are recorded as copies of those.
#include "step/fullyshard.h"
#include "step/pipelinerun.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step {

namespace {

std::vector<std::int32_t> heldBy(const FullyShard* sharded)
{
    std::vector<std::int32_t> allocations;
    if (sharded)
        for (const Storage* storage : sharded->held())
            allocations.push_back(storage ? storage->allocation : noAllocation);
    return allocations;
}

} // namespace

void PipelineRun::runCopying(const std::vector<StageTasks>& schedule)
{
    // Parts that hold gradients as they are left by their first backward must run that.
    const bool sharded = m_plan.isSharded();
    std::vector<std::int64_t> alike; // the first part like each
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        std::size_t like = 0;
        while (like < i && !(sharded && isLike(m_parts[like], m_parts[i])))
            ++like;
        alike.push_back(static_cast<std::int64_t>(like));
    }
    const std::vector<PlannedTask> planned = plannedTasks(schedule, alike, sharded);
    m_recorded.clear();
    m_recorded.resize(planned.size());
    for (const PlannedTask& next : planned) {
        if (next.runs)
            record(next);
        else
            copy(next);
    }
}

// Whether what goes through one part asks for what it would ask for in another.
bool PipelineRun::isLike(const Part& part, const Part& other)
{
    const auto ends = [](const Part& each) { return each.model.place().isFirst() || each.model.place().isLast(); };
    return part.layers == other.layers && !ends(part) && !ends(other);
}

void PipelineRun::record(const PlannedTask& planned)
{
    Part& part = partOf(planned.task);
    const bool forth = planned.task.direction == Direction::Forth;
    Recorded recorded;
    recorded.sharded = part.sharded.get();
    recorded.heldBefore = heldBy(recorded.sharded);
    if (!forth)
        recorded.forward = part.inFlight.front().made;
    recorded.holdsOfForward
        = std::ranges::any_of(recorded.heldBefore, [&](std::int32_t held) { return recorded.forward.holds(held); });
    recorded.from = m_tape.mark();
    run(planned.task);
    recorded.to = m_tape.mark();
    recorded.heldAfter = heldBy(recorded.sharded);
    if (forth)
        part.inFlight.back().made = {recorded.from.allocation, recorded.to.allocation};
    std::optional<Recorded>& model = m_recorded[planned.kind];
    if (!model)
        model = std::move(recorded);
}

void PipelineRun::copy(const PlannedTask& planned)
{
    Part& part = partOf(planned.task);
    FullyShard* sharded = part.sharded.get();
    const Recorded& model = *m_recorded[planned.kind];
    const bool forth = planned.task.direction == Direction::Forth;
    const std::vector<std::int32_t> before = heldBy(sharded);
    InFlight batch;
    if (!forth) {
        batch = std::move(part.inFlight.front());
        part.inFlight.pop_front();
        --part.left;
    }
    const auto renamed = [&](std::int32_t allocation) {
        const bool ofForward = model.forward.holds(allocation);
        if (!ofForward || model.holdsOfForward) {
            const auto held = std::ranges::find(model.heldBefore, allocation);
            if (held != model.heldBefore.end())
                return before[static_cast<std::size_t>(held - model.heldBefore.begin())];
        }
        return ofForward ? allocation - model.forward.first + batch.made.first : allocation;
    };
    const auto stream = [&](std::int8_t of) { return sharded ? sharded->streamLike(of, *model.sharded) : of; };
    const std::int32_t first = m_tape.repeat(model.from, model.to, {renamed, stream});
    {
        const MuteScope muted(m_tape, true);
        dropLocals({&batch.input, &batch.output});
    }
    if (forth) {
        const std::int32_t made = model.to.allocation - model.from.allocation;
        part.inFlight.push_back({{}, {}, {first, first + made}});
    }
    if (!sharded)
        return;
    if (forth)
        sharded->passForward();
    else
        sharded->passBackward(part.left == 0);
    const std::vector<Storage*> held = sharded->held();
    for (std::size_t i = 0; i < held.size(); ++i)
        if (held[i] && model.heldAfter[i] >= 0) {
            const std::int32_t own = model.heldAfter[i] - model.from.allocation;
            held[i]->allocation = own >= 0 ? first + own : renamed(model.heldAfter[i]);
        }
}

} // namespace plimsoll::step
