// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/modules.h"

#include "step/ops.h"

namespace plimsoll::step {

Tensor ParameterFactory::make(const char* module, const Dims& sizes)
{
    return make(module, sizes, m_dtype);
}

void ParameterFactory::makeBuffer(const char* module, const Dims& sizes, DType dtype)
{
    const ModuleScope scope(m_tape, module);
    m_tape.operation = "buffer";
    m_buffers.push_back(empty(m_tape, sizes, dtype));
}

Tensor ParameterFactory::make(const char* module, const Dims& sizes, DType dtype)
{
    const ModuleScope scope(m_tape, module, LineItem::Weights);
    m_tape.operation = "parameter";
    Tensor parameter = empty(m_tape, sizes, dtype);
    parameter->requiresGrad = true;
    parameter->isParameter = true;
    parameter->name = module;
    parameter->layer = m_tape.place().layer;
    m_tape.countParameter(parameter.numel(), true, parameter->layer);
    m_all.push_back(parameter);
    return parameter;
}

Linear::Linear(ParameterFactory& factory, const char* name, std::int64_t in, std::int64_t out, bool withBias)
    : module(name),
      weight(factory.make(name, {out, in}))
{
    if (withBias)
        bias = factory.make(name, {out});
}

Linear Linear::tied(ParameterFactory& factory, const char* name, const Tensor& embeddingWeight, bool withBias)
{
    Linear head;
    head.module = name;
    empty(factory.tape(), embeddingWeight.sizes(), embeddingWeight.dtype());
    head.weight = embeddingWeight;
    if (withBias)
        head.bias = factory.make(name, {embeddingWeight.size(0)});
    return head;
}

Tensor Linear::operator()(Tensor x) const
{
    const ModuleScope scope(x.tape(), module, item);
    return linear(x, weight, bias);
}

Embedding::Embedding(ParameterFactory& factory, const char* name, std::int64_t rows, std::int64_t width)
    : module(name),
      weight(factory.make(name, {rows, width}))
{
}

Tensor Embedding::operator()(Tensor ids) const
{
    const ModuleScope scope(ids.tape(), module);
    return embedding(weight, ids);
}

Tensor Dropout::operator()(Tensor x) const
{
    if (!on)
        return x;
    const ModuleScope scope(x.tape(), module);
    return dropout(x);
}

} // namespace plimsoll::step
