// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/tensor.h"

#include <span>

namespace plimsoll::step {

// What DeepSpeed looks at before an optimizer steps (runtime/utils.py).

// has_inf_or_nan: the greatest and the least element tell.
void lookForOverflow(const Tensor& gradient);
// has_overflow: the same for each, counted.
void countOverflows(std::span<const Tensor> gradients);

// The norm of one gradient, widened to fp64 (get_norm_dtype); and of all.
Tensor normOf(const Tensor& gradient);
// `total`: the type in which norms are added up.
Tensor globalNorm(Tape& tape, std::span<const Tensor> gradients, DType total);
// is_invalid_grad_norm
void checkNorm(Tape& tape, DType type = DType::Float32);
// The factor that gradients are multiplied by, from norm, loss scale and the largest norm allowed.
void clippingFactor(Tape& tape, DType type = DType::Float32);

} // namespace plimsoll::step
