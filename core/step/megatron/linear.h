// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/megatron/group.h"
#include "step/tensor.h"

// Linear layers that several GPUs share, and norms, on tensors [sequence, batch, width].
namespace plimsoll::step::megatron {

// A norm's parameters; no bias: an RMS norm.
struct Norm
{
    Tensor weight;
    Tensor bias;
    bool isRms = false;
};

// transformer_engine's LayerNormLinear, its outputs split (module/layernorm_linear.py): saved are the input, what is
// normalised, and a row's statistics. A gathered sequence lives for the time of the product.
Tensor normedColumns(const Tensor& x, const Norm& norm, const Tensor& weight, const Tensor& bias, const Group& group);
// transformer_engine's Linear with its inputs split (module/linear.py): what each GPU makes is summed.
Tensor rows(const Tensor& x, const Tensor& weight, const Group& group);
// The same in Megatron's own code (core/tensor_parallel/layers.py, LinearWithGradAccumulationAndAsyncCommunication): a
// sequence is gathered in the global memory buffer. The output layer is always this one.
Tensor ownColumns(const Tensor& x, const Tensor& weight, const Tensor& bias, const Group& group);
Tensor ownRows(const Tensor& x, const Tensor& weight, const Group& group);

// A norm by itself.
Tensor normed(const Tensor& x, const Norm& norm);

} // namespace plimsoll::step::megatron
