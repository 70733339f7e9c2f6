// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/dims.h"

#include <cstdint>
#include <optional>

namespace plimsoll::step {

std::int64_t numel(const Dims& sizes);

Dims contiguousStrides(const Dims& sizes);

bool isContiguous(const Dims& sizes, const Dims& strides);

// Whether some order of the dimensions makes the tensor contiguous (at::Tensor::is_non_overlapping_and_dense).
bool isDense(const Dims& sizes, const Dims& strides);

// Strides an element-wise result takes (at::empty_like, torch.preserve_format): those of a dense input; of any other
// input the order of its dimensions, packed.
Dims preservedStrides(const Dims& sizes, const Dims& strides);

// Packed strides for sizes in the order of dimensions that other strides show.
Dims packedLike(const Dims& sizes, const Dims& strides);

// Strides that read the same memory as newSizes, or nothing where only a copy can (at::detail::computeStride).
std::optional<Dims> viewStrides(const Dims& sizes, const Dims& strides, const Dims& newSizes);

} // namespace plimsoll::step
