// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/kernels.h"
#include "step/optimizers/families.h"
#include "step/tape.h"

namespace plimsoll::step {

namespace {

constexpr std::int64_t smallest8bit = 4096;    // elements; smaller tensors keep fp32 states
constexpr std::int64_t smallestPaged = 100000; // elements; larger ones' states lie in managed memory
constexpr std::int64_t block = 256;            // values that share an fp32 scale

// Two or one states of a byte a value, with a scale for each block and a lookup table for each state.
void makeStates8bit(StateMaker& states, std::size_t count, bool isPaged)
{
    const Tensor& p = states.parameter();
    if (p.numel() < smallest8bit) {
        states.make("first moment", p.sizes(), DType::Float32);
        if (count == 2)
            states.make("second moment", p.sizes(), DType::Float32);
        return;
    }
    states.shareTables(count, {256}, DType::Float32);
    {
        // Managed memory goes to the host as soon as the card is full, so that is where it must find room.
        const HostScope host(p.tape(), p.tape().onHost || (isPaged && p.numel() >= smallestPaged));
        states.make("first moment, 8-bit", p.sizes(), DType::UInt8);
        if (count == 2)
            states.make("second moment, 8-bit", p.sizes(), DType::UInt8);
    }
    for (std::size_t i = 0; i < count; ++i)
        states.make("scales of 8-bit states", {ceilDiv(p.numel(), block)}, DType::Float32);
}

} // namespace

void twoStates8bit(StateMaker& states)
{
    makeStates8bit(states, 2, false);
}

void oneState8bit(StateMaker& states)
{
    makeStates8bit(states, 1, false);
}

void twoStatesPaged8bit(StateMaker& states)
{
    makeStates8bit(states, 2, true);
}

void twoStatesPaged(StateMaker& states)
{
    const Tensor& p = states.parameter();
    const HostScope host(p.tape(), p.tape().onHost || p.numel() >= smallestPaged);
    states.make("first moment", p.sizes(), DType::Float32);
    states.make("second moment", p.sizes(), DType::Float32);
}

void bitsandbytesStep(OptimizerRun& run)
{
    forEach(run.parameters(), [&run](const Tensor& p) { run.prepareStates(p); });
}

} // namespace plimsoll::step
