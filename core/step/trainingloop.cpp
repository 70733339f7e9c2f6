// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/trainingloop.h"

#include "step/autocast.h"
#include "step/flatshard.h"
#include "step/fullyshard.h"
#include "step/gradientbuckets.h"
#include "step/gradscaler.h"
#include "step/masterweights.h"
#include "step/ops.h"
#include "step/optimizers/optimizerrun.h"
#include "step/pipelinerun.h"
#include "step/recordedlayers.h"
#include "step/trainingtypes.h"
#include "step/transformers/families/families.h"
#include "step/zero/modules.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace plimsoll::step {

namespace {

// litgpt's loop holds what a batch made until the next one's is there.
bool holdsLoss(const TrainingPlan& training)
{
    return training.stack == Stack::Litgpt;
}

// Each makes and frees what the one before did: 2 and 32 of them reserved the same in each of 24 runs tried.
constexpr std::int64_t mostMicroBatchesRecorded = 4;

// A model, its optimizer, and the loop a user writes around them.
class TrainingLoop
{
public:
    // inPieces: what spans layers is recorded layer by layer.
    TrainingLoop(Tape& tape, const Scenario& scenario, const LayerPlan& layers, bool inPieces)
        : m_tape(tape),
          m_training(scenario.training),
          m_factory(tape, parameterType(scenario), scenario.training, familyRules(scenario.model, scenario.training),
                    tensorParallelOf(scenario.parallelism)),
          m_model(scenario.parallelism.pipeline > 1 ? nullptr : makeModel(m_factory, scenario, layers)),
          m_autocast(autocastType(scenario))
    {
        if (!m_model)
            m_pipeline.emplace(m_factory, scenario, layers);
        m_factory.finish();
        if (weightType(scenario.training.precision) != DType::Float32 && scenario.model.family == Family::Plain)
            narrowParameters();
        if (scenario.parallelism.zeroStage() == 3)
            spread(scenario);
        m_masters = MasterWeights::make(scenario, m_factory.trainable(), m_zero ? &*m_zero : nullptr);
        if (m_masters && scenario.parallelism.zeroStage() > 0)
            m_tape.afterAccumulate = [this](const Tensor& parameter) { m_masters->take(parameter); };
        if (scenario.parallelism.data == DataParallel::Ddp)
            makeBuckets(scenario.parallelism, inPieces);
        if (scenario.parallelism.isFlat())
            flatten(scenario, layers);
        else if (scenario.parallelism.isSharded() && m_pipeline)
            m_pipeline->spread(scenario, m_factory.inModuleOrder());
        else if (scenario.parallelism.isSharded())
            m_sharded.emplace(tape, scenario, layers, m_factory.inModuleOrder());
        makeOptimizers();
        if (m_masters)
            m_masters->begin(m_optimizers.front());
        if (scenario.training.precision == Precision::Fp16Autocast)
            m_scaler.emplace();
    }

    ~TrainingLoop() { m_tape.dropHeldByLoss(); }
    TrainingLoop(const TrainingLoop&) = delete;
    TrainingLoop& operator=(const TrainingLoop&) = delete;

    // Of ZeRO stage 3: the order in which a step's modules ran, which later ones follow.
    ZeroModules::Order moduleOrder() const { return m_zero->order(); }
    void follow(const ZeroModules::Order& order) { m_zero->follow(order); }

    // What a run under way has before a step begins.
    void makeStates()
    {
        m_factory.narrowBiases();
        const HostScope host(m_tape, isOnHost());
        for (OptimizerRun& optimizer : m_optimizers)
            optimizer.makeStates();
        if (m_scaler)
            m_scaler->makeState(m_tape);
        if (m_masters)
            m_masters->makeStates();
        makeGradients();
    }

    // A pipeline's stage runs all its micro-batches.
    void step(MicroBatches recorded)
    {
        if (!m_pipeline)
            return step(recordedOf(recorded));
        m_pipeline->run(m_autocast, recorded);
        update();
    }

private:
    // From the third micro-batch on, all are alike.
    std::int64_t recordedOf(MicroBatches recorded) const
    {
        const std::int64_t all = m_training.gradientAccumulation;
        const bool firstSteps = recorded == MicroBatches::FirstSteps || recorded == MicroBatches::FirstStepsWhole;
        return std::min<std::int64_t>(all, firstSteps ? mostMicroBatchesRecorded : 2);
    }

    void step(std::int64_t microBatches)
    {
        const ModuleScope scope(m_tape, "batch");
        m_tape.operation = "token ids";
        m_tape.startPhase(Phase::Forward);
        const Dims tokens{m_training.microBatch, m_training.sequenceLength};
        Tensor ids = empty(m_tape, tokens, DType::Int64);
        if (m_training.packedSequences > 1)
            m_model->positionsOfBatch = empty(m_tape, tokens, DType::Int64);
        for (std::int64_t i = 0; i < microBatches; ++i) {
            m_tape.startPhase(Phase::Forward);
            if (m_masters)
                m_masters->startMicroBatch(i + 1 == microBatches);
            forwardAndBackward(ids);
        }
        update();
        ids = {};
        if (m_training.packedSequences > 1)
            m_model->positionsOfBatch = {};
    }

