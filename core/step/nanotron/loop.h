// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/trainingloop.h"

namespace plimsoll::step::nanotron {

// A training as nanotron's DistributedTrainer runs it (nanotron/trainer.py, training_step).
StepProgram recordTraining(const Scenario& scenario, const GpuTraits& gpu, Recording recording);

} // namespace plimsoll::step::nanotron
