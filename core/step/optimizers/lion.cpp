// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/optimizers/families.h"

namespace plimsoll::step {

void lionStep(OptimizerRun& run)
{
    Tape& tape = run.parameters().front().tape();
    forEach(run.parameters(), [&](const Tensor& p) {
        run.prepareStates(p);
        tape.operation = "copied momentum";
        Tensor momentum = emptyLike(p);
        tape.operation = "update";
        const Tensor update = emptyLike(p);
        momentum = {};
    });
}

} // namespace plimsoll::step
