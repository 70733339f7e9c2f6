// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/zero/checks.h"

#include "step/tape.h"

#include <vector>

namespace plimsoll::step {

namespace {

Tensor number(Tape& tape, DType type)
{
    return empty(tape, {}, type);
}

Tensor answer(Tape& tape)
{
    return empty(tape, {}, DType::Bool);
}

// torch.isfinite of a number: its magnitude against infinity, itself against itself, and both.
Tensor isFinite(const Tensor& number)
{
    const Tensor magnitude = emptyLike(number);
    const Tensor bounded = emptyLike(number, DType::Bool);
    const Tensor same = emptyLike(number, DType::Bool);
    return emptyLike(number, DType::Bool);
}

Tensor extremeIsFinite(const Tensor& x)
{
    Tape& tape = x.tape();
    const Tensor extreme = empty(tape, {}, x.dtype());
    tape.scratch(wholeReductionScratch(tape.gpu(), x.numel(), x.dtype(), sizeOf(x.dtype())));
    return isFinite(extreme);
}

// mask_nan_or_inf_with_val_inplace
void maskInvalid(Tape& tape)
{
    const Tensor infinite = answer(tape);
    const Tensor notANumber = answer(tape);
    const Tensor either = answer(tape);
    const Tensor instead = number(tape, DType::Float32);
}

} // namespace

void lookForOverflow(const Tensor& gradient)
{
    Tensor finite;
    {
        const Tensor greatest = extremeIsFinite(gradient);
        const Tensor least = extremeIsFinite(gradient);
        finite = emptyLike(greatest);
    }
    const Tensor overflow = emptyLike(finite);
}

void countOverflows(std::span<const Tensor> gradients)
{
    Tape& tape = gradients.front().tape();
    const Tensor count = empty(tape, {1}, DType::Float32);
    for (const Tensor& gradient : gradients)
        lookForOverflow(gradient);
    const Tensor any = answer(tape);
}

void checkNorm(Tape& tape, DType type)
{
    Tensor finite;
    {
        const Tensor magnitude = number(tape, type);
        const Tensor bounded = answer(tape);
        const Tensor same = answer(tape);
        finite = answer(tape);
    }
    Tensor invalid = answer(tape);
    finite = {};
    Tensor negative = answer(tape);
    const Tensor either = answer(tape);
}

Tensor normOf(const Tensor& gradient)
{
    Tape& tape = gradient.tape();
    const Tensor wide = emptyLike(gradient, DType::Float64);
    Tensor norm = empty(tape, {}, DType::Float64);
    tape.scratch(wholeReductionScratch(tape.gpu(), wide.numel(), DType::Float64, sizeOf(DType::Float64)));
    return norm;
}

Tensor globalNorm(Tape& tape, std::span<const Tensor> gradients, DType type)
{
    Tensor total;
    {
        std::vector<Tensor> norms;
        for (const Tensor& gradient : gradients)
            norms.push_back(normOf(gradient));
        Tensor powers = empty(tape, {static_cast<std::int64_t>(norms.size())}, DType::Float64);
        powers = emptyLike(powers);
        Tensor sum = number(tape, DType::Float64);
        powers = {};
        if (type != sum.dtype())
            sum = number(tape, type);
        total = number(tape, type);
        maskInvalid(tape);
    }
    // combine_grad_norm_groups, of one group
    const Tensor stacked = empty(tape, {1}, type);
    checkNorm(tape, type);
    const Tensor valid = number(tape, type);
    return number(tape, type);
}

void clippingFactor(Tape& tape, DType type)
{
    checkNorm(tape, type);
    Tensor quotient = number(tape, type);
    quotient = number(tape, type);
    quotient = number(tape, type);
    const Tensor clip = number(tape, type);
    const Tensor scale = number(tape, type);
    const Tensor inverse = number(tape, type);
    const Tensor factor = number(tape, type);
}

} // namespace plimsoll::step
