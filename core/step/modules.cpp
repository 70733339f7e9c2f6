// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/modules.h"

#include "step/adaptertargets.h"
#include "step/ops.h"

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

} // namespace plimsoll::step
