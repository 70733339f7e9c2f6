// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/gputraits.h"

#include <array>
#include <cstdlib>

namespace plimsoll::step {

namespace {

struct Generation
{
    std::string_view capability;
    std::int64_t multiprocessors; // of the generation's usual card for training, named beside it
    std::int64_t threads;         // a multiprocessor can hold (CUDA C++ Programming Guide, technical specifications)
};

constexpr std::array<Generation, 9> generations{{
    {"7.0", 80, 2048},   // V100
    {"7.5", 40, 1024},   // T4
    {"8.0", 108, 2048},  // A100
    {"8.6", 84, 1536},   // A40, RTX A6000
    {"8.9", 142, 1536},  // L40S
    {"9.0", 132, 2048},  // H100 SXM, H200
    {"10.0", 148, 2048}, // B200
    {"10.3", 148, 2048}, // B300
    {"12.0", 170, 1536}, // RTX 5090
}};

// 4,096 KiB twice and 16 KiB eight times (aten/src/ATen/cuda/CublasHandlePool.cpp, parseChosenWorkspaceSize); Hopper
// has 32 MiB.
constexpr std::int64_t usualWorkspace = 2 * 4096 * 1024 + 8 * 16 * 1024;
// transformer_engine/pytorch/cpp_extensions/gemm.py, get_cublas_workspace_size_bytes: 32 MiB from Hopper on, else 4.

} // namespace

GpuTraits traitsOf(std::string_view computeCapability)
{
    GpuTraits traits;
    for (const Generation& generation : generations) {
        if (generation.capability != computeCapability)
            continue;
        traits.multiprocessors = generation.multiprocessors;
        traits.threadsPerMultiprocessor = generation.threads;
        const int capability = std::atoi(generation.capability.data());
        if (!computeCapability.starts_with("9."))
            traits.cublasWorkspace = usualWorkspace;
        if (capability < 9)
            traits.engineWorkspace = 4 * mib + 1024;
    }
    return traits;
}

} // namespace plimsoll::step
