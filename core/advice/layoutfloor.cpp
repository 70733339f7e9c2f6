// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/layoutfloor.h"

#include "memory/timeline.h"
#include "scenario/parallellayout.h"
#include "step/pipeline.h"
#include "step/trainingloop.h"

#include <algorithm>
#include <vector>

namespace plimsoll {

namespace {

using step::Recording;

bool isSteady(const Section& section, Phase phase)
{
    return section.repeat > 1 && section.phase == phase;
}

// Activations made in the steady layers' forward that go in a backward: those of one period of layers.
std::int64_t keptBySteadyLayers(const StepProgram& program)
{
    std::vector<bool> made(program.allocations.size(), false);
    std::int64_t kept = 0;
    for (std::size_t s = program.steadyFrom; s < program.sections.size(); ++s) {
        const Section& section = program.sections[s];
        for (std::uint32_t e = section.firstEvent; e < program.sectionEnd(s); ++e) {
            const std::int32_t event = program.events[e];
            const auto place = static_cast<std::size_t>(event >= 0 ? event : ~event);
            const Allocation& allocation = program.allocations[place];
            if (event >= 0 && isSteady(section, Phase::Forward) && allocation.item == LineItem::Activations)
                made[place] = true;
            else if (event < 0 && made[place] && section.phase == Phase::Backward)
                kept += allocation.bytes;
        }
    }
    return kept;
}

// The layout of the first stage, with one part a stage: it has no fewer layers with several.
Layout inOnePart(Layout layout)
{
    layout.parallelism.virtualStages = 1;
    layout.parallelism.schedule = PipelineSchedule::OneForwardOneBackward;
    layout.parallelism.stage = 0;
    return layout;
}

std::int64_t repeatsOf(const StepProgram& program)
{
    std::int64_t repeat = 1;
    for (const Section& section : program.sections)
        repeat = std::max(repeat, section.repeat);
    return repeat;
}

} // namespace

std::int64_t LayoutFloor::resident(const ParallelPlan& plan)
{
    const std::int64_t layers = (m_scenario.model.layers + plan.pipeline - 1) / plan.pipeline;
    const ResidentKey key{plan.tensor, plan.pipeline > 1, layers, plan.shards(), plan.data};
    const auto [place, isNew] = m_resident.try_emplace(key, 0);
    if (!isNew)
        return place->second;
    Layout layout = inOnePart({plan, 1, 1, Checkpointing::None});
    // Buckets come on top of what each replica has.
    if (plan.data == DataParallel::Ddp) {
        layout.parallelism.data = DataParallel::None;
        layout.parallelism.gpus = plan.tensor * plan.pipeline;
    }
    const Scenario spread = withLayout(m_scenario, layout);
    place->second = replay(step::record(spread, m_gpu, Recording::SteadyStep)).resident.count();
    return place->second;
}

std::int64_t LayoutFloor::keptByLayer(const Layout& layout)
{
    const bool gathers = layout.parallelism.isSharded();
    const KeptKey key{layout.parallelism.tensor, layout.microBatch, layout.checkpointing, gathers};
    const auto [place, isNew] = m_kept.try_emplace(key, 0);
    if (!isNew)
        return place->second;
    Layout alone = layout;
    alone.microBatches = 1;
    alone.parallelism.pipeline = 1;
    alone.parallelism.virtualStages = 1;
    alone.parallelism.data = gathers ? DataParallel::Fsdp : DataParallel::None;
    alone.parallelism.gpus = layout.parallelism.tensor * (gathers ? 2 : 1);
    const StepProgram program = step::record(withLayout(m_scenario, alone), m_gpu, Recording::SteadyStep);
    // A period of layers is no longer than all layers divided by all periods.
    const std::int64_t longestPeriod = m_scenario.model.layers / (repeatsOf(program) + 2);
    place->second = keptBySteadyLayers(program) / std::max<std::int64_t>(longestPeriod, 1);
    return place->second;
}

std::int64_t LayoutFloor::firstStagePeak(const Layout& layout)
{
    const ParallelPlan& plan = layout.parallelism;
    const PeakKey key{plan.tensor,       plan.pipeline,       plan.shards(),       plan.data,
                      layout.microBatch, layout.microBatches, layout.checkpointing};
    const auto [place, isNew] = m_peaks.try_emplace(key, 0);
    if (isNew)
        place->second = replay(step::record(withLayout(m_scenario, inOnePart(layout)), m_gpu, Recording::SteadyStep))
                            .peak.count();
    return place->second;
}

std::int64_t LayoutFloor::layersInFlight(const Layout& layout) const
{
    ParallelPlan plan = layout.parallelism;
    const std::int64_t layers = m_scenario.model.layers;
    if (plan.pipeline == 1)
        return layers;
    plan.microBatches = layout.microBatches;
    return layers / (plan.pipeline * plan.virtualStages) * step::mostInFlight(plan, 0);
}

} // namespace plimsoll
