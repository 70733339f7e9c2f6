// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/optimizerkernels.h"

#include <array>
#include <cstddef>

namespace plimsoll {

namespace {

using enum OptimizerKernel;

struct KnownKernels
{
    bool foreach;
    bool fused;
    OptimizerKernel byDefault; // on CUDA
};

// In the order of enum Optimizer; all have a for-loop. Source: the constructors in torch.optim (2.15); the other
// libraries' optimizers have no choice of kernel.
constexpr std::array<KnownKernels, 16> kernels{{
    {true, true, Foreach},  // AdamW
    {true, true, Foreach},  // Adam with amsgrad
    {true, true, Foreach},  // SGD
    {true, true, Foreach},  // SGD with momentum
    {true, false, Foreach}, // RMSprop
    {true, true, Foreach},  // Adagrad
    {true, false, ForLoop}, // Adafactor
    {false, false, ForLoop},
    {false, false, ForLoop},
    {false, false, ForLoop},
    {false, false, ForLoop},
    {false, false, ForLoop},
    {false, false, ForLoop},
    {false, false, ForLoop},
    {false, false, ForLoop},
    {false, false, ForLoop},
}};

} // namespace

bool hasKernel(Optimizer optimizer, OptimizerKernel kernel)
{
    const KnownKernels& known = kernels[static_cast<std::size_t>(optimizer)];
    return kernel == ForLoop || (kernel == Foreach ? known.foreach : known.fused);
}

OptimizerKernel kernelTaken(Optimizer optimizer, OptimizerKernel asked)
{
    return hasKernel(optimizer, asked) ? asked : kernels[static_cast<std::size_t>(optimizer)].byDefault;
}

} // namespace plimsoll