    void update()
    {
        m_tape.startPhase(Phase::OptimizerStep);
        if (!m_training.optimizerInBackward)
            update(m_optimizers.front());
        m_tape.markStepEnd();
    }

    // What the optimizer updates: parameters, or this GPU's pieces of them.
    const Parameters& trainable() const
    {
        if (m_pipeline && !m_pipeline->trainable().empty())
            return m_pipeline->trainable();
        if (m_flat)
            return m_flat->trainable();
        return m_sharded ? m_sharded->trainable() : m_factory.trainable();
    }
    bool isOnHost() const { return m_masters ? m_masters->isOnHost() : m_sharded && m_sharded->onHost(); }

    // zero.Init: what is made within it is in the model's type, buffers too.
    void spread(const Scenario& scenario)
    {
        if (scenario.model.family != Family::Plain)
            for (const Tensor& buffer : m_factory.buffers())
                if (buffer.dtype() == DType::Float32)
                    convertInPlace(buffer, weightType(scenario.training.precision));
        m_zero.emplace(m_tape, scenario.parallelism, m_factory.inModuleOrder());
    }

    // model.to(torch.bfloat16): parameters are loaded in fp32 and converted one by one.
    void narrowParameters()
    {
        for (const Tensor& parameter : m_factory.all()) {
            m_tape.setLayer(parameter->layer);
            const ModuleScope scope(m_tape, "parameters", LineItem::Weights);
            convertInPlace(parameter, weightType(m_training.precision));
        }
        m_tape.setLayer(noLayer);
    }

    void flatten(const Scenario& scenario, const LayerPlan& layers)
    {
        m_flat.emplace(m_tape, scenario, layers, m_factory.inModuleOrder(), m_factory.buffers());
        m_tape.afterAccumulate = [this](const Tensor& parameter) { m_flat->take(parameter); };
    }

    void makeBuckets(const ParallelPlan& plan, bool inPieces)
    {
        m_buckets.emplace(m_factory.trainable(), m_factory.inModuleOrder(), m_factory.buffers(), plan.gpus,
                          GradientBuckets::Options{plan.bucketView, inPieces});
        m_tape.afterAccumulate = [this](const Tensor& parameter) { m_buckets->take(parameter); };
    }

    // One optimizer for all parameters; or one for each, that steps and drops the gradient as soon as that is whole.
    void makeOptimizers()
    {
        const auto make = [this](const Parameters& parameters) {
            m_optimizers.emplace_back(m_training.optimizer, m_training.optimizerKernel, parameters);
        };
        if (!m_training.optimizerInBackward) {
            make(m_masters ? m_masters->wide() : trainable());
            return;
        }
        std::unordered_map<const TensorData*, std::size_t> places;
        for (const Tensor& parameter : trainable()) {
            places[parameter.data()] = m_optimizers.size();
            make({parameter});
        }
        m_tape.afterAccumulate = [this, places = std::move(places)](const Tensor& parameter) {
            const auto place = places.find(parameter.data());
            if (place == places.end()) // a gathered weight, whose piece steps
                return;
            OptimizerRun& optimizer = m_optimizers[place->second];
            optimizer.step();
            if (m_buckets)
                m_buckets->noteDropped(parameter);
            optimizer.dropGradients();
            if (m_buckets)
                m_buckets->take(parameter);
        };
    }

    void update(OptimizerRun& optimizer)
    {
        if (m_masters) {
            m_masters->step(optimizer);
            if (!keepsGradients())
                m_masters->dropGradients();
            return;
        }
        const HostScope host(m_tape, isOnHost());
        if (m_scaler)
            m_scaler->step(m_tape, optimizer);
        else
            optimizer.step();
        if (!keepsGradients())
            optimizer.dropGradients();
    }

    bool keepsGradients() const { return m_training.keepGradients && !m_training.optimizerInBackward; }

    // Gradients that stay between steps: all where the loop keeps them, else those that no optimizer clears.
    void makeGradients()
    {
        if (m_flat)
            return m_flat->makeStates(keepsGradients());
        if (m_buckets && m_training.optimizerInBackward)
            return m_buckets->giveBack();
        for (const Tensor& parameter : trainable()) {
            if (!keepsGradients() && m_optimizers.front().takes(parameter))
                continue;
            m_tape.setLayer(parameter->layer);
            const ModuleScope scope(m_tape, "parameters", LineItem::Gradients);
            Dims sizes = parameter.sizes();
            if (parameter->gradientRows > 0)
                sizes[0] = parameter->gradientRows;
            parameter->grad = boost::intrusive_ptr<TensorData>(empty(m_tape, sizes, parameter.dtype()).data());
        }
        m_tape.setLayer(noLayer);
    }

