// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/optimizers/families.h"

namespace plimsoll::step {

void updateInPlace(OptimizerRun&) { }

void noStates(StateMaker&) { }

void momentumState(StateMaker& states)
{
    states.makeLikeParameter("momentum");
}

} // namespace plimsoll::step
