// SPDX-License-Identifier: GPL-3.0-or-later
// peft's DoraLinearLayer (peft/tuners/lora/dora.py) of release 0.21.
#include "step/adapters.h"
#include "step/ops.h"
#include "step/tape.h"

#include <utility>
#include <vector>

namespace plimsoll::step {

namespace {

// get_weight_norm: the norm of each row of both weights' sum. The sum is held by whoever calls.
Tensor summed(const Tensor& weight, const Tensor& loraWeight)
{
    const Tensor scaled = scale(loraWeight);
    return add(weight, scaled);
}

Tensor weightNorm(const Tensor& weight, const Tensor& loraWeight)
{
    const Tensor sum = summed(weight, loraWeight);
    return cast(rowNorms(sum), sum.dtype());
}

// get_lora_weight: B(A(identity)), transposed.
Tensor loraWeightOf(const Adapter& adapter)
{
    const std::int64_t width = adapter.down.size(1);
    const Tensor identity = empty(adapter.down.tape(), {width, width}, adapter.down.dtype());
    return transpose(linear(linear(identity, adapter.down, {}), adapter.up, {}), 0, 1);
}

} // namespace

// A Conv1D's weight is transposed into a new nn.Parameter (peft.utils.other.transpose), which needs a gradient; not so
// what a cast has made.
Tensor asFactor(const Tensor& weight, const AdaptedLayer& base)
{
    if (!base.byInputs || weight.dtype() != base.weight.dtype())
        return weight;
    Tensor parameter = detach(weight);
    parameter->requiresGrad = true;
    parameter->layer = weight.tape().place().layer;
    return parameter;
}

Tensor firstMagnitudes(const Adapter& adapter)
{
    Tape& tape = adapter.down.tape();
    const GradMode noGrad(tape, false); // the graph goes with the locals
    tape.operation = "first magnitudes";
    std::vector<Tensor> copies;
    if (adapter.base.quantized)
        copies = adapter.base.quantized->copies();
    const Tensor weight = adapter.base.wholeWeight();
    const Tensor loraWeight = empty(tape, {adapter.base.out, adapter.base.in}, adapter.up.dtype());
    tape.cublasWorkspace();
    const Tensor sum = summed(weight, loraWeight);
    return cast(rowNorms(sum), sum.dtype());
}

Tensor doraDelta(const Adapter& adapter, Tensor base, const Tensor& x)
{
    Tensor loraWeight = loraWeightOf(adapter);
    loraWeight = cast(loraWeight, x.dtype());
    const Tensor weight = cast(adapter.base.wholeWeight(), x.dtype());
    const Tensor norm = weightNorm(weight, detach(loraWeight));
    const Tensor factor = view(divide(adapter.magnitude, norm), {1, adapter.base.out});
    const Tensor low = linear(linear(x, adapter.down, {}), adapter.up, {});
    if (!base)
        base = linear(x, asFactor(weight, adapter.base), {});
    else if (adapter.base.bias)
        base = sub(base, adapter.base.bias);
    const Tensor stretched = mul(addNumber(factor), base);
    const Tensor added = scale(mul(factor, low));
    return add(stretched, added);
}

} // namespace plimsoll::step
