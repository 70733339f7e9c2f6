// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/modules.h"

#include "step/adaptertargets.h"
#include "step/ops.h"
#include "step/zero/baremodule.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace plimsoll::step {

namespace {

NormNames normNames(const ModelSpec& model)
{
    switch (model.family) {
    case Family::Gpt2:
    case Family::GptBigCode:
    case Family::GptJ:
    case Family::Bert:
    case Family::Roberta:
        return NormNames::None;
    case Family::Bloom:
        return NormNames::NotLast;
    case Family::Falcon: // new decoders have ln_attn and ln_mlp
        return model.parallelBlock && !model.multiQuery && model.kvHeads < model.heads ? NormNames::None
                                                                                       : NormNames::NotLast;
    default:
        return NormNames::All;
    }
}

} // namespace

FamilyRules familyRules(const ModelSpec& model, const TrainingPlan& training)
{
    const bool fused = training.kernels == Kernels::Fused;
    return {fused ? fusedKernels(model.family) : FusedKernels{}, expertTargets(model.family, training),
            normNames(model)};
}

ParameterFactory::ParameterFactory(Tape& tape, DType dtype, const TrainingPlan& training, const FamilyRules& rules,
                                   const TensorParallel& spread)
    : m_tape(tape),
      m_dtype(dtype),
      m_training(training),
      m_rules(rules),
      m_spread(spread)
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
    made->block = m_tape.block;
    return made;
}

Tensor ParameterFactory::make(const char* module, const Dims& sizes)
{
    return make(module, sizes, m_dtype);
}

Tensor ParameterFactory::make(const char* module, const Dims& sizes, DType dtype)
{
    if (m_training.method == Method::Full)
        return makeTrainable(module, sizes, dtype);
    return makeFrozen(module, sizes, dtype);
}

Tensor ParameterFactory::makeTrainable(const char* module, const Dims& sizes, DType dtype)
{
    return trainAs(module, parameter(module, sizes, dtype));
}

Tensor ParameterFactory::trainAs(const char* module, Tensor made)
{
    m_tape.relabel(made->storage, LineItem::Weights);
    made->isParameter = true;
    made->name = module;
    made->layer = m_tape.place().layer;
    made->block = m_tape.block;
    made->requiresGrad = true;
    m_tape.countParameter(made.numel(), true, made->layer);
    m_all.push_back(made);
    m_trainable.push_back(made);
    return made;
}

Tensor ParameterFactory::makeFrozen(const char* module, const Dims& sizes, DType dtype)
{
    Tensor made = parameter(module, sizes, dtype);
    m_all.push_back(made);
    m_tape.countParameter(made.numel(), false, made->layer);
    return made;
}

