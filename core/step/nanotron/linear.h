// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/nanotron/group.h"
#include "step/tensor.h"

// nanotron/parallel/tensor_parallel: functional.py, distributed_differentiable_primitives.py. Tensors are
// [sequence, batch, width]; sums over all GPUs are made in place.
namespace plimsoll::step::nanotron {

// column_linear: the gathered sequence is the product's input, which autograd keeps; overlapped, the share alone is
// kept, and gathered again in backward.
Tensor columns(const Tensor& x, const Tensor& weight, const Group& group);
// row_linear
Tensor rows(const Tensor& x, const Tensor& weight, const Group& group);
// Of what each GPU has found, the sum's share of the sequence where that is split.
Tensor summed(const Tensor& x, const Group& group);

// TritonRMSNorm: flash-attn's LayerNormFn (flash_attn/ops/triton/layer_norm.py, 2.5.0).
Tensor normed(const Tensor& x, const Tensor& weight);

} // namespace plimsoll::step::nanotron
