// SPDX-License-Identifier: GPL-3.0-or-later
// torch.nn's layers themselves; modules.cpp makes their parameters.
#include "step/modules.h"
#include "step/ops.h"
#include "step/zero/baremodule.h"

#include <utility>

namespace plimsoll::step {

Linear::Linear(ParameterFactory& factory, const char* name, std::int64_t in, std::int64_t out, bool withBias,
               LinearKind kindOf)
    : module(name),
      kind(kindOf)
{
    float8 = kind != LinearKind::ByInputs && factory.narrowsProducts(name, in, out);
    factory.noteLinear(name);
    if (factory.quantizes(name) && kind != LinearKind::ByInputs) {
        const std::shared_ptr<QuantizedWeight> packed = makeQuantizedWeight(factory, name, in, out);
        factory.planPacking(packed);
        quantized = packed;
    } else {
        weight = factory.make(name, kind == LinearKind::ByInputs ? Dims{in, out} : Dims{out, in});
    }
    if (withBias)
        bias = factory.make(name, {out});
    if (bias && quantized && quantized->narrowsBias())
        factory.planNarrowing(bias);
    if (factory.adapts(name))
        adapter = factory.planAdapter({in, out, weight, quantized, bias, kind == LinearKind::ByInputs});
    spread = factory.tensorParallel().of(name);
    factory.planSplit({spread.style, weight, bias});
}

Linear Linear::tied(ParameterFactory& factory, const char* name, const Tensor& embeddingWeight, bool withBias)
{
    Linear head;
    head.module = name;
    empty(factory.tape(), embeddingWeight.sizes(), embeddingWeight.dtype());
    head.weight = embeddingWeight;
    head.spread = factory.tensorParallel().of(name);
    factory.planTiedHead(embeddingWeight);
    if (withBias)
        head.bias = factory.make(name, {embeddingWeight.size(0)});
    return head;
}

Tensor Linear::operator()(Tensor x) const
{
    const ModuleScope scope(x.tape(), module, item);
    x = spread.entering(std::move(x));
    if (ZeroModules* zero = x.tape().zeroModules) {
        x = zero->enter(this, {&weight, &bias}, x);
        return zero->leave(this, base(x));
    }
    Tensor y = base(x);
    if (adapter)
        return adapter->addedTo(std::move(y), x);
    return spread.leaving(std::move(y));
}

Tensor Linear::base(const Tensor& x) const
{
    if (quantized)
        return quantized->multiply(x, bias);
    if (float8)
        return float8Linear(x, weight, bias);
    switch (kind) {
    case LinearKind::Plain:
        break;
    case LinearKind::ByInputs:
        return linearByInputs(x, weight, bias);
    case LinearKind::Apart: {
        const Tensor y = matmulTransposed(x, weight);
        return bias ? add(y, bias) : y;
    }
    }
    return x.tape().zeroModules ? linearAsOneNode(x, weight, bias) : linear(x, weight, bias);
}

Embedding::Embedding(ParameterFactory& factory, const char* name, std::int64_t rowsOf, std::int64_t width)
    : module(name),
      weight(factory.make(name, {rowsOf, width})),
      spread(factory.tensorParallel().of(name)),
      rows(rowsOf)
{
    factory.planSplit({spread.style, weight, {}, true});
}

Embedding Embedding::scaled(ParameterFactory& factory, const char* name, std::int64_t rows, std::int64_t width)
{
    Embedding made(factory, name, rows, width);
    made.scale = factory.makeBuffer(name, {}, factory.dtype());
    return made;
}

Tensor Embedding::operator()(Tensor ids) const
{
    const ModuleScope scope(ids.tape(), module);
    if (spread.isOn())
        return spread.leaving(splitEmbedding(weight, ids, rows));
    ZeroModules* zero = ids.tape().zeroModules;
    if (zero)
        zero->enter(this, {&weight}, ids);
    Tensor found = embedding(weight, ids);
    if (zero)
        found = zero->leave(this, found);
    return scale ? mul(found, cast(scale, weight.dtype())) : found;
}

Tensor Dropout::operator()(Tensor x) const
{
    const BareModule call(x.tape(), this);
    if (!on)
        return call.leave(std::move(x));
    const ModuleScope scope(x.tape(), module);
    return call.leave(dropout(x));
}

} // namespace plimsoll::step
