// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/modelspec.h"
#include "step/tensor.h"

// Activation functions that transformers writes out in Python, each step an operation of its own.
namespace plimsoll::step {

// NewGELUActivation ("gelu_new"): x/2 · (1 + tanh(√(2/π) · (x + 0.044715·x³)))
Tensor geluByHand(const Tensor& x);

// FastGELUActivation ("gelu_fast"): x/2 · (1 + tanh(0.79788456·x · (1 + 0.044715·x·x)))
Tensor geluFastByHand(const Tensor& x);

// ReLUSquaredActivation ("relu2")
Tensor squaredRelu(const Tensor& x);

using ActivationFunction = Tensor (*)(const Tensor& x);

// The activation that the model's config names, or the family's own.
ActivationFunction activationOf(const ModelSpec& model, ActivationFunction own);

} // namespace plimsoll::step
