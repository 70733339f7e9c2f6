// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/gradscaler.h"

#include "step/ops.h"
#include "step/tape.h"

namespace plimsoll::step {

namespace {

Tensor number(Tape& tape)
{
    return empty(tape, {}, DType::Float32);
}

// _unscale_grads_ with its arguments, which it copies: the flag that a gradient overflowed remains.
Tensor foundInfinity(Tape& tape)
{
    const Tensor flag = number(tape);
    Tensor flagHere = number(tape);
    const Tensor inverseHere = number(tape);
    if (tape.fullyShard)
        number(tape); // what all GPUs found (torch.distributed.tensor, found_inf_reduce_handler)
    return flagHere;
}

// unscale_: the inverse of the scale comes by way of fp64.
Tensor unscale(Tape& tape)
{
    Tensor wide = empty(tape, {}, DType::Float64);
    Tensor wideInverse = empty(tape, {}, DType::Float64);
    wide = {};
    const Tensor inverse = number(tape);
    wideInverse = {};
    return foundInfinity(tape);
}

// _check_inf_per_device: gradients stay as they are, divided by one.
Tensor lookForInfinity(Tape& tape)
{
    const Tensor one = number(tape);
    return foundInfinity(tape);
}

} // namespace

Tensor GradScaler::scaled(const Tensor& loss)
{
    makeState(loss.tape());
    return scale(loss);
}

void GradScaler::makeState(Tape& tape)
{
    if (m_scale)
        return;
    const ModuleScope scope(tape, "gradient scaler", LineItem::Workspace);
    tape.operation = "state";
    m_scale = empty(tape, {}, DType::Float32);
    m_growth = empty(tape, {}, DType::Int32);
}

void GradScaler::step(Tape& tape, OptimizerRun& optimizer)
{
    const ModuleScope scope(tape, "gradient scaler", LineItem::Workspace);
    tape.operation = "unscale";
    if (!optimizer.unscalesGradients()) {
        const Tensor flag = unscale(tape);
        optimizer.step();
        return;
    }
    const Tensor flag = lookForInfinity(tape);
    const Tensor flagOfAllDevices = number(tape);
    const Tensor gradientScale = number(tape);
    optimizer.step();
}

} // namespace plimsoll::step
