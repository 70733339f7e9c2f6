// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/recordedlayers.h"

#include "scenario/parallellayout.h"
#include "step/blockcheckpointing.h"
#include "step/kernels.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace plimsoll::step {

namespace {

// Beside frozen embeddings the first layer has a smaller graph than others where nothing in its attention trains; and
// where the model is spread, its unit is gathered once less.
bool firstGraphIsSmaller(const Scenario& scenario)
{
    if (scenario.training.method == Method::Full)
        return false;
    const std::vector<std::string>& targets = scenario.training.lora.targets;
    const bool inAttention = std::any_of(targets.begin(), targets.end(), [](const std::string& target) {
        return target == "all-linear" || target == "attention";
    });
    const ParallelPlan& plan = scenario.parallelism;
    return !inAttention || (plan.isSharded() && (!plan.isFlat() || plan.wrapsAdapters));
}

} // namespace

LayerPlan layerPlan(const Scenario& scenario, Recording recording)
{
    const ModelSpec& model = scenario.model;
    const ParallelPlan& plan = scenario.parallelism;
    // Gradients that come back after backward do so from the first layer to the last.
    const bool givesBack
        = plan.data == DataParallel::Ddp && scenario.training.optimizerInBackward && recording == Recording::FirstSteps;
    // Parts begin and end anywhere; frozen flat parameters go when the block before has begun its backward.
    // A backward in two parts lets go of all its layers at once.
    const bool parts
        = plan.zeroStage() > 0 || (plan.isFlat() && plan.wrapsAdapters) || (plan.pipeline > 1 && plan.splitsBackward());
    if (model.decoderLayers > 0 || scenario.parallelism.virtualStages > 1 || givesBack || parts
        || recording == Recording::SteadyStepWhole || recording == Recording::FirstStepsWhole)
        return LayerPlan::unrolled(model.layers);
    const std::int64_t windows = model.slidingWindow ? std::max<std::int64_t>(model.fullAttentionEvery, 1) : 1;
    const std::int64_t experts = model.experts ? model.experts->sparseStep : 1;
    const std::int64_t kinds = std::lcm(std::lcm(windows, experts), std::max<std::int64_t>(model.unrotatedEvery, 1));
    const std::int64_t period = std::lcm(BlockCheckpointing::period(scenario.training, model.layers), kinds);
    const std::int64_t first = model.family == Family::ModernBert ? 1 : 0; // its first layer has no norm
    const std::int64_t other = model.experts ? model.experts->firstDenseLayers : first;
    const std::int64_t lead = other + (firstGraphIsSmaller(scenario) ? 1 : 0);
    // A segment of several blocks must not begin in one period and end in the next.
    return LayerPlan::folded(model.layers, period,
                             roundUp(lead, BlockCheckpointing::segment(scenario.training, model.layers)));
}

// Elsewhere a layer's events depend on its neighbours: units and buckets reach across layers, fused norms write
// gradients over what the layer above made, and updates one by one let go of a parameter's tensors during the next
// one's.
bool lastIsSteady(const Scenario& scenario)
{
    const ParallelPlan& plan = scenario.parallelism;
    const TrainingPlan& training = scenario.training;
    const bool alone = plan.data == DataParallel::None && plan.tensor == 1 && plan.pipeline == 1 && plan.context == 1;
    return alone && training.kernels != Kernels::Fused && !training.optimizerInBackward
        && training.optimizerKernel != OptimizerKernel::ForLoop && !hasMasterWeights(training.precision);
}

Scenario stageOf(const Scenario& scenario)
{
    const ParallelPlan& plan = scenario.parallelism;
    Scenario stage = scenario;
    if (plan.pipeline > 1 && plan.virtualStages == 1)
        stage.model.layers = layersOfPart(scenario.model.layers, plan, plan.stage.value_or(0));
    return stage;
}

} // namespace plimsoll::step
