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
    // The model keeps the last micro-batch's input, and with it that one's gradient (set_input_tensor, retain_grad).
    void keepInputs();

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
        Tensor received = {};                           // the input of the micro-batch that comes next
        std::vector<Tensor> left = {};                  // the last one's input and its gradient, between steps
        std::vector<std::int32_t> leftAllocations = {}; // the same ones at each step's end
    };

    void run(const StageTasks& tasks, MicroBatches recorded);
    void runMicroBatches(MicroBatches recorded);
    void dropInputs(Part& part) const;
    void pair(Part& forth, Part& back, bool receivesNext);
    void forward(Part& part);
    void send(Part& part);
    void backward(Part& part);
    Batch loaded(const Part& part) const;
    Tensor received(const char* operation) const;

    Tape& m_tape;
    ParallelPlan m_plan;
    TrainingPlan m_training;
    ModelSpec m_model;
    std::int64_t m_stage;
    DType m_type;
    std::deque<Part> m_parts;
    // Locals of the schedule's function, which hold what they name until they name another.
    Tensor m_outputGradient;
    Tensor m_inputGradient;
};

} // namespace plimsoll::step::megatron
