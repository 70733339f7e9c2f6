// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/activations.h"

#include "step/ops.h"

namespace plimsoll::step {

namespace {

Tensor scaledCube(const Tensor& x)
{
    return scale(power(x));
}

// 1 + 0.044715·x·x
Tensor quadratic(const Tensor& x)
{
    Tensor y = mul(scale(x), x);
    return addNumber(y);
}

} // namespace

Tensor geluByHand(const Tensor& x)
{
    const Tensor half = scale(x);
    Tensor y = scaledCube(x);
    y = add(x, y);
    y = scale(y);
    y = tanh(y);
    y = addNumber(y);
    return mul(half, y);
}

Tensor geluFastByHand(const Tensor& x)
{
    const Tensor half = scale(x);
    Tensor y = scale(x);
    {
        const Tensor factor = quadratic(x);
        y = mul(y, factor);
    }
    y = tanh(y);
    y = addNumber(y);
    return mul(half, y);
}

Tensor squaredRelu(const Tensor& x)
{
    const Tensor applied = relu(x);
    return power(applied);
}

ActivationFunction activationOf(const ModelSpec& model, ActivationFunction own)
{
    switch (model.hiddenActivation) {
    case HiddenActivation::Own:
        break;
    case HiddenActivation::Gelu:
        return gelu;
    case HiddenActivation::GeluNew:
        return geluByHand;
    case HiddenActivation::GeluFast:
        return geluFastByHand;
    case HiddenActivation::Relu:
        return relu;
    case HiddenActivation::Silu:
        return silu;
    case HiddenActivation::SquaredRelu:
        return squaredRelu;
    }
    return own;
}

} // namespace plimsoll::step
