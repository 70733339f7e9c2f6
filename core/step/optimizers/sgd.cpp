// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/optimizers/families.h"

namespace plimsoll::step {

void updateInPlace(OptimizerRun&) { }

void noStates(StateMaker&) { }

void sgdStep(OptimizerRun& run)
{
    for (const Parameters& group : groupedByType(run.parameters()))
        laidOutGradients(group);
}

void sgdForLoop(OptimizerRun& run)
{
    forEach(run.parameters(), [](const Tensor& p) { laidOutGradients({p}); });
}

void momentumState(StateMaker& states)
{
    states.makeLikeParameter("momentum");
}

} // namespace plimsoll::step
