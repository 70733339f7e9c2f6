// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/modelspec.h"
#include "scenario/experttargets.h"
#include "scenario/fusedkernels.h"
#include "scenario/trainingplan.h"
#include "step/adapters.h"
#include "step/tape.h"
#include "step/tensorparallel.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// torch.nn's layers. As nn.Module.__call__, a call holds its argument until it returns: it takes it by value. The code
// of a model makes one call a statement, or nests two, so that temporaries go when Python's would.
namespace plimsoll::step {

// Which of a family's norms have modules with "norm" in their names.
enum class NormNames {
    All,
    NotLast, // ln_f
    None,    // ln_1, ln_2, or LayerNorm
};

// What a factory must know of the model's family.
struct FamilyRules
{
    FusedKernels fused = {};
    ExpertTargets experts = {};
    NormNames norms = NormNames::All;
};

FamilyRules familyRules(const ModelSpec& model, const TrainingPlan& training);

// Makes a model's parameters, in registration order, as the training plan wants them: trainable, frozen, quantized, or
// with adapters.
class ParameterFactory
{
public:
    ParameterFactory(Tape& tape, DType dtype, const TrainingPlan& training, const FamilyRules& rules,
                     const TensorParallel& spread = {});

    Tape& tape() const { return m_tape; }
    DType dtype() const { return m_dtype; }
    const TrainingPlan& training() const { return m_training; }
    const FusedKernels& fused() const { return m_rules.fused; } // that take the place of the model's own code
    const ExpertTargets& expertTargets() const { return m_rules.experts; }
    const TensorParallel& tensorParallel() const { return m_spread; }
    const std::vector<Tensor>& trainable() const { return m_trainable; }
    const std::vector<Tensor>& all() const { return m_all; }
    // The same as the whole model lists them: an adapter's after those of the layer it stands beside.
    std::vector<Tensor> inModuleOrder() const;
    const std::vector<Tensor>& buffers() const { return m_buffers; }

    // A module lists its own parameters before those of its parts, whenever they were made.
    struct Mark
    {
        std::size_t all;
        std::size_t trainable;
    };
    Mark mark() const { return {m_all.size(), m_trainable.size()}; }
    void moveLastTo(Mark mark);
    void moveToEnd(Mark mark); // the parameter made first after the mark

    // A parameter of the model, of the layer group the tape stands in, in the model's type or another.
    Tensor make(const char* module, const Dims& sizes);
    Tensor make(const char* module, const Dims& sizes, DType dtype);
    Tensor makeTrainable(const char* module, const Dims& sizes, DType dtype);
    Tensor makeFrozen(const char* module, const Dims& sizes, DType dtype);
    // Counted among the model's parameters, but to be replaced by something else at loading.
    Tensor makePassing(const char* module, const Dims& sizes);
    // A tensor that is there already, as a parameter that trains.
    Tensor trainAs(const char* module, Tensor made);
    // Memory that stays with the model but is no parameter.
    Tensor makeBuffer(const char* module, const Dims& sizes, DType dtype);
    void keepBuffer(Tensor buffer) { m_buffers.push_back(std::move(buffer)); }
    // Weights in a form that is no parameter.
    void makePacked(const char* module, const Dims& sizes, DType dtype);
    // bitsandbytes' lookup table for double quantization: one for all layers.
    void shareQuantizationTable();

    // To be packed with all others, when the model is whole.
    void planPacking(std::shared_ptr<QuantizedWeight> weight) { m_quantized.push_back(std::move(weight)); }
    // An adapter beside a layer; made with all others, when the model is packed.
    std::shared_ptr<const Adapter> planAdapter(AdaptedLayer beside);
    // What becomes of the model when it is whole: layers packed, the rest widened, adapters added.
    void finish();
    // The biases of packed layers as their first call leaves them.
    void narrowBiases();
    void planNarrowing(const Tensor& bias) { m_packedBiases.push_back(bias); }
    // Parameters that are split over GPUs when the model is whole.
    void planSplit(PlannedSplit split);
    void planTiedHead(const Tensor& embeddingWeight);

    // Whether a linear layer of that name ("attention q") is quantized, multiplies in fp8, gets an adapter.
    bool quantizes(std::string_view module) const;
    bool narrowsProducts(std::string_view module, std::int64_t in, std::int64_t out) const;
    bool adapts(std::string_view module) const;