    // The logits, where the loop does not keep them, go before the loss does.
    ModelOutput lossOf(const Tensor& ids)
    {
        ModelOutput output;
        {
            const Autocast autocast(m_tape, m_autocast);
            if (m_buckets)
                m_buckets->beforeForward();
            if (m_sharded)
                m_sharded->beforeModel();
            if (m_flat)
                m_flat->beforeModel();
            if (m_zero)
                m_zero->startForward();
            output = (*m_model)(ids);
            if (m_sharded)
                m_sharded->afterModel({output.loss, output.logits});
            if (m_flat)
                m_flat->afterModel({output.loss, output.logits});
            if (m_zero)
                output = m_zero->endForward(std::move(output));
            if (!output.loss)
                output.loss = m_model->lossOf(output.logits, ids);
        }
        if (!m_training.keepLogits) {
            output.logits = {};
            output.encoded = {};
        }
        return output;
    }

    Tensor scaled(const Tensor& loss)
    {
        if (m_masters)
            return m_masters->scaled(loss);
        return m_scaler ? m_scaler->scaled(loss) : loss;
    }

    void forwardAndBackward(const Tensor& ids)
    {
        const ModelOutput outcome = lossOf(ids);
        m_tape.startPhase(Phase::Backward);
        const ModuleScope scope(m_tape, "loss", LineItem::LogitsAndLoss);
        {
            const Tensor start = scaled(outcome.loss);
            m_tape.operation = "initial gradient";
            const Tensor gradient = empty(m_tape, {}, start.dtype());
            backward({{start, gradient}});
            if (m_sharded)
                m_sharded->afterBackward();
            if (m_flat)
                m_flat->afterBackward();
            if (m_buckets && m_training.optimizerInBackward)
                m_buckets->giveBack();
        }
        if (m_masters)
            m_masters->afterBackward();
        if (!holdsLoss(m_training))
            m_tape.dropHeldByLoss();
    }

    Tape& m_tape;
    TrainingPlan m_training;
    ParameterFactory m_factory;
    std::unique_ptr<LanguageModel> m_model;
    std::optional<PipelineRun> m_pipeline; // instead
    std::optional<DType> m_autocast;
    std::optional<ZeroModules> m_zero;
    std::unique_ptr<MasterWeights> m_masters;
    std::vector<OptimizerRun> m_optimizers; // one, or in backward one for each parameter
    std::optional<GradScaler> m_scaler;
    std::optional<GradientBuckets> m_buckets;
    std::optional<FullyShard> m_sharded;
    std::optional<FlatShard> m_flat;
};

// Which of cuBLAS's workspaces a step leaves behind, where releases keep them: shown by a step.
std::array<bool, 2> workspacesKept(const Scenario& scenario, const GpuTraits& gpu, const LayerPlan& layers)
{
    Tape tape(gpu, layers.steadyGroup, layers.repeat);
    tape.software = rulesOf(scenario.software);
    if (!tape.software.keepsWorkspaces)
        return {};
    TrainingLoop loop(tape, scenario, layers, true);
    loop.makeStates();
    loop.step(MicroBatches::Folded);
    return tape.workspacesKept();
}

// The order in which modules run, where it decides what is gathered: shown by a step.
void followFirstStep(TrainingLoop& loop, const Scenario& scenario, const GpuTraits& gpu, const LayerPlan& layers)
{
    if (scenario.parallelism.zeroStage() != 3)
        return;
    Tape tape(gpu, layers.steadyGroup, layers.repeat);
    tape.software = rulesOf(scenario.software);
    TrainingLoop first(tape, scenario, layers, true);
    first.step(MicroBatches::Folded);
    loop.follow(first.moduleOrder());
}

} // namespace

StepProgram recordLayers(const Scenario& scenario, const GpuTraits& gpu, Recording recording, const LayerPlan& layers)
{
    Tape tape(gpu, layers.steadyGroup, layers.repeat);
    tape.software = rulesOf(scenario.software);
    const bool firstSteps = recording == Recording::FirstSteps || recording == Recording::FirstStepsWhole;
    TrainingLoop loop(tape, scenario, layers, !firstSteps);
    if (firstSteps) {
        const MicroBatches batches
            = recording == Recording::FirstSteps ? MicroBatches::FirstSteps : MicroBatches::FirstStepsWhole;
        tape.markCacheEmptied();
        loop.step(batches);
        if (scenario.parallelism.data == DataParallel::Ddp) { // the second makes the buckets that stay
            tape.markSecondStep();
            loop.step(batches);
        }
        tape.markSteadyStep();
        loop.step(batches);
    } else {
        tape.keepWorkspaces(workspacesKept(scenario, gpu, layers));
        followFirstStep(loop, scenario, gpu, layers);
        loop.makeStates();
        if (holdsLoss(scenario.training))
            loop.step(MicroBatches::Folded);
        tape.markSteadyStep();
        loop.step(recording == Recording::SteadyStepWhole ? MicroBatches::Whole : MicroBatches::Folded);
    }
    return tape.finish();
}

} // namespace plimsoll::step
