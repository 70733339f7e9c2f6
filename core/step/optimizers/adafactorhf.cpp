// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/optimizers/families.h"
#include "step/optimizers/reductions.h"

namespace plimsoll::step {

namespace {

Dims rowSizes(const Tensor& parameter)
{
    Dims sizes = parameter.sizes();
    sizes.pop_back();
    return sizes;
}

Dims columnSizes(const Tensor& parameter)
{
    Dims sizes = parameter.sizes();
    sizes.erase(sizes.end() - 2);
    return sizes;
}

// The fp32 copy of a 16-bit tensor, or none.
Tensor widened(const Tensor& x)
{
    return isHalf(x.dtype()) ? emptyLike(x, DType::Float32) : Tensor();
}

// The root of the mean square: a norm, divided by a number.
Tensor rootMeanSquare(const Tensor& x)
{
    const Tensor length = norm(x);
    return emptyLike(length);
}

// The square roots' inverse, from the factors: rows, spread over columns.
Tensor fromFactors(const Tensor& update)
{
    Tape& tape = update.tape();
    const Tensor rowFactors = viewOf(update, rowSizes(update), contiguousStrides(rowSizes(update)));
    Tensor rows;
    {
        const Tensor mean = reduced(rowFactors, -1);
        rows = empty(tape, rowFactors.sizes(), DType::Float32);
    }
    const Tensor columns = empty(tape, columnSizes(update), DType::Float32);
    return emptyLike(update);
}

// Squared gradients, averaged over rows and columns for the factors; then the update that these give.
Tensor updateFrom(Tensor squares, Tape& tape)
{
    if (isFactored(squares)) {
        tape.operation = "means of rows and columns";
        reduced(squares, -1);
        reduced(squares, -2);
        tape.operation = "update";
        return fromFactors(squares);
    }
    tape.operation = "update";
    return emptyLike(squares);
}

} // namespace

void adafactorHfStates(StateMaker& states)
{
    const Tensor& p = states.parameter();
    if (isFactored(p)) {
        states.make("row factors", rowSizes(p), DType::Float32);
        states.make("column factors", columnSizes(p), DType::Float32);
    } else {
        states.make("second moment", p.sizes(), DType::Float32);
    }
    states.make("root mean square", {}, DType::Float32);
}

// Everything is done in fp32; what has a name lives until the next parameter's is made.
void adafactorHfStep(OptimizerRun& run)
{
    Tape& tape = run.parameters().front().tape();
    Tensor gradient;
    Tensor value;
    Tensor update;
    forEach(run.parameters(), [&](const Tensor& p) {
        tape.operation = "gradient in fp32";
        gradient = {};
        gradient = widened(p);
        run.prepareStates(p);
        tape.operation = "parameter in fp32";
        value = {};
        value = widened(p);
        tape.operation = "root mean square";
        rootMeanSquare(value ? value : p);
        tape.operation = "squared gradient";
        {
            const Tensor square = emptyLike(p, DType::Float32);
            Tensor shifted = emptyLike(p, DType::Float32);
            update = std::move(shifted);
        }
        update = updateFrom(update, tape);
        tape.operation = "root mean square";
        {
            const Tensor rms = rootMeanSquare(update);
            emptyLike(rms); // divided by the clipping threshold
        }
        tape.operation = "negated update";
        emptyLike(update);
    });
}

} // namespace plimsoll::step
