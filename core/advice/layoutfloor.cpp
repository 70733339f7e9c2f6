// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/layoutfloor.h"

#include "advice/megatronfloor.h"
#include "memory/timeline.h"
#include "scenario/parallellayout.h"
#include "step/pipeline.h"
#include "step/programbytes.h"
#include "step/trainingloop.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

namespace plimsoll {

namespace {

using step::Recording;

bool isSteady(const Section& section, Phase phase)
{
    return section.repeat > 1 && section.phase == phase;
}

std::int64_t repeatsOf(const StepProgram& program)
{
    std::int64_t repeat = 1;
    for (const Section& section : program.sections)
        repeat = std::max(repeat, section.repeat);
    return repeat;
}

// Where the first micro-batch of a step has gone back.
std::size_t endOfFirst(const StepProgram& program)
{
    std::size_t s = program.steadyFrom;
    while (s < program.sections.size() && program.sections[s].phase != Phase::Backward)
        ++s;
    while (s < program.sections.size() && program.sections[s].phase == Phase::Backward)
        ++s;
    return s;
}

// Activations made in the steady layers' forward that go in the backward: those of one period of layers.
std::int64_t keptBySteadyLayers(const StepProgram& program)
{
    std::vector<bool> made(program.allocations.size(), false);
    std::int64_t kept = 0;
    for (std::size_t s = program.steadyFrom; s < endOfFirst(program); ++s) {
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

// Gradients that the steady layers' first backward makes and leaves: those of one period of layers.
std::int64_t gradientsOfSteadyLayers(const StepProgram& program)
{
    std::vector<std::int64_t> made(program.allocations.size(), 0);
    for (std::size_t s = program.steadyFrom; s < endOfFirst(program); ++s)
        for (std::uint32_t e = program.sections[s].firstEvent; e < program.sectionEnd(s); ++e) {
            const std::int32_t event = program.events[e];
            const auto place = static_cast<std::size_t>(event >= 0 ? event : ~event);
            if (event < 0)
                made[place] = 0;
            else if (isSteady(program.sections[s], Phase::Backward)
                     && program.allocations[place].item == LineItem::Gradients)
                made[place] = program.allocations[place].bytes;
        }
    return std::accumulate(made.begin(), made.end(), std::int64_t{0});
}

// By how much a steady layer's backward rises above what was there before it, in the sections from first to end.
std::int64_t riseOfSteadyLayer(const StepProgram& program, std::size_t first, std::size_t end)
{
    std::int64_t now = 0;
    std::int64_t rise = 0;
    while (first < end && !isSteady(program.sections[first], Phase::Backward))
        ++first;
    while (end > first && !isSteady(program.sections[end - 1], Phase::Backward))
        --end;
    for (std::size_t s = first; s < end; ++s)
        for (std::uint32_t e = program.sections[s].firstEvent; e < program.sectionEnd(s); ++e) {
            now += movedBy(program, program.events[e]);
            rise = std::max(rise, now);
        }
    return rise;
}

// The same of the first micro-batch and of the last, whichever rises less: a step may have one of them only. None
// where layers differ, so that others may rise less.
std::int64_t riseOfAnyLayer(const StepProgram& program, std::int64_t layers)
{
    if (repeatsOf(program) + 2 != layers)
        return 0;
    const std::size_t between = endOfFirst(program);
    return std::min(riseOfSteadyLayer(program, program.steadyFrom, between),
                    riseOfSteadyLayer(program, between, program.sections.size()));
}

// The layout of the first stage, with one part a stage: it has no fewer layers with several.
Layout inOnePart(Layout layout)
{
    layout.parallelism.virtualStages = 1;
    layout.parallelism.schedule = PipelineSchedule::OneForwardOneBackward;
    layout.parallelism.stage = 0;
    return layout;
}

} // namespace

std::int64_t LayoutFloor::resident(const ParallelPlan& plan)
{
    const std::int64_t layers = (m_scenario.model.layers + plan.pipeline - 1) / plan.pipeline;
    const ResidentKey key{plan.tensor, plan.pipeline > 1, layers, plan.shards(), plan.expert, plan.data};
    const auto [place, isNew] = m_resident.try_emplace(key, 0);
    if (!isNew)
        return place->second;
    if (m_scenario.training.stack == Stack::Megatron)
        return place->second = megatronResident(m_scenario, plan, m_gpu);
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

LayoutFloor::Activations LayoutFloor::activationsOf(const Layout& layout)
{
    const std::lock_guard lock(m_lock);
    const bool gathers = layout.parallelism.isSharded();
    const ParallelPlan& plan = layout.parallelism;
    const KeptKey key{plan.tensor, plan.context, plan.expert, layout.checkpointing, gathers, plan.pipeline > 1};
    const auto [place, isNew] = m_kept.try_emplace(key);
    if (isNew) {
        Activations& all = place->second;
        const OfLayer one = ofLayer(layout, 1);
        const OfLayer two = ofLayer(layout, 2);
        all.kept = {one.kept, two.kept - one.kept};
        all.rise = {one.rise, two.rise - one.rise};
        all.gradients = one.gradients;
    }
    return place->second;
}

// Of a pipeline its first stage, where only the last micro-batch reduces gradients: of two stages, with micro-batches
// that come after all are in flight.
LayoutFloor::OfLayer LayoutFloor::ofLayer(Layout layout, std::int64_t microBatch) const
{
    if (m_scenario.training.stack == Stack::Megatron) {
        const MegatronLayer layer = megatronLayer(m_scenario, layout, microBatch, m_gpu);
        return {layer.kept, layer.rise, 0};
    }
    ParallelPlan& plan = layout.parallelism;
    const bool gathers = plan.isSharded();
    const bool staged = plan.pipeline > 1;
    layout.microBatch = microBatch;
    layout.microBatches = staged ? 4 : 2;
    plan.pipeline = staged ? 2 : 1;
    plan.virtualStages = 1;
    plan.schedule = PipelineSchedule::OneForwardOneBackward;
    plan.stage = 0;
    plan.data = gathers ? DataParallel::Fsdp : DataParallel::None;
    plan.gpus = plan.tensor * plan.pipeline * (gathers ? 2 : 1);
    const StepProgram program = step::record(withLayout(m_scenario, layout), m_gpu, Recording::SteadyStep);
    const std::int64_t layers = layersOfPart(m_scenario.model.layers, plan, 0);
    // A period of layers is no longer than all layers divided by all periods.
    const std::int64_t longestPeriod = std::max<std::int64_t>(layers / (repeatsOf(program) + 2), 1);
    return {keptBySteadyLayers(program) / longestPeriod, riseOfAnyLayer(program, layers),
            gradientsOfSteadyLayers(program) / longestPeriod};
}

std::int64_t LayoutFloor::bytes(const Layout& layout, std::int64_t resident)
{
    const Activations activations = activationsOf(layout);
    const ParallelPlan& plan = layout.parallelism;
    const std::int64_t kept = activations.kept.with(layout.microBatch);
    const std::int64_t least = resident + layersInFlight(layout) * kept + activations.rise.with(layout.microBatch);
    if (accumulates(layout))
        return least + (layersOfFirst(layout) - 1) * activations.gradients;
    // Else when the second micro-batch goes back through the last part, whose gradients the first has left.
    if (plan.pipeline == 1 || layout.microBatches == 1)
        return least;
    const std::int64_t ofLast = layersOfPart(m_scenario.model.layers, plan, (plan.virtualStages - 1) * plan.pipeline);
    return std::max(least, least - ofLast * kept + (ofLast - 1) * activations.gradients);
}

// Whether there is a moment with all gradients and as many micro-batches in flight as ever: the first round of
// backwards makes gradients, and another follows. With ZeRO gradients are not left where they are made.
bool LayoutFloor::accumulates(const Layout& layout)
{
    const ParallelPlan& plan = layout.parallelism;
    const std::int64_t needed = plan.virtualStages > 1 ? 2 * plan.pipeline : plan.pipeline + 1;
    return plan.pipeline > 1 && layout.microBatches >= needed;
}

// Layers of the first stage.
std::int64_t LayoutFloor::layersOfFirst(const Layout& layout) const
{
    const ParallelPlan& plan = layout.parallelism;
    std::int64_t layers = 0;
    for (std::int64_t part = 0; part < plan.virtualStages; ++part)
        layers += layersOfPart(m_scenario.model.layers, plan, part * plan.pipeline);
    return layers;
}

// With several parts a stage holds more micro-batches: where gradients accumulate, what it needs beside them is what it
// needs with one part.
std::int64_t LayoutFloor::firstStagePeak(const Layout& layout)
{
    if (isExact(layout))
        return peaksOf(layout).inStep;
    const Layout one = inOnePart(layout);
    const Peaks peaks = peaksOf(one);
    const std::int64_t more = layersInFlight(layout) - layersInFlight(one);
    return std::max(peaks.inStep, peaks.beforeUpdate + more * activationsOf(layout).kept.with(layout.microBatch));
}

LayoutFloor::Peaks LayoutFloor::peaksOf(const Layout& layout)
{
    const ParallelPlan& plan = layout.parallelism;
    const PeakKey key{plan.tensor,   plan.pipeline, plan.virtualStages, plan.context,        plan.expert,
                      plan.shards(), plan.data,     layout.microBatch,  layout.microBatches, layout.checkpointing};
    {
        const std::lock_guard lock(m_lock);
        if (const auto known = m_peaks.find(key); known != m_peaks.end())
            return known->second;
    }
    Layout first = layout;
    first.parallelism.stage = 0;
    const Timeline timeline = replay(step::record(withLayout(m_scenario, first), m_gpu, Recording::SteadyStep));
    Peaks peaks;
    peaks.inStep = timeline.peak.count();
    for (const Phase phase : {Phase::Forward, Phase::Loss, Phase::Backward})
        if (const std::optional<Bytes> peak = timeline.phasePeaks[static_cast<std::size_t>(phase)])
            peaks.beforeUpdate = std::max(peaks.beforeUpdate, peak->count());
    const std::lock_guard lock(m_lock);
    m_peaks.emplace(key, peaks);
    return peaks;
}

// Of the first stage, when most micro-batches are on their way: as many as there are stages go through each of its
// parts in turn.
std::int64_t LayoutFloor::layersInFlight(const Layout& layout) const
{
    ParallelPlan plan = layout.parallelism;
    const std::int64_t layers = m_scenario.model.layers;
    if (plan.pipeline == 1)
        return layers;
    plan.microBatches = layout.microBatches;
    const std::int64_t round = plan.pipeline * plan.virtualStages;
    const std::int64_t forwards = step::mostInFlight(plan, 0);
    std::int64_t inFlight = 0;
    for (std::int64_t part = 0; part < plan.virtualStages; ++part) {
        const std::int64_t ofLast = std::clamp<std::int64_t>(forwards % round - part * plan.pipeline, 0, plan.pipeline);
        inFlight += layersOfPart(layers, plan, part * plan.pipeline) * (forwards / round * plan.pipeline + ofLast);
    }
    return inFlight;
}

} // namespace plimsoll