Tensor ParameterFactory::makePassing(const char* module, const Dims& sizes)
{
    Tensor made = parameter(module, sizes, m_dtype);
    m_tape.countParameter(made.numel(), false, made->layer);
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

void ParameterFactory::moveToEnd(Mark mark)
{
    const auto move = [](std::vector<Tensor>& list, std::size_t place) {
        if (place < list.size())
            std::rotate(list.begin() + static_cast<std::ptrdiff_t>(place),
                        list.begin() + static_cast<std::ptrdiff_t>(place) + 1, list.end());
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

void ParameterFactory::makePacked(const char* module, const Dims& sizes, DType dtype)
{
    const ModuleScope scope(m_tape, module, LineItem::Weights);
    m_tape.operation = "parameter";
    m_buffers.push_back(empty(m_tape, sizes, dtype));
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

std::shared_ptr<const Adapter> ParameterFactory::planAdapter(AdaptedLayer beside)
{
    return m_adapters.emplace_back(std::make_shared<Adapter>(std::move(beside), m_tape));
}

void ParameterFactory::finish()
{
    const Place place = m_tape.place();
    packWeights();
    widenTheRest();
    makeAdapters();
    splitParameters(m_spread, m_splits);
    m_tape.setPlace(place);
}

void ParameterFactory::planSplit(PlannedSplit split)
{
    if (split.style == TensorStyle::Whole)
        return;
    for (const Tensor& parameter : {split.weight, split.bias})
        if (parameter)
            parameter->distributed = true;
    m_splits.push_back(std::move(split));
}

void ParameterFactory::planTiedHead(const Tensor& embeddingWeight)
{
    for (PlannedSplit& split : m_splits)
        split.isTied = split.isTied || split.weight.is(embeddingWeight);
}

namespace {

// The module that a layer is part of: "attention" of "attention q".
std::string_view parentOf(std::string_view module)
{
    return module.substr(0, module.find(' '));
}

} // namespace

// The loop over a module's children holds what it has replaced until it ends (nn.Module.named_children).
void ParameterFactory::packWeights()
{
    std::vector<Tensor> replaced;
    const QuantizedWeight* last = nullptr;
    for (const std::shared_ptr<QuantizedWeight>& weight : m_quantized) {
        const bool sibling = last && last->layer() == weight->layer()
            && last->recordedBlock() == weight->recordedBlock()
            && parentOf(last->module()) == parentOf(weight->module());
        if (!sibling)
            replaced.clear();
        m_tape.setLayer(weight->layer());
        weight->pack(*this);
        replaced.push_back(weight->takeWide());
        last = weight.get();
    }
}

bool ParameterFactory::isWidened(const Tensor& parameter) const
{
    if (m_training.quantization.format == QuantizationFormat::GptqInt4)
        return false; // prepare_model_for_kbit_training() leaves GPTQ's models as they are
    const std::string_view name = parameter->name;
    switch (m_training.quantization.widened) {
    case Widened::All:
        return true;
    case Widened::None:
        return false;
    case Widened::Norms:
        break;
    }
    const bool named = m_rules.norms == NormNames::All || (m_rules.norms == NormNames::NotLast && name != "final norm");
    return named && name.find("norm") != std::string_view::npos;
}

// peft's prepare_model_for_kbit_training(), or what some trainers do in its place.
void ParameterFactory::widenTheRest()
{
    if (m_training.method != Method::Qlora)
        return;
    for (const Tensor& parameter : m_all) {
        if (parameter.dtype() == DType::Float32 || !isWidened(parameter))
            continue;
        m_tape.setLayer(parameter->layer);
        const ModuleScope scope(m_tape, parameter->name, LineItem::Weights);
        m_tape.operation = "parameter";
        convertInPlace(parameter, DType::Float32);
    }
}

// Those of layers first; of what trains, the model's order decides.
void ParameterFactory::makeAdapters()
{
    for (const bool ofParameters : {false, true})
        for (const std::shared_ptr<Adapter>& adapter : m_adapters)
            if (adapter->base.isParameter == ofParameters)
                adapter->make(*this);
    if (m_rules.experts.converted && !m_adapters.empty())
        m_trainable.clear();
    for (const std::shared_ptr<Adapter>& adapter : m_adapters)
        for (const Tensor& parameter : {adapter->down, adapter->up, adapter->magnitude})
            if (m_rules.experts.converted && parameter)
                m_trainable.push_back(parameter);
    if (m_training.lora.fp32Adapters)
        for (const std::shared_ptr<Adapter>& adapter : m_adapters)
            adapter->widen();
}

std::vector<Tensor> ParameterFactory::inModuleOrder() const
{
    std::unordered_map<const TensorData*, std::vector<const Adapter*>> beside;
    std::unordered_set<const TensorData*> ofAdapters;
    for (const std::shared_ptr<Adapter>& adapter : m_adapters) {
        const Tensor& last = adapter->base.bias ? adapter->base.bias : adapter->base.weight;
        beside[(adapter->base.isParameter ? adapter->base.lastOfModule : last).data()].push_back(adapter.get());
        for (const Tensor& parameter : {adapter->down, adapter->up, adapter->magnitude})
            ofAdapters.insert(parameter.data());
    }
    std::vector<Tensor> ordered;
    for (const Tensor& parameter : m_all) {
        const auto adapter = beside.find(parameter.data());
        if (!ofAdapters.contains(parameter.data()))
            ordered.push_back(parameter);
        if (adapter == beside.end())
            continue;
        for (const Adapter* each : adapter->second)
            for (const Tensor& added : {each->down, each->up, each->magnitude})
                if (added)
                    ordered.push_back(added);
    }
    return ordered;
}

void ParameterFactory::narrowBiases()
{
    const Place place = m_tape.place();
    for (const Tensor& bias : m_packedBiases) {
        m_tape.setLayer(bias->layer);
        narrowBias(bias);
    }
    m_tape.setPlace(place);
}

void ParameterFactory::noteLinear(const char* module)
{
    if (std::string_view(module) != "head")
        m_linearLayers.emplace_back(module);
}

bool ParameterFactory::quantizes(std::string_view module) const
{
    return m_training.method == Method::Qlora && module != "head";
}

// accelerate's convert_model_to_fp8_ao(): all linear layers but the model's first and its head, of even widths.
bool ParameterFactory::narrowsProducts(std::string_view module, std::int64_t in, std::int64_t out) const
{
    return m_training.precision == Precision::Fp8 && !m_linearLayers.empty() && module != "head" && in % 16 == 0
        && out % 16 == 0;
}

bool ParameterFactory::adapts(std::string_view module) const
{
    const std::vector<std::string>& targets = m_training.lora.targets;
    if (m_rules.experts.converted && isExpertLayer(module))
        return false;
    return m_training.method != Method::Full && module != "head"
        && std::any_of(targets.begin(), targets.end(),
                       [module](const std::string& target) { return isTarget(module, target); });
}

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
