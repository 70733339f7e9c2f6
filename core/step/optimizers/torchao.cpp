// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/optimizers/families.h"

#include <boost/container/static_vector.hpp>

namespace plimsoll::step {

namespace {

constexpr std::int64_t smallestQuantized = 4096; // elements
constexpr std::int64_t block4bit = 128;          // values that share an fp32 scale
constexpr std::int64_t blockFp8 = 256;

// Other tensors keep states of their own type.
bool isQuantized(const Tensor& p, std::int64_t block)
{
    return p.numel() >= smallestQuantized && p.numel() % block == 0;
}

// The update of a parameter is one function under torch.compile; what its kernels hand to each other is in memory.
using Between = boost::container::static_vector<std::int64_t, 6>;

// Both moments' new scales; but where a row is a block, one kernel finds and uses them.
Between newScales(const Tensor& p, std::int64_t block)
{
    if (p.size(-1) == block)
        return {};
    return Between(2, sizeOf(DType::Float32) * p.numel() / block);
}

} // namespace

void adamStates4bit(StateMaker& states)
{
    const Tensor& p = states.parameter();
    for (const char* name : {"first moment", "second moment"}) {
        if (!isQuantized(p, block4bit)) {
            states.makeLikeParameter(name);
            continue;
        }
        states.make(name, {p.numel() / 2}, DType::UInt8);
        states.make("scales of 4-bit states", {p.numel() / block4bit}, DType::Float32);
        states.make("table of 4-bit values", {16}, DType::Float32);
    }
}

void adamStatesFp8(StateMaker& states)
{
    const Tensor& p = states.parameter();
    for (const char* name : {"first moment", "second moment"}) {
        if (!isQuantized(p, blockFp8)) {
            states.makeLikeParameter(name);
            continue;
        }
        states.make(name, p.sizes(), DType::UInt8); // float8_e4m3fn: a byte each
        states.make("scales of fp8 states", {p.numel() / blockFp8}, DType::Float32);
    }
}

// Beside the scales, the scaled values in fp32, and the codes found for them as 64-bit indices.
void torchaoStep4bit(OptimizerRun& run)
{
    Tape& tape = run.parameters().front().tape();
    forEach(run.parameters(), [&](const Tensor& p) {
        run.prepareStates(p);
        if (!isQuantized(p, block4bit))
            return;
        Between sizes = newScales(p, block4bit);
        sizes.insert(sizes.end(), 2, sizeOf(DType::Float32) * p.numel());
        sizes.insert(sizes.end(), 2, sizeOf(DType::Int64) * p.numel());
        tape.operation = "moments before they are packed";
        tape.scratch(sizes);
    });
}

void torchaoStepFp8(OptimizerRun& run)
{
    Tape& tape = run.parameters().front().tape();
    forEach(run.parameters(), [&](const Tensor& p) {
        run.prepareStates(p);
        if (!isQuantized(p, blockFp8))
            return;
        tape.operation = "new scales";
        tape.scratch(newScales(p, blockFp8));
    });
}

} // namespace plimsoll::step
