// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/optimizers/families.h"
#include "step/optimizers/reductions.h"

#include <algorithm>
#include <array>

namespace plimsoll::step {

namespace {

Dims withSizeOne(Dims sizes, std::size_t fromTheEnd)
{
    sizes[sizes.size() - fromTheEnd] = 1;
    return sizes;
}

// The outer product of row and column factors.
Tensor secondMomentOf(const Tensor& parameter)
{
    Tape& tape = parameter.tape();
    return product(tape, parameter.sizes(), parameter.dtype(), tape.gpu().cublasWorkspace);
}

// The mean of the row factors.
Tensor meanOfRows(const Tensor& parameter)
{
    const Tensor& p = parameter;
    Tensor mean = empty(p.tape(), withSizeOne(withSizeOne(p.sizes(), 1), 2), p.dtype());
    if (mean.numel() == 1)
        p.tape().scratch(wholeReductionScratch(p.tape().gpu(), p.size(-2), p.dtype()));
    return mean;
}

// Factored parameters and vectors apart, the kind met first coming first.
std::array<Parameters, 2> groupedByShape(const Parameters& parameters)
{
    std::array<Parameters, 2> groups;
    for (const Tensor& p : parameters)
        groups[isFactored(p) == isFactored(parameters.front()) ? 0 : 1].push_back(p);
    return groups;
}

// Second moments of matrices, estimated from their factors, after the factors have been updated.
ParameterTensors estimatesOfMatrices(const Parameters& matrices, Tape& tape)
{
    tape.operation = "row norms";
    listOf(matrices, [](const Tensor& p) { return reduced(p, -1); });
    tape.operation = "column norms";
    listOf(matrices, [](const Tensor& p) { return reduced(p, -2); });
    tape.operation = "estimated second moments";
    ParameterTensors estimates = listOf(matrices, secondMomentOf);
    tape.operation = "means of row factors";
    listOf(matrices, meanOfRows);
    return estimates;
}

ParameterTensors estimatesOfVectors(const Parameters& vectors, Tape& tape)
{
    tape.operation = "squared gradients";
    listOf(vectors, [](const Tensor& p) { return emptyLike(p); });
    tape.operation = "copied second moments";
    return listOf(vectors, [](const Tensor& p) { return emptyLike(p); });
}

void takeNorms(const Parameters& parameters, Tape& tape)
{
    tape.operation = "norm";
    forEach(parameters, [](const Tensor& p) { norm(p); });
}

} // namespace

void adafactorStates(StateMaker& states)
{
    const Tensor& p = states.parameter();
    if (!isFactored(p)) {
        states.makeLikeParameter("second moment");
        return;
    }
    states.make("row factors", withSizeOne(p.sizes(), 1), p.dtype());
    states.make("column factors", withSizeOne(p.sizes(), 2), p.dtype());
}

void adafactorForeach(OptimizerRun& run)
{
    Tape& tape = run.parameters().front().tape();
    ParameterTensors updates; // made out of the estimates in place; alive until the next group's are
    for (const Parameters& oneType : groupedByType(run.parameters()))
        for (const Parameters& group : groupedByShape(oneType)) {
            if (group.empty())
                continue;
            takeNorms(group, tape); // of the parameters
            updates = isFactored(group.front()) ? estimatesOfMatrices(group, tape) : estimatesOfVectors(group, tape);
            takeNorms(group, tape); // of the updates
        }
}

// What has a name lives until the next parameter's is made.
void adafactorForLoop(OptimizerRun& run)
{
    Tape& tape = run.parameters().front().tape();
    Tensor rowMean;
    Tensor columnMean;
    Tensor squaredGradient;
    Tensor update; // made out of the estimated second moment in place
    forEach(run.parameters(), [&](const Tensor& p) {
        tape.operation = "norm";
        norm(p);
        if (isFactored(p)) {
            tape.operation = "row norms";
            rowMean = reduced(p, -1);
            tape.operation = "column norms";
            columnMean = reduced(p, -2);
            tape.operation = "estimated second moment";
            Tensor estimate = secondMomentOf(p);
            meanOfRows(p);
            update = std::move(estimate);
        } else {
            tape.operation = "squared gradient";
            squaredGradient = emptyLike(p);
            tape.operation = "copied second moment";
            update = emptyLike(p);
        }
        tape.operation = "norm";
        norm(update);
    });
}

} // namespace plimsoll::step
