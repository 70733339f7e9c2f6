// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/optimizers/families.h"

namespace plimsoll::step {

void squaresState(StateMaker& states)
{
    states.makeLikeParameter("mean of squares");
}

void adagradStates(StateMaker& states)
{
    if (states.kernel() == OptimizerKernel::Fused)
        states.make("step count", {}, DType::Float32);
    states.makeLikeParameter("sum of squares");
}

namespace {

ParameterTensors copies(const Parameters& group, const char* name)
{
    group.front().tape().operation = name;
    return listOf(group, [](const Tensor& p) { return emptyLike(p); });
}

} // namespace

void rmsPropForeach(OptimizerRun& run)
{
    ParameterTensors roots;
    for (const Parameters& group : groupedByType(run.parameters()))
        roots = copies(group, "square roots of mean squares");
}

void adagradForeach(OptimizerRun& run)
{
    ParameterTensors roots;
    ParameterTensors numerators;
    for (const Parameters& group : groupedByType(run.parameters())) {
        roots = copies(group, "square roots of summed squares");
        numerators = copies(group, "scaled gradients");
    }
}

void rootForLoop(OptimizerRun& run)
{
    run.parameters().front().tape().operation = "square root of squared gradients";
    Tensor root;
    forEach(run.parameters(), [&root](const Tensor& p) { root = emptyLike(p); });
}

} // namespace plimsoll::step
