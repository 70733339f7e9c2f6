// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/optimizers/families.h"
#include "step/optimizers/reductions.h"

#include <algorithm>

namespace plimsoll::step {

namespace {

// _zeropower_via_newtonschulz: five Newton-Schulz iterations in bf16, on the matrix or its transpose, whichever is
// wide.
Tensor orthogonalized(const Tensor& update)
{
    constexpr int iterations = 5;
    Tape& tape = update.tape();
    const GpuTraits& gpu = tape.gpu();
    const bool isTall = update.size(0) > update.size(1);
    const std::int64_t rows = std::min(update.size(0), update.size(1));
    const std::int64_t columns = std::max(update.size(0), update.size(1));

    tape.operation = "orthogonal update";
    Tensor x = empty(tape, {rows, columns}, DType::BFloat16);
    {
        const Tensor length = norm(x);
        emptyLike(length); // bounded from below
    }
    Tensor gram;
    Tensor mix;
    for (int i = 0; i < iterations; ++i) {
        // A matrix added to a product goes through cuBLASLt, unless it lies by columns.
        const bool liesByColumns = isTall && i == 0;
        tape.operation = "Gram matrix";
        gram = product(tape, {rows, rows}, DType::BFloat16, gpu.cublasWorkspace);
        tape.operation = "polynomial of the Gram matrix";
        mix = product(tape, {rows, rows}, DType::BFloat16, gpu.cublasLtWorkspace);
        tape.operation = "orthogonal update";
        x = product(tape, {rows, columns}, DType::BFloat16,
                    liesByColumns ? gpu.cublasWorkspace : gpu.cublasLtWorkspace);
    }
    return x;
}

} // namespace

void muonStep(OptimizerRun& run)
{
    Tape& tape = run.parameters().front().tape();
    Tensor update; // lives into the next parameter's turn
    forEach(run.parameters(), [&](const Tensor& p) {
        tape.operation = "update with momentum";
        update = emptyLike(p);
        update = orthogonalized(update);
    });
}

} // namespace plimsoll::step
