// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/optimizers/reductions.h"

#include "step/kernels.h"
#include "step/tape.h"

namespace plimsoll::step {

bool isFactored(const Tensor& parameter)
{
    return parameter.dimensions() > 1;
}

Tensor norm(const Tensor& x)
{
    Tensor result = empty(x.tape(), {}, x.dtype());
    x.tape().scratch(wholeReductionScratch(x.tape().gpu(), x.numel(), x.dtype()));
    return result;
}

Tensor reduced(const Tensor& x, int dimension)
{
    Dims sizes = x.sizes();
    sizes[sizes.size() - static_cast<std::size_t>(-dimension)] = 1;
    Tensor result = empty(x.tape(), sizes, x.dtype());
    const GpuTraits& gpu = x.tape().gpu();
    const std::int64_t outputs = result.numel();
    const bool columns = dimension == -2 && x.size(-1) > 1;
    x.tape().scratch(outputs == 1 ? wholeReductionScratch(gpu, x.numel(), x.dtype())
                                  : reductionScratch(gpu, outputs, x.size(dimension), columns, x.dtype()));
    return result;
}

Tensor product(Tape& tape, const Dims& sizes, DType dtype, std::int64_t workspace)
{
    Tensor result = empty(tape, sizes, dtype);
    tape.scratch({workspace});
    return result;
}

} // namespace plimsoll::step
