// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"
#include "step/kernels.h"
#include "step/layerplan.h"
#include "step/stepprogram.h"

namespace plimsoll::step {

// How much of a run is recorded.
enum class Recording {
    SteadyStep,      // one step of a run under way, its layers folded: what the figures are read off
    SteadyStepWhole, // the same with every layer recorded
    FirstSteps, // loading, the first step and a steady one, layers folded: unrolled, what the allocator is fed with
    FirstStepsWhole, // the same with every layer recorded
};

// Records a scenario's training: the model is loaded, the optimizer's states made, the step run. Sizes must have been
// checked: no tensor beyond 2^50 bytes.
StepProgram record(const Scenario& scenario, const GpuTraits& gpu, Recording recording);

// The same of these layers of a pipeline's stage.
StepProgram recordLayers(const Scenario& stage, const GpuTraits& gpu, Recording recording, const LayerPlan& layers);

} // namespace plimsoll::step
