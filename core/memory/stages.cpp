// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/stages.h"

#include "base/format.h"
#include "memory/timeline.h"
#include "scenario/nanotronrules.h"
#include "scenario/parallellayout.h"
#include "step/pipeline.h"
#include "step/trainingloop.h"

#include <algorithm>

namespace plimsoll {

namespace {

StageFigure figureOf(const Scenario& scenario, std::int64_t stage, const step::GpuTraits& gpu)
{
    const ParallelPlan& plan = scenario.parallelism;
    const StepProgram program = step::record(scenario, gpu, step::Recording::SteadyStep);
    const Timeline timeline = replay(program);
    StageFigure figure;
    figure.stage = stage;
    for (std::int64_t i = 0; i < plan.virtualStages; ++i) {
        const std::int64_t part = plan.partOf(stage, i);
        figure.layers += scenario.training.stack == Stack::Nanotron
            ? nanotronLayers(scenario)[static_cast<std::size_t>(part)]
            : layersOfPart(scenario.model.layers, plan, part);
    }
    figure.parameters = program.parameters;
    figure.inFlight = step::mostInFlight(plan, stage);
    figure.peak.phase = timeline.peakPhase == Phase::Loss ? Phase::Forward : timeline.peakPhase;
    figure.peak.operation = operationAt(program, timeline.peakMoment);
    figure.peak.requested = timeline.peak;
    return figure;
}

} // namespace

std::vector<StageFigure> stageFigures(const Scenario& scenario, const step::GpuTraits& gpu)
{
    std::vector<StageFigure> figures;
    if (scenario.parallelism.pipeline == 1)
        return figures;
    Scenario ofStage = scenario;
    for (std::int64_t stage = 0; stage < scenario.parallelism.pipeline; ++stage) {
        ofStage.parallelism.stage = stage;
        figures.push_back(figureOf(ofStage, stage, gpu));
    }
    return figures;
}

std::vector<StageFigure> neediestStages(const Scenario& scenario, const step::GpuTraits& gpu, Bytes room,
                                        std::optional<Bytes> first)
{
    if (scenario.parallelism.splitsBackward())
        return stageFigures(scenario, gpu);
    const std::int64_t last = scenario.parallelism.pipeline - 1;
    // The first is mostly the one that needs most, and what is known costs nothing.
    std::vector<std::int64_t> stages{0, last};
    if (last > 1)
        stages.push_back(1);
    std::vector<StageFigure> figures;
    Scenario ofStage = scenario;
    for (const std::int64_t stage : stages) {
        ofStage.parallelism.stage = stage;
        if (stage == 0 && first)
            figures.emplace_back().peak.requested = *first;
        else
            figures.push_back(figureOf(ofStage, stage, gpu));
        if (figures.back().peak.requested > room)
            break;
    }
    std::ranges::sort(figures, {}, &StageFigure::stage);
    return figures;
}

std::int64_t shownStage(const Scenario& scenario, const std::vector<StageFigure>& stages)
{
    if (scenario.parallelism.stage || stages.empty())
        return scenario.parallelism.stage.value_or(0);
    return std::ranges::max_element(stages, {}, [](const StageFigure& s) { return s.peak.requested; })->stage;
}

ParameterCount countOfAll(const Scenario& scenario, const std::vector<StageFigure>& stages)
{
    std::int64_t all = scenario.model.tiedEmbeddings ? -scenario.model.vocab * scenario.model.hidden : 0;
    for (const StageFigure& stage : stages)
        all += stage.parameters;
    return {all, all, all};
}

std::string stageNote(const Scenario& scenario, std::int64_t stage)
{
    const ParallelPlan& plan = scenario.parallelism;
    return "Figures are of stage " + formatCount(stage) + " of " + formatCount(plan.pipeline) + ", counted from 0"
        + (plan.stage ? "" : ", which needs most")
        + (scenario.training.stack == Stack::Nanotron
               ? "; the layers are spread by their work, that of the head with it."
               : "; the layers are spread evenly, and the first stages have what is left over.");
}

} // namespace plimsoll
