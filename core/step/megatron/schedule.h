// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/megatron/chunk.h"
#include "step/pipeline.h"
#include "step/pipelinerun.h"

#include <deque>
#include <vector>

namespace plimsoll::step::megatron {

// One stage's micro-batches, forward and back (core/pipeline_parallel/schedules.py). What a stage sends on is let go as
// soon as it is sent (deallocate_output_tensor); what comes is received while what was made last is still there.
class Stage
{
public:
    Stage(Parameters& parameters, const Scenario& scenario, const Group& group);

    void run(MicroBatches recorded);

private:
    struct InFlight
    {
        Tensor input;
        Tensor output;
    };
    struct Part
    {
        Chunk model;
        std::deque<InFlight> inFlight = {};
        Tensor received = {}; // the input of the micro-batch that comes next
    };

    void run(const StageTasks& tasks, MicroBatches recorded);
    void runOne(std::int64_t number);
    void pair(Part& forth, Part& back, bool receivesNext);
    void forward(Part& part);
    void send(Part& part);
    void backward(Part& part, Tensor gradient);
    Batch loaded(const Part& part) const;
    Tensor received(const char* operation) const;

    Tape& m_tape;
    ParallelPlan m_plan;
    TrainingPlan m_training;
    ModelSpec m_model;
    std::int64_t m_stage;
    DType m_type;
    std::deque<Part> m_parts;
};

} // namespace plimsoll::step::megatron
