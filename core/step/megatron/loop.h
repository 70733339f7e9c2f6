// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/trainingloop.h"

namespace plimsoll::step::megatron {

// A training as pretrain_gpt.py of Megatron-LM runs it (megatron/training/training.py, train_step).
StepProgram recordTraining(const Scenario& scenario, const GpuTraits& gpu, Recording recording);

// Bytes of model, gradient buffers and optimizer: what such a training has at any time at least.
std::int64_t bytesOfState(const Scenario& scenario, const GpuTraits& gpu);

} // namespace plimsoll::step::megatron
