// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"
#include "step/layerplan.h"
#include "step/trainingloop.h"

namespace plimsoll::step {

// Which of the model's layers are recorded: those that differ, where what is recorded folds.
LayerPlan layerPlan(const Scenario& scenario, Recording recording);

// Whether the last of them need not be recorded: it does what a steady one does (see lastlayer.h).
bool lastIsSteady(const Scenario& scenario);

// The model as a pipeline's stage has it: so many layers. With several parts a stage makes each by itself.
Scenario stageOf(const Scenario& scenario);

} // namespace plimsoll::step
