// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/zerobubble.h"

#include <algorithm>
#include <array>
#include <utility>

namespace plimsoll::step {

namespace {

class Runs
{
public:
    void add(std::vector<StageTask> tasks)
    {
        if (tasks.empty())
            return;
        if (!m_runs.empty() && m_runs.back().tasks == tasks)
            ++m_runs.back().times;
        else
            m_runs.push_back({std::move(tasks), 1});
    }
    std::vector<StageTasks> taken() { return std::move(m_runs); }

private:
    std::vector<StageTasks> m_runs;
};

// _get_1f1b_rank_ops with enable_zero_bubble: a stage puts off as many weights as there are stages before it.
std::vector<StageTasks> interleaved(const ParallelPlan& plan, std::int64_t stage)
{
    const std::int64_t parts = plan.virtualStages;
    const std::int64_t total = plan.microBatches * parts;
    const std::int64_t ofRound = plan.microBatches / std::max<std::int64_t>(1, plan.microBatches / plan.pipeline);
    const std::int64_t warm = std::min(total, (parts - 1) * ofRound + plan.pipeline - 1 - stage);
    const auto back = [&](Direction direction, std::int64_t number) {
        return StageTask{direction, parts - 1 - number / ofRound % parts};
    };
    Runs runs;
    std::int64_t weights = 0;
    for (std::int64_t i = 0; i < total + warm; ++i) {
        std::vector<StageTask> tasks;
        if (i < total)
            tasks.push_back({Direction::Forth, i / ofRound % parts});
        if (i >= warm)
            tasks.push_back(back(Direction::ToInput, i - warm));
        if (i >= warm + stage)
            tasks.push_back(back(Direction::ToWeights, weights++));
        runs.add(std::move(tasks));
    }
    while (weights < total)
        runs.add({back(Direction::ToWeights, weights++)});
    return runs.taken();
}

// _calculate_single_rank_operations of the V: as if there were enough micro-batches to fill the pipeline, of which
// those that are not there are left out.
class VSchedule
{
public:
    VSchedule(const ParallelPlan& plan, std::int64_t stage)
        : m_stages(plan.pipeline),
          m_stage(stage),
          m_microBatches(plan.microBatches)
    {
    }

    std::vector<StageTasks> made()
    {
        warmUp();
        const std::int64_t enough = std::max(2 * m_stages - 1, m_microBatches);
        while (m_forth[1] < m_forth[0] || m_forth[0] < enough) {
            std::vector<StageTask> tasks;
            if (m_forth[0] < enough)
                forth(0, tasks);
            toInput(0, tasks);
            toWeights(0, tasks);
            forth(1, tasks);
            toInput(1, tasks);
            toWeights(1, tasks);
            m_runs.add(std::move(tasks));
        }
        coolDown();
        return m_runs.taken();
    }

private:
    using Counts = std::array<std::int64_t, 2>; // by part

    void warmUp()
    {
        const auto run = [this](std::int64_t times, auto... each) {
            for (std::int64_t i = 0; i < times; ++i) {
                std::vector<StageTask> tasks;
                (each(tasks), ...);
                m_runs.add(std::move(tasks));
            }
        };
        const auto first = [this](auto& tasks) { forth(0, tasks); };
        const auto second = [this](auto& tasks) { forth(1, tasks); };
        const auto back = [this](auto& tasks) {
            toInput(1, tasks);
            toWeights(1, tasks);
        };
        run(2 * (m_stages - m_stage) - 1, first);
        run(m_stage, second, first);
        run(m_stages - m_stage, second, back);
    }

    void coolDown()
    {
        for (std::int64_t i = 0; i < m_stage; ++i) {
            std::vector<StageTask> tasks;
            toInput(0, tasks);
            toInput(1, tasks);
            m_runs.add(std::move(tasks));
        }
        for (std::int64_t i = m_stage; i < m_stages; ++i) {
            std::vector<StageTask> tasks;
            toInput(0, tasks);
            toWeights(0, tasks);
            m_runs.add(std::move(tasks));
        }
        for (const std::size_t part : {1U, 0U})
            while (m_toWeights[part] < m_toInput[part]) {
                std::vector<StageTask> tasks;
                toWeights(part, tasks);
                m_runs.add(std::move(tasks));
            }
    }

    void forth(std::size_t part, std::vector<StageTask>& tasks) { add(Direction::Forth, m_forth, part, tasks); }
    void toInput(std::size_t part, std::vector<StageTask>& tasks) { add(Direction::ToInput, m_toInput, part, tasks); }
    void toWeights(std::size_t part, std::vector<StageTask>& tasks)
    {
        add(Direction::ToWeights, m_toWeights, part, tasks);
    }
    void add(Direction direction, Counts& counts, std::size_t part, std::vector<StageTask>& tasks) const
    {
        if (counts[part]++ < m_microBatches)
            tasks.push_back({direction, static_cast<std::int64_t>(part)});
    }

    std::int64_t m_stages;
    std::int64_t m_stage;
    std::int64_t m_microBatches;
    Counts m_forth{};
    Counts m_toInput{};
    Counts m_toWeights{};
    Runs m_runs;
};

} // namespace

std::vector<StageTasks> zeroBubbleSchedule(const ParallelPlan& plan, std::int64_t stage)
{
    return plan.schedule == PipelineSchedule::ZeroBubbleV ? VSchedule(plan, stage).made() : interleaved(plan, stage);
}

std::int64_t mostHeld(const std::vector<StageTasks>& schedule)
{
    std::int64_t held = 0;
    std::int64_t most = 0;
    for (const StageTasks& run : schedule)
        for (std::int64_t i = 0; i < run.times; ++i)
            for (const StageTask& task : run.tasks) {
                held += task.direction == Direction::Forth ? 1 : task.direction == Direction::ToWeights ? -1 : 0;
                most = std::max(most, held);
            }
    return most;
}

} // namespace plimsoll::step
