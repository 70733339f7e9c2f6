// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/tensor.h"

// Megatron's fused element-wise functions (megatron/core/fusions), each one kernel forward and one back.
namespace plimsoll::step::megatron {

Tensor biasGelu(const Tensor& x, const Tensor& bias); // fused_bias_gelu.py: keeps x
// fused_bias_swiglu.py, fused_bias_geglu.py: keeps x, [gate, up] side by side; the bias may be missing.
Tensor gated(const Tensor& x, const Tensor& bias);
// fused_bias_dropout.py: residual + dropout(x + bias) keeps the mask alone; the bias may be missing.
Tensor biasDropoutAdd(const Tensor& x, const Tensor& bias, const Tensor& residual, bool dropout);

} // namespace plimsoll::step::megatron
