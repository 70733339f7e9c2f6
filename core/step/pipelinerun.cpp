// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/pipelinerun.h"

#include "scenario/parallellayout.h"
#include "step/autocast.h"
#include "step/fullyshard.h"
#include "step/transformers/families/families.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step {

namespace {

// Pairs of a forward and a backward make and free what the pair before did.
constexpr std::int64_t mostPairsRecorded = 16;

DType sentType(const Scenario& scenario, DType weights)
{
    if (scenario.parallelism.isSharded() && scenario.parallelism.mixedPrecision)
        return DType::BFloat16;
    return scenario.training.precision == Precision::Bf16Autocast && !scenario.parallelism.isSharded() ? DType::BFloat16
                                                                                                       : weights;
}

} // namespace

PipelineRun::PipelineRun(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
    : m_tape(factory.tape()),
      m_plan(scenario.parallelism),
      m_training(scenario.training),
      m_hidden(scenario.model.hidden),
      m_sent(sentType(scenario, factory.dtype())),
      m_stage(m_plan.stage.value_or(0))
{
    for (std::int64_t i = 0; i < m_plan.virtualStages; ++i) {
        const PartOf place{m_plan.partOf(m_stage, i), m_plan.pipeline * m_plan.virtualStages};
        const bool only = m_plan.virtualStages == 1;
        Scenario own = scenario;
        if (!only)
            own.model.layers = layersOfPart(scenario.model.layers, m_plan, place.part);
        const std::size_t before = factory.all().size();
        PipelinePart model(factory, own, only ? layers : LayerPlan::unrolled(own.model.layers), stageRules(own), place);
        m_parts.push_back({std::move(model), own.model.layers, factory.all().size() - before, nullptr, {}});
        if (m_plan.splitsBackward())
            m_parts.back().weights.assign(factory.all().begin() + static_cast<std::ptrdiff_t>(before),
                                          factory.all().end());
    }
}

PipelineRun::~PipelineRun() = default;

void PipelineRun::spread(const Scenario& scenario, const Parameters& all)
{
    auto first = all.begin();
    int root = 0;
    for (Part& part : m_parts) {
        const auto end = first + static_cast<std::ptrdiff_t>(part.parameters);
        part.sharded = std::make_unique<FullyShard>(m_tape, scenario, LayerPlan(), Parameters(first, end), root++);
        const Parameters& pieces = part.sharded->trainable();
        m_pieces.insert(m_pieces.end(), pieces.begin(), pieces.end());
        first = end;
    }
}

void PipelineRun::run(std::optional<DType> autocast, MicroBatches recorded)
{
    m_autocast = autocast;
    m_tape.startPhase(Phase::Forward);
    {
        const ModuleScope scope(m_tape, "batch");
        m_tape.operation = "position ids";
        m_positions = empty(m_tape, {m_training.sequenceLength}, DType::Int64);
        m_tape.operation = "token ids";
        for (std::int64_t i = 0; i < m_plan.microBatches; ++i)
            m_ids.push_back(empty(m_tape, {m_training.microBatch, m_training.sequenceLength}, DType::Int64));
    }
    const std::int64_t leftOut = recorded == MicroBatches::Folded ? roundsAlike(m_plan, m_stage) : 0;
    for (Part& part : m_parts)
        part.left = m_plan.microBatches - leftOut * m_plan.pipeline;
    const std::vector<StageTasks> schedule = scheduleOf(m_plan, m_stage, leftOut);
    const auto isPair = [](const StageTasks& tasks) { return tasks.tasks.size() > 1; };
    m_hasPairs = std::ranges::any_of(schedule, isPair);
    const bool copies = recorded == MicroBatches::Folded || recorded == MicroBatches::FirstSteps;
    if (m_plan.virtualStages > 1 && copies && !m_plan.splitsBackward())
        runCopying(schedule);
    else
        for (const StageTasks& tasks : schedule)
            run(tasks, recorded);
    m_positions = {};
    m_ids.clear();
}

// The first pair makes gradients, or the first backward where each comes after all forwards. With FSDP the first task
// gathers weights, the second is the first that gathers ahead for one before it, and the last reduces gradients.
void PipelineRun::run(const StageTasks& tasks, MicroBatches recorded)
{
    const auto once = [&] {
        for (const StageTask& task : tasks.tasks)
            run(task);
    };
    const bool pair = tasks.tasks.size() > 1;
    std::int64_t times = tasks.times;
    const bool firstSteps = recorded == MicroBatches::FirstSteps || recorded == MicroBatches::FirstStepsWhole;
    // What goes forward comes all the way back: as much is in flight afterwards.
    const Direction end = tasks.tasks.back().direction;
    const bool evens = pair && tasks.tasks.front().direction == Direction::Forth && end != Direction::ToInput;
    if (firstSteps && evens && m_plan.virtualStages == 1)
        times = std::min(times, mostPairsRecorded);
    const bool makesGradients = pair || !m_hasPairs;
    const bool sharded = m_plan.isSharded();
    const std::int64_t first = sharded ? 2 : makesGradients ? 1 : 0;
    const std::int64_t last = sharded ? 1 : 0;
    const std::int64_t alike = times - first - last;
    const bool folds = m_plan.virtualStages == 1 && (evens || !m_plan.splitsBackward());
    const bool loops = recorded == MicroBatches::Folded && folds && alike > 1;
    for (std::int64_t i = 0; i < first && i < times; ++i)
        once();
    if (loops) {
        m_tape.beginLoop(alike);
        once();
        m_tape.endLoop();
        for (const StageTask& task : tasks.tasks)
            if (task.direction == Direction::Back)
                partOf(task).left -= alike - 1;
    }
    for (std::int64_t i = first + (loops ? alike : 0); i < times; ++i)
        once();
}

void PipelineRun::run(const StageTask& task)
{
    switch (task.direction) {
    case Direction::Forth:
        return forward(partOf(task));
    case Direction::Back:
        return backward(partOf(task));
    case Direction::ToInput:
        return backwardToInput(partOf(task));
    case Direction::ToWeights:
        return backwardToWeights(partOf(task));
    }
}

Tensor PipelineRun::received() const
{
    const ModuleScope scope(m_tape, "pipeline", LineItem::Communication);
    m_tape.operation = "received activations";
    const std::int64_t sequence
        = m_plan.sequenceParallel ? m_training.sequenceLength / m_plan.tensor : m_training.sequenceLength;
    Tensor x = empty(m_tape, {m_training.microBatch, sequence, m_hidden}, m_sent);
    x->requiresGrad = true;
    return x;
}

void PipelineRun::forward(Part& part)
{
    m_tape.startPhase(Phase::Forward);
    const Tensor& ids = m_ids.front(); // another for each micro-batch, of the same size
    InFlight batch;
    batch.input = part.model.place().isFirst() ? ids : received();
    {
        const Autocast autocast(m_tape, m_autocast);
        Tensor x = batch.input;
        m_tape.fullyShard = part.sharded.get();
        if (part.sharded)
            x = part.sharded->beforeModel(x);
        batch.output = part.model(std::move(x), ids, m_positions);
        if (part.sharded)
            part.sharded->afterModel({batch.output});
    }
    part.inFlight.push_back(std::move(batch));
}

ModuleScope PipelineRun::scopeOfGradient(const Part& part) const
{
    const bool last = part.model.place().isLast();
    return {m_tape, last ? "loss" : "pipeline", last ? LineItem::LogitsAndLoss : LineItem::Communication};
}

// Made for the loss, or received.
Tensor PipelineRun::gradientOf(const Part& part, const Tensor& output) const
{
    m_tape.operation = part.model.place().isLast() ? "initial gradient" : "received gradient";
    return emptyLike(output);
}

// The first part has no input to make gradients of, and does all of it later (stage.py, backward_one_chunk).
void PipelineRun::backwardToInput(Part& part)
{
    m_tape.startPhase(Phase::Backward);
    HalfDone half;
    half.batch = std::move(part.inFlight.front());
    part.inFlight.pop_front();
    const ModuleScope scope = scopeOfGradient(part);
    const Tensor gradient = gradientOf(part, half.batch.output);
    if (!part.model.place().isLast())
        half.gradient = gradient;
    if (!part.model.place().isFirst())
        half.weights = step::backwardToInput(half.batch.output, gradient, half.batch.input, part.weights);
    part.halfDone.push_back(std::move(half));
}

void PipelineRun::backwardToWeights(Part& part)
{
    m_tape.startPhase(Phase::Backward);
    HalfDone half = std::move(part.halfDone.front());
    part.halfDone.pop_front();
    if (part.model.place().isFirst())
        step::backward({{half.batch.output, half.gradient}});
    else
        step::backwardToWeights(std::move(half.weights));
    m_tape.dropHeldByLoss();
    dropLocals({&half.batch.input, &half.batch.output, &half.gradient});
}

void PipelineRun::backward(Part& part)
{
    m_tape.startPhase(Phase::Backward);
    InFlight batch = std::move(part.inFlight.front());
    part.inFlight.pop_front();
    --part.left;
    if (part.sharded)
        part.sharded->reduceGradients(part.left == 0);
    {
        const ModuleScope scope = scopeOfGradient(part);
        const Tensor gradient = gradientOf(part, batch.output);
        step::backward({{batch.output, gradient}});
        if (part.sharded)
            part.sharded->afterBackward();
    }
    m_tape.dropHeldByLoss();
    dropLocals({&batch.input, &batch.output});
}

} // namespace plimsoll::step
