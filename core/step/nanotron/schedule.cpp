// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/nanotron/schedule.h"

#include "step/tape.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step::nanotron {

namespace {

// Micro-batches after these make and free what the ones before did.
constexpr std::int64_t mostPairsRecorded = 16;
constexpr std::int64_t mostMicroBatchesRecorded = 4;
constexpr std::int64_t metadataNumbers = 1024; // p2p.py, SECOND_METADATA_SIZE

PartOf placeOf(const ParallelPlan& plan)
{
    return {plan.pipeline > 1 ? plan.stage.value_or(0) : 0, plan.pipeline};
}

std::vector<Tensor> tensorsOf(const Batch& batch)
{
    std::vector<Tensor> all;
    for (const Tensor& each : {batch.ids, batch.mask, batch.labels, batch.labelMask})
        if (each)
            all.push_back(each);
    return all;
}

} // namespace

Stage::Stage(Parameters& parameters, const Scenario& scenario)
    : m_tape(parameters.tape()),
      m_plan(scenario.parallelism),
      m_training(scenario.training),
      m_model(scenario.model),
      m_chunk(parameters, scenario, placeOf(scenario.parallelism)),
      m_type(parameters.dtype())
{
    const ModuleScope scope(m_tape, "pipeline", LineItem::Communication);
    m_tape.operation = "shapes";
    m_metadata = empty(m_tape, {metadataNumbers}, DType::Int64);
}

void Stage::run(MicroBatches recorded, Optimizer& optimizer)
{
    if (m_plan.pipeline == 1)
        runMicroBatches(recorded, optimizer);
    else
        for (const StageTasks& tasks : scheduleOf(m_plan, m_chunk.place().part))
            run(tasks, recorded, optimizer);
    m_inputGradient = {};
    keepBatch();
}

void Stage::runMicroBatches(MicroBatches recorded, Optimizer& optimizer)
{
    const std::int64_t most = recorded == MicroBatches::Whole ? m_training.gradientAccumulation
        : recorded == MicroBatches::FirstSteps                ? mostMicroBatchesRecorded
                                                              : 2;
    for (std::int64_t i = 0; i < std::min(most, m_training.gradientAccumulation); ++i) {
        forward();
        backward(optimizer);
    }
}

void Stage::run(const StageTasks& tasks, MicroBatches recorded, Optimizer& optimizer)
{
    if (tasks.tasks.size() == 1) {
        for (std::int64_t i = 0; i < tasks.times; ++i) {
            if (tasks.tasks.front().direction == Direction::Back) {
                backward(optimizer);
                m_inputGradient = {};
                continue;
            }
            forward();
            send();
        }
        return;
    }
    const std::int64_t times
        = recorded == MicroBatches::FirstSteps ? std::min(tasks.times, mostPairsRecorded) : tasks.times;
    const auto pair = [&] {
        forward();
        send();
        backward(optimizer);
    };
    const bool loops = recorded == MicroBatches::Folded && times > 3;
    for (std::int64_t i = 0; i < times; ++i) {
        if (loops && i == 1) {
            m_tape.beginLoop(times - 2);
            pair();
            m_tape.endLoop();
            i = times - 2;
            continue;
        }
        pair();
    }
}

void Stage::keepBatch()
{
    if (m_left.empty()) {
        m_batch = loaded();
        m_left = tensorsOf(m_batch);
        for (const Tensor& each : m_left)
            m_leftAllocations.push_back(each->storage->allocation);
        m_batch = {};
        return;
    }
    m_batch = {};
    for (std::size_t i = 0; i < m_left.size(); ++i)
        m_tape.renewAs(m_left[i]->storage, m_leftAllocations[i]);
}

// [sequence, batch, hidden], of which each GPU may have a share.
Tensor Stage::received(const char* operation) const
{
    const ModuleScope scope(m_tape, "pipeline", LineItem::Communication);
    m_tape.operation = operation;
    const std::int64_t shares = m_plan.sequenceParallel ? m_plan.tensor : 1;
    return empty(m_tape, {m_training.sequenceLength / shares, m_training.microBatch, m_model.hidden}, m_type);
}

Batch Stage::loaded() const
{
    const ModuleScope scope(m_tape, "batch");
    const Dims tokens{m_training.microBatch, m_training.sequenceLength};
    Batch batch;
    if (m_chunk.place().isFirst()) {
        m_tape.operation = "token ids";
        batch.ids = empty(m_tape, tokens, DType::Int64);
        batch.mask = empty(m_tape, tokens, DType::Bool);
    }
    if (m_chunk.place().isLast()) {
        m_tape.operation = "labels";
        batch.labels = empty(m_tape, tokens, DType::Int64);
        batch.labelMask = empty(m_tape, tokens, DType::Bool);
    }
    return batch;
}

void Stage::forward()
{
    m_tape.startPhase(Phase::Forward);
    m_batch = loaded();
    for (const Tensor& each : m_left)
        if (each->storage->allocation >= 0)
            m_tape.release(each->storage);
    InFlight batch;
    Tensor mask;
    if (!m_chunk.place().isFirst()) {
        batch.input = received("received activations");
        batch.input->requiresGrad = true;
        m_inputGradient = {};
        const ModuleScope scope(m_tape, "pipeline", LineItem::Communication);
        m_tape.operation = "received mask";
        mask = empty(m_tape, {m_training.microBatch, m_training.sequenceLength}, DType::Bool);
    }
    batch.output = m_chunk(batch.input, mask, m_batch);
    m_inFlight.push_back(std::move(batch));
}

void Stage::send()
{
    if (!m_chunk.place().isLast())
        m_tape.release(m_inFlight.back().output->storage);
}

void Stage::backward(Optimizer& optimizer)
{
    m_tape.startPhase(Phase::Backward);
    InFlight batch = std::move(m_inFlight.front());
    m_inFlight.pop_front();
    {
        const bool last = m_chunk.place().isLast();
        Tensor gradient;
        if (last) {
            const ModuleScope scope(m_tape, "loss", LineItem::LogitsAndLoss);
            m_tape.operation = "initial gradient";
            gradient = empty(m_tape, batch.output.sizes(), batch.output.dtype());
        } else {
            gradient = received("received gradient");
        }
        step::backward({{batch.output, std::move(gradient)}});
    }
    m_tape.dropHeldByLoss();
    m_inputGradient = batch.input ? Tensor(batch.input->grad) : Tensor();
    optimizer.accumulate();
}

} // namespace plimsoll::step::nanotron
