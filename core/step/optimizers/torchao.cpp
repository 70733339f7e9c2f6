// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/optimizers/families.h"

namespace plimsoll::step {

namespace {

constexpr std::int64_t smallestQuantized = 4096; // elements

bool isQuantized(const Tensor& p, std::int64_t block)
{
    return p.numel() >= smallestQuantized && p.numel() % block == 0;
}

} // namespace

void adamStates4bit(StateMaker& states)
{
    constexpr std::int64_t block = 128;
    const Tensor& p = states.parameter();
    for (const char* name : {"first moment", "second moment"}) {
        if (!isQuantized(p, block)) {
            states.makeLikeParameter(name);
            continue;
        }
        states.make(name, {p.numel() / 2}, DType::UInt8);
        states.make("scales of 4-bit states", {p.numel() / block}, DType::Float32);
        states.make("lookup table", {16}, DType::Float32);
    }
}

void adamStatesFp8(StateMaker& states)
{
    constexpr std::int64_t block = 256;
    const Tensor& p = states.parameter();
    for (const char* name : {"first moment", "second moment"}) {
        if (!isQuantized(p, block)) {
            states.makeLikeParameter(name);
            continue;
        }
        states.make(name, p.sizes(), DType::UInt8); // float8_e4m3fn: a byte each
        states.make("scales of fp8 states", {p.numel() / block}, DType::Float32);
    }
}

void torchaoStep4bit(OptimizerRun& run)
{
    forEach(run.parameters(), [&run](const Tensor& p) { run.prepareStates(p); });
}

void torchaoStepFp8(OptimizerRun& run)
{
    forEach(run.parameters(), [&run](const Tensor& p) { run.prepareStates(p); });
}

} // namespace plimsoll::step
