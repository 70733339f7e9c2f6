// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/adapters.h"

#include "step/flatshard.h"
#include "step/modules.h"
#include "step/ops.h"

#include <utility>

namespace plimsoll::step {

Tensor AdaptedLayer::wholeWeight() const
{
    if (quantized)
        return quantized->whole();
    return byInputs ? transposed(weight, 0, 1) : weight;
}

Adapter::Adapter(AdaptedLayer beside, const Tape& tape)
    : base(std::move(beside)),
      layer(tape.place().layer),
      block(tape.block)
{
}

// LoraLayer.update_layer: nn.Linear's own fp32, then the type of the layer beside it.
void Adapter::make(ParameterFactory& factory)
{
    Tape& tape = factory.tape();
    tape.setLayer(layer);
    const TapeScope<&Tape::block> ofBlock(tape, block);
    const LoraPlan& plan = factory.training().lora;
    dropout = plan.dropout > 0;
    const std::int64_t rank = plan.rank * base.layersInOne * base.groups;
    down = factory.makeTrainable("adapter A", {rank, base.in}, DType::Float32);
    up = factory.makeTrainable("adapter B", {base.out, rank}, DType::Float32);
    const ModuleScope scope(tape, "adapter", LineItem::Weights);
    for (const Tensor& matrix : {down, up})
        if (matrix.dtype() != base.dtype())
            convertInPlace(matrix, base.dtype());
    if (plan.dora)
        magnitude = factory.trainAs("adapter magnitude", firstMagnitudes(*this));
}

// cast_adapter_dtype
void Adapter::widen()
{
    Tape& tape = down.tape();
    tape.setLayer(layer);
    const ModuleScope scope(tape, "adapter", LineItem::Weights);
    for (const Tensor& parameter : {down, up, magnitude})
        if (parameter && parameter.dtype() != DType::Float32)
            convertInPlace(parameter, DType::Float32);
}

// What is added to the frozen layer's result.
Tensor Adapter::delta(const Tensor& x) const
{
    const ModuleScope scope(x.tape(), "adapter");
    Tensor y = dropout ? step::dropout(x) : x;
    for (const Tensor& matrix : {down, up})
        y = x.tape().flatShard ? x.tape().flatShard->multiply(y, matrix) : linear(y, matrix, {});
    return scale(y);
}

Tensor Adapter::joined(const Tensor& result, const Tensor& x) const
{
    if (!magnitude) {
        const Tensor more = delta(x);
        return add(result, more);
    }
    const ModuleScope scope(x.tape(), "adapter");
    const Tensor dropped = dropout ? step::dropout(x) : x;
    const Tensor more = doraDelta(*this, dropout ? Tensor() : result, dropped);
    return add(result, more);
}

Tensor Adapter::addedTo(Tensor result, const Tensor& input) const
{
    const DType dtype = result.dtype();
    const bool autocast = result.tape().autocast.has_value();
    if (!base.quantized || base.quantized->hasPlainAdapter()) {
        const Tensor x = cast(input, down.dtype());
        const Tensor y = joined(result, x);
        result = {};
        return cast(y, dtype);
    }
    if (base.quantized->isCopied())
        result = clone(result);
    const Tensor x = autocast ? input : cast(input, down.dtype());
    if (magnitude) {
        const Tensor y = joined(result, x);
        result = {};
        return autocast ? y : cast(y, dtype);
    }
    Tensor y = delta(x);
    if (!autocast)
        y = cast(y, dtype);
    Tensor sum = add(result, y);
    dropLocals({&result, &y}); // result is named anew, the adapter's output is a local
    return sum;
}

} // namespace plimsoll::step
