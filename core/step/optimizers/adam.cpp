// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/optimizers/families.h"

namespace plimsoll::step {

void adamStates(StateMaker& states)
{
    if (states.kernel() == OptimizerKernel::Fused)
        states.make("step count", {}, DType::Float32); // the other kernels count on the CPU
    states.makeLikeParameter("first moment");
    states.makeLikeParameter("second moment");
}

void amsgradStates(StateMaker& states)
{
    adamStates(states);
    states.makeLikeParameter("largest second moment");
}

void adamForeach(OptimizerRun& run)
{
    ParameterTensors roots;
    for (const Parameters& group : groupedByType(run.parameters())) {
        laidOutGradients(group); // for the first moments
        {
            const ParameterTensors first = laidOutGradients(group); // for their squares: one for each factor
            const ParameterTensors second = laidOutGradients(group);
        }
        group.front().tape().operation = "square roots of second moments";
        roots = listOf(group, [](const Tensor& p) { return emptyLike(p); });
    }
}

void adamFused(OptimizerRun& run)
{
    for (const Parameters& group : groupedByType(run.parameters()))
        laidOutGradients(group);
}

void adamForLoop(OptimizerRun& run)
{
    Tape& tape = run.parameters().front().tape();
    Tensor denominator;
    forEach(run.parameters(), [&](const Tensor& p) {
        laidOutGradients({p});
        {
            const ParameterTensors first = laidOutGradients({p});
            const ParameterTensors second = laidOutGradients({p});
        }
        tape.operation = "square root of second moment";
        const Tensor root = emptyLike(p);
        tape.operation = "denominator";
        denominator = emptyLike(p);
    });
}

} // namespace plimsoll::step
