// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/lastlayer.h"
#include "step/megatron/loop.h"
#include "step/nanotron/loop.h"
#include "step/recordedlayers.h"
#include "step/trainingloop.h"

#include <optional>
#include <utility>

namespace plimsoll::step {

StepProgram record(const Scenario& whole, const GpuTraits& gpu, Recording recording)
{
    if (whole.training.stack == Stack::Megatron)
        return megatron::recordTraining(whole, gpu, recording);
    if (whole.training.stack == Stack::Nanotron)
        return nanotron::recordTraining(whole, gpu, recording);
    const Scenario scenario = stageOf(whole);
    const LayerPlan layers = layerPlan(scenario, recording);
    if (const std::optional<LayerPlan> fewer = layers.withoutLast(); fewer && lastIsSteady(scenario))
        if (std::optional<StepProgram> program = withLastLayer(recordLayers(scenario, gpu, recording, *fewer)))
            return *std::move(program);
    return recordLayers(scenario, gpu, recording, layers);
}

} // namespace plimsoll::step
