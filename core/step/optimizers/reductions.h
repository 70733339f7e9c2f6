// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/tensor.h"

namespace plimsoll::step {

// Whether Adafactor keeps rows' and columns' factors of a second moment instead of all of it.
bool isFactored(const Tensor& parameter);

// The norm of the whole tensor: one number, and the reduction's scratch for the time of the call.
Tensor norm(const Tensor& x);

// A norm or mean over one dimension, counted from the end (-1 or -2), which stays with size 1.
Tensor reduced(const Tensor& x, int dimension);

// A product's result, with a workspace of so many bytes for the time of the call.
Tensor product(Tape& tape, const Dims& sizes, DType dtype, std::int64_t workspace);

} // namespace plimsoll::step
