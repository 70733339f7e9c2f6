// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/modules.h"

#include "step/ops.h"

#include <algorithm>
#include <array>
#include <utility>

namespace plimsoll::step {

ParameterFactory::ParameterFactory(Tape& tape, DType dtype, const TrainingPlan& training, const FusedKernels& fused)
    : m_tape(tape),
      m_dtype(dtype),
      m_training(training),
      m_fused(fused)
{
}

Tensor ParameterFactory::parameter(const char* module, const Dims& sizes, DType dtype)
{
    const ModuleScope scope(m_tape, module, LineItem::Weights);
    m_tape.operation = "parameter";
    Tensor made = empty(m_tape, sizes, dtype);
    made->isParameter = true;
    made->name = module;
    made->layer = m_tape.place().layer;
    m_all.push_back(made);
    return made;
}

Tensor ParameterFactory::make(const char* module, const Dims& sizes)
{
    const bool upcast = m_training.method == Method::Qlora && m_training.quantization.upcastFp32;
    return make(module, sizes, upcast ? DType::Float32 : m_dtype);
}

Tensor ParameterFactory::make(const char* module, const Dims& sizes, DType dtype)
{
    if (m_training.method == Method::Full)
        return makeTrainable(module, sizes, dtype);
    return makeFrozen(module, sizes, dtype, numel(sizes));
}

Tensor ParameterFactory::makeTrainable(const char* module, const Dims& sizes, DType dtype)
{
    Tensor made = parameter(module, sizes, dtype);
    made->requiresGrad = true;
    m_tape.countParameter(made.numel(), true, made->layer);
    m_trainable.push_back(made);
    return made;
}

Tensor ParameterFactory::makeFrozen(const char* module, const Dims& sizes, DType dtype, std::int64_t elements)
{
    Tensor made = parameter(module, sizes, dtype);
    m_tape.countParameter(elements, false, made->layer);
    return made;
}

void ParameterFactory::moveLastTo(Mark mark)
{
    const auto move = [](std::vector<Tensor>& list, std::size_t place) {
        if (place < list.size())
            std::rotate(list.begin() + static_cast<std::ptrdiff_t>(place), list.end() - 1, list.end());
    };
    move(m_all, mark.all);
    move(m_trainable, mark.trainable);
}

Tensor ParameterFactory::makeBuffer(const char* module, const Dims& sizes, DType dtype)
{
    const ModuleScope scope(m_tape, module, LineItem::Workspace);
    m_tape.operation = "buffer";
    m_buffers.push_back(empty(m_tape, sizes, dtype));
    return m_buffers.back();
}

void ParameterFactory::shareQuantizationTable()
{
    if (m_quantizationTable)
        return;
    const Place place = m_tape.place();
    m_tape.setLayer(noLayer);
    m_quantizationTable = empty(m_tape, {256}, DType::Float32);
    m_tape.setPlace(place);
}

std::shared_ptr<const Adapter> ParameterFactory::planAdapter(std::int64_t in, std::int64_t out)
{
    return m_adapters.emplace_back(std::make_shared<Adapter>(in, out, m_tape.place().layer));
}

void ParameterFactory::makeAdapters()
{
    const Place place = m_tape.place();
    for (const std::shared_ptr<Adapter>& adapter : m_adapters)
        adapter->make(*this);
    m_tape.setPlace(place);
}

bool ParameterFactory::quantizes(std::string_view module) const
{
    return m_training.method == Method::Qlora && module != "head";
}

namespace {

// The layers that "attention" stands for: q_proj, k_proj, v_proj and o_proj, or a model's one layer for the three.
constexpr std::array<std::string_view, 5> attentionLayers{"q", "k", "v", "out", "qkv"};

} // namespace

bool ParameterFactory::adapts(std::string_view module) const
{
    if (m_training.method == Method::Full || module == "head")
        return false;
    const std::string_view last = module.substr(module.rfind(' ') + 1);
    const bool ofAttention = module.starts_with("attention ")
        && std::find(attentionLayers.begin(), attentionLayers.end(), last) != attentionLayers.end();
    const auto matches = [last, ofAttention](std::string_view target) {
        if (target == "all-linear" || (target == "attention" && ofAttention))
            return true;
        return last == (target == "o" ? "out" : target) || last == std::string(target) + "_proj";
    };
    return std::any_of(m_training.lora.targets.begin(), m_training.lora.targets.end(), matches);
}

Linear::Linear(ParameterFactory& factory, const char* name, std::int64_t in, std::int64_t out, bool withBias,
               LinearKind kindOf)
    : module(name),
      kind(kindOf)
{
    if (factory.quantizes(name) && kind != LinearKind::ByInputs)
        quantized = std::make_shared<QuantizedWeight>(
            factory, name, in, out, factory.training().quantization.format == QuantizationFormat::Nf4Double);
    else
        weight = factory.make(name, kind == LinearKind::ByInputs ? Dims{in, out} : Dims{out, in});
    // bitsandbytes narrows a quantized layer's bias for good, at the first call.
    if (withBias)
        bias = quantized ? factory.make(name, {out}, DType::BFloat16) : factory.make(name, {out});
    if (factory.adapts(name))
        adapter = factory.planAdapter(in, out);
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
    Tensor y = base(x);
    return adapter ? adapter->addedTo(std::move(y), x) : y;
}

Tensor Linear::base(const Tensor& x) const
{
    if (quantized)
        return quantized->multiply(x, bias);
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
    return linear(x, weight, bias);
}

Embedding::Embedding(ParameterFactory& factory, const char* name, std::int64_t rows, std::int64_t width)
    : module(name),
      weight(factory.make(name, {rows, width}))
{
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
    const Tensor rows = embedding(weight, ids);
    return scale ? mul(rows, cast(scale, weight.dtype())) : rows;
}

Tensor Dropout::operator()(Tensor x) const
{
    if (!on)
        return x;
    const ModuleScope scope(x.tape(), module);
    return dropout(x);
}

} // namespace plimsoll::step