    // The names of all linear layers but the head, in the model's order.
    void noteLinear(const char* module);
    const std::vector<std::string>& linearLayers() const { return m_linearLayers; }

private:
    Tensor parameter(const char* module, const Dims& sizes, DType dtype);
    void packWeights();
    bool isWidened(const Tensor& parameter) const;
    void widenTheRest();
    void makeAdapters();

    Tape& m_tape;
    DType m_dtype;
    TrainingPlan m_training;
    FamilyRules m_rules;
    TensorParallel m_spread;
    std::vector<PlannedSplit> m_splits;
    std::vector<Tensor> m_all;
    std::vector<Tensor> m_trainable;
    std::vector<Tensor> m_buffers;
    std::vector<std::shared_ptr<QuantizedWeight>> m_quantized;
    std::vector<Tensor> m_packedBiases;
    std::vector<std::string> m_linearLayers;
    std::vector<std::shared_ptr<Adapter>> m_adapters;
    Tensor m_quantizationTable;
};

enum class LinearKind {
    Plain,    // nn.Linear
    ByInputs, // transformers' Conv1D: the weight lies [in, out]
    Apart,    // FalconLinear: the bias is added by itself
};

struct Linear
{
    Linear() = default;
    Linear(ParameterFactory& factory, const char* name, std::int64_t in, std::int64_t out, bool withBias,
           LinearKind kind = LinearKind::Plain);
    // A head that reads the embedding's weight; its own is made and dropped before.
    static Linear tied(ParameterFactory& factory, const char* name, const Tensor& embeddingWeight, bool withBias);

    Tensor operator()(Tensor x) const;
    Tensor base(const Tensor& x) const; // without the adapter

    const char* module = "";
    LineItem item = LineItem::Activations; // of what the call makes
    Tensor weight;
    Tensor bias;
    LinearKind kind = LinearKind::Plain;
    bool float8 = false;                              // torchao's Float8Linear
    std::shared_ptr<const QuantizedWeight> quantized; // instead of weight
    std::shared_ptr<const Adapter> adapter;
    TensorParallel spread;
};

// How a norm's code spends memory.
enum class NormKind {
    Layer,         // nn.LayerNorm
    LayerNoBias,   // nn.LayerNorm(bias=False)
    FusedRms,      // nn.RMSNorm
    RmsUpcast,     // LlamaRMSNorm: widened, normalised, narrowed, then weighted
    RmsPlusOne,    // GemmaRMSNorm: weighted by 1 + w before it is narrowed
    RmsWide,       // Olmo2RMSNorm: weighted before it is narrowed
    RmsInFloat,    // torchtune's RMSNorm: F.rms_norm of the widened input
    LayerBare,     // OlmoLayerNorm: in fp32, without weights
    LayerWide,     // CohereLayerNorm: written out in fp32
    LayerPlusOne,  // NemotronLayerNorm1P: the weight is one more than stored; autocast is off inside
    LigerRms,      // LigerRMSNorm in any RMS norm's place; backward writes over the gradient
    LigerRmsApart, // the same, and backward makes a new one
};

struct Normalization
{
    Normalization() = default;
    Normalization(ParameterFactory& factory, const char* name, std::int64_t width, NormKind norm);
    // With a weight of more dimensions than the one that is normalised.
    Normalization(ParameterFactory& factory, const char* name, const Dims& weightSizes, NormKind norm);

    Tensor operator()(Tensor x) const;

    const char* module = "";
    NormKind kind = NormKind::Layer;
    Tensor weight;
    Tensor bias;
    TensorParallel spread;

private:
    Tensor normed(const Tensor& x) const;
};

struct Embedding
{
    Embedding() = default;
    Embedding(ParameterFactory& factory, const char* name, std::int64_t rowsOf, std::int64_t width);
    // GemmaTextScaledWordEmbedding: its result is multiplied by a buffer.
    static Embedding scaled(ParameterFactory& factory, const char* name, std::int64_t rows, std::int64_t width);

    Tensor operator()(Tensor ids) const;

    const char* module = "";
    Tensor weight;
    Tensor scale;
    TensorParallel spread;
    std::int64_t rows = 0; // of all GPUs
};

// nn.Dropout, or nn.Identity where it is off.
struct Dropout
{
    Tensor operator()(Tensor x) const;

    const char* module = "";
    bool on = false;
};

} // namespace plimsoll::step
