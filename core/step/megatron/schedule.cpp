// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/megatron/schedule.h"

#include "step/tape.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step::megatron {

namespace {

// Micro-batches after these make and free what the ones before did.
constexpr std::int64_t mostPairsRecorded = 16;
constexpr std::int64_t mostMicroBatchesRecorded = 4;

} // namespace

Stage::Stage(Parameters& parameters, const Scenario& scenario, const Group& group)
    : m_tape(parameters.tape()),
      m_plan(scenario.parallelism),
      m_training(scenario.training),
      m_model(scenario.model),
      m_stage(m_plan.pipeline > 1 ? m_plan.stage.value_or(0) : 0),
      m_type(parameters.dtype())
{
    for (std::int64_t i = 0; i < m_plan.virtualStages; ++i) {
        const PartOf part{i * m_plan.pipeline + m_stage, m_plan.pipeline * m_plan.virtualStages};
        m_parts.push_back({Chunk(parameters, scenario, group, part)});
    }
}

void Stage::run(MicroBatches recorded)
{
    if (m_plan.pipeline == 1)
        return runMicroBatches(recorded);
    const std::int64_t leftOut = recorded == MicroBatches::Folded ? roundsAlike(m_plan, m_stage) : 0;
    for (const StageTasks& tasks : scheduleOf(m_plan, m_stage, leftOut))
        run(tasks, recorded);
    m_outputGradient = {};
    m_inputGradient = {};
    keepInputs();
}

// forward_backward_no_pipelining
void Stage::runMicroBatches(MicroBatches recorded)
{
    const std::int64_t most = recorded == MicroBatches::Whole ? m_training.gradientAccumulation
        : recorded == MicroBatches::FirstSteps                ? mostMicroBatchesRecorded
                                                              : 2;
    for (std::int64_t i = 0; i < std::min(most, m_training.gradientAccumulation); ++i) {
        forward(m_parts.front());
        backward(m_parts.front());
    }
}

void Stage::keepInputs()
{
    if (m_plan.pipeline == 1)
        return;
    for (Part& part : m_parts) {
        if (part.model.place().isFirst())
            continue;
        const bool first = part.left.empty();
        for (std::size_t i = 0; i < 2; ++i) {
            if (first) {
                part.left.push_back(received("received activations"));
                part.leftAllocations.push_back(part.left.back()->storage->allocation);
            } else {
                m_tape.renewAs(part.left[i]->storage, part.leftAllocations[i]);
            }
        }
    }
}

void Stage::dropInputs(Part& part) const
{
    for (const Tensor& each : part.left)
        if (each->storage->allocation >= 0)
            m_tape.release(each->storage);
}

void Stage::run(const StageTasks& tasks, MicroBatches recorded)
{
    Part& first = m_parts[static_cast<std::size_t>(tasks.tasks.front().part)];
    if (tasks.tasks.size() == 1) {
        for (std::int64_t i = 0; i < tasks.times; ++i) {
            if (tasks.tasks.front().direction == Direction::Back) {
                if (!first.model.place().isLast())
                    m_outputGradient = received("received gradient");
                backward(first);
                continue;
            }
            forward(first);
            send(first);
        }
        return;
    }
    Part& second = m_parts[static_cast<std::size_t>(tasks.tasks.back().part)];
    const std::int64_t times
        = recorded == MicroBatches::FirstSteps ? std::min(tasks.times, mostPairsRecorded) : tasks.times;
    const bool loops = recorded == MicroBatches::Folded && m_plan.virtualStages == 1 && times > 3;
    for (std::int64_t i = 0; i < times; ++i) {
        if (loops && i == 1) {
            m_tape.beginLoop(times - 2);
            pair(first, second, true);
            m_tape.endLoop();
            i = times - 2;
            continue;
        }
        pair(first, second, i + 1 < times);
    }
}

// forward_step, send_forward_recv_backward, deallocate_output_tensor, backward_step, send_backward_recv_forward
void Stage::pair(Part& forth, Part& back, bool receivesNext)
{
    forward(forth);
    if (!back.model.place().isLast())
        m_outputGradient = received("received gradient");
    send(forth);
    const InFlight oldest = back.inFlight.front();
    backward(back);
    if (receivesNext && !forth.model.place().isFirst())
        forth.received = received("received activations");
}

Tensor Stage::received(const char* operation) const
{
    const ModuleScope scope(m_tape, "pipeline", LineItem::Communication);
    m_tape.operation = operation;
    std::int64_t sequence = m_training.sequenceLength / m_plan.context;
    if (m_plan.sequenceParallel)
        sequence /= m_plan.tensor;
    return empty(m_tape, {sequence, m_training.microBatch, m_model.hidden}, m_type);
}

// Whole rows come, of which each GPU of a context takes its part.
Batch Stage::loaded(const Part& part) const
{
    const PartOf& place = part.model.place();
    if (!place.isFirst() && !place.isLast())
        return {};
    const ModuleScope scope(m_tape, "batch");
    const std::int64_t whole = m_training.sequenceLength;
    const auto load = [&](std::int64_t length) {
        const Dims tokens{m_training.microBatch, length};
        Batch batch;
        m_tape.operation = "token ids";
        batch.ids = empty(m_tape, tokens, DType::Int64);
        batch.labels = empty(m_tape, tokens, DType::Int64);
        batch.lossMask = empty(m_tape, tokens, DType::Float32);
        if (m_training.megatron.attentionMask) {
            m_tape.operation = "attention mask";
            batch.attentionMask = empty(m_tape, {m_training.microBatch, 1, length, whole}, DType::Bool);
        }
        m_tape.operation = "position ids";
        batch.positions = empty(m_tape, tokens, DType::Int64);
        return batch;
    };
    Batch batch = load(whole);
    if (m_plan.context > 1)
        batch = load(whole / m_plan.context);
    return batch;
}

void Stage::forward(Part& part)
{
    m_tape.startPhase(Phase::Forward);
    InFlight batch;
    if (!part.model.place().isFirst()) {
        batch.input = part.received ? std::exchange(part.received, {}) : received("received activations");
        batch.input->requiresGrad = true;
        dropInputs(part);
    }
    const Batch data = loaded(part);
    batch.output = part.model(batch.input, data);
    part.inFlight.push_back(std::move(batch));
}

void Stage::send(Part& part)
{
    const Tensor& output = part.inFlight.back().output;
    if (!part.model.place().isLast())
        m_tape.release(output->storage);
}

void Stage::backward(Part& part)
{
    m_tape.startPhase(Phase::Backward);
    InFlight batch = std::move(part.inFlight.front());
    part.inFlight.pop_front();
    const bool last = part.model.place().isLast();
    const ModuleScope scope(m_tape, last ? "loss" : "pipeline",
                            last ? LineItem::LogitsAndLoss : LineItem::Communication);
    Tensor gradient = m_outputGradient;
    if (last) {
        m_tape.operation = "initial gradient";
        gradient = empty(m_tape, batch.output.sizes(), batch.output.dtype());
    }
    step::backward({{batch.output, gradient}});
    m_tape.dropHeldByLoss();
    m_inputGradient = batch.input ? Tensor(batch.input->grad) : Tensor();
}

} // namespace plimsoll::step::megatron
