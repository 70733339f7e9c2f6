// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/optimizers/optimizerrun.h"

namespace plimsoll::step {

// torch.amp.GradScaler: scale and counter live between steps; looking for overflow makes a few numbers, some of which
// last through the optimizer's step.
class GradScaler
{
public:
    Tensor scaled(const Tensor& loss);
    void makeState(Tape& tape);
    void step(Tape& tape, OptimizerRun& optimizer);

private:
    Tensor m_scale;
    Tensor m_growth;
};

} // namespace plimsoll::step
