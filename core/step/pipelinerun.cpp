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
        const PartOf part{i * m_plan.pipeline + m_stage, m_plan.pipeline * m_plan.virtualStages};
        if (m_plan.virtualStages == 1) {
            m_parts.push_back({PipelinePart(factory, scenario, layers, stageRules(scenario), part), {}});
            continue;
        }
        Scenario own = scenario;
        own.model.layers = layersOfPart(scenario.model.layers, m_plan, part.part);
        m_parts.push_back(
            {PipelinePart(factory, own, LayerPlan::unrolled(own.model.layers), stageRules(own), part), {}});
    }
}

void PipelineRun::run(std::optional<DType> autocast, FullyShard* sharded, MicroBatches recorded)
{
    m_autocast = autocast;
    m_sharded = sharded;
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
    if (recorded == MicroBatches::FirstSteps && pair)
        times = std::min(times, mostPairsRecorded);
    const bool makesGradients = pair || !m_hasPairs;
    const std::int64_t first = m_sharded ? 2 : makesGradients ? 1 : 0;
    const std::int64_t last = m_sharded ? 1 : 0;
    const std::int64_t alike = times - first - last;
    const bool loops = recorded == MicroBatches::Folded && m_plan.virtualStages == 1 && alike > 1;
    for (std::int64_t i = 0; i < first && i < times; ++i)
        once();
    if (loops) {
        m_tape.beginLoop(alike);
        once();
        m_tape.endLoop();
        for (const StageTask& task : tasks.tasks)
            if (task.direction == Direction::Back)
                m_parts[static_cast<std::size_t>(task.part)].left -= alike - 1;
    }
    for (std::int64_t i = first + (loops ? alike : 0); i < times; ++i)
        once();
}

void PipelineRun::run(const StageTask& task)
{
    Part& part = m_parts[static_cast<std::size_t>(task.part)];
    if (task.direction == Direction::Forth)
        forward(part);
    else
        backward(part);
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
        if (m_sharded)
            x = m_sharded->beforeModel(x);
        batch.output = part.model(std::move(x), ids, m_positions);
        if (m_sharded)
            m_sharded->afterModel({batch.output});
    }
    part.inFlight.push_back(std::move(batch));
}

void PipelineRun::backward(Part& part)
{
    m_tape.startPhase(Phase::Backward);
    InFlight batch = std::move(part.inFlight.front());
    part.inFlight.pop_front();
    --part.left;
    if (m_sharded)
        m_sharded->reduceGradients(part.left == 0);
    {
        const bool last = part.model.place().isLast();
        const ModuleScope scope(m_tape, last ? "loss" : "pipeline",
                                last ? LineItem::LogitsAndLoss : LineItem::Communication);
        m_tape.operation = last ? "initial gradient" : "received gradient";
        const Tensor gradient = emptyLike(batch.output);
        step::backward({{batch.output, gradient}});
        if (m_sharded)
            m_sharded->afterBackward();
    }
    m_tape.dropHeldByLoss();
    dropLocals({&batch.input, &batch.output});
}

} // namespace plimsoll::step
