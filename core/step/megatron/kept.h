// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/tape.h"
#include "step/tensor.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace plimsoll::step::megatron {

// What Megatron and Transformer Engine make once and keep on the card.
class Kept
{
public:
    // Sizes of what a run has by now, for another to begin with.
    struct Sizes
    {
        std::vector<std::pair<Dims, DType>> dummies;
        std::int64_t bufferBytes = 0;
        bool workspace = false;
        bool groupedWorkspaces = false;
    };

    explicit Kept(Tape& tape)
        : m_tape(&tape)
    {
    }

    // Transformer Engine's own cuBLAS workspace (cpp_extensions/gemm.py, get_cublas_workspace): 32 MiB from Hopper on,
    // 4 MiB before, and 1 KiB to align it.
    void workspace();
    // Four of them, for products on streams of their own (get_cublas_workspace, grouped_gemm).
    void groupedWorkspaces();
    // What a weight's gradient is to autograd where it has been summed into main_grad: a tensor nobody fills, one for
    // each shape (transformer_engine module/base.py, get_dummy_wgrad).
    Tensor dummyGradient(const Tensor& weight);
    // Megatron's global memory buffer, as large as what was asked for at most (core/utils.py, GlobalMemoryBuffer).
    Tensor buffer(const Dims& sizes, DType dtype);

    Sizes sizes() const;
    void begin(const Sizes& sizes);

private:
    Tensor dummy(const Dims& sizes, DType dtype);
    void growBuffer(std::int64_t bytes);

    Tape* m_tape;
    Tensor m_workspace;
    std::vector<Tensor> m_groupedWorkspaces;
    Tensor m_buffer;
    std::vector<Tensor> m_dummies;
};

inline Kept& keptOf(const Tensor& x)
{
    return *x.tape().megatronKept;
}

} // namespace plimsoll::step::megatron
