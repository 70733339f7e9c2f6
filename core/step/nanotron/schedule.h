// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/nanotron/chunk.h"
#include "step/nanotron/optimizer.h"
#include "step/pipeline.h"
#include "step/pipelinerun.h"

#include <deque>
#include <vector>

namespace plimsoll::step::nanotron {

// One stage's micro-batches, forward and back (nanotron/parallel/pipeline_parallel: engine.py, state.py). What a stage
// sends on is held until it is sent: at once before the first backward, else as the next backward begins; a gradient
// until the next input has come.
class Stage
{
public:
    Stage(Parameters& parameters, const Scenario& scenario);

    void run(MicroBatches recorded, Optimizer& optimizer);
    // The loader's generator holds a batch until it has made the next.
    void keepBatch();

private:
    struct InFlight
    {
        Tensor input;
        Tensor output;
    };

    void run(const StageTasks& tasks, MicroBatches recorded, Optimizer& optimizer);
    void runMicroBatches(MicroBatches recorded, Optimizer& optimizer);
    void forward();
    void send();
    void backward(Optimizer& optimizer);
    Batch loaded() const;
    Tensor received(const char* operation) const;

    Tape& m_tape;
    ParallelPlan m_plan;
    TrainingPlan m_training;
    ModelSpec m_model;
    Chunk m_chunk;
    DType m_type;
    std::deque<InFlight> m_inFlight;
    Tensor m_inputGradient; // that waits to be sent
    Batch m_batch;
    std::vector<Tensor> m_left; // the batch between steps
    std::vector<std::int32_t> m_leftAllocations;
    Tensor m_metadata; // what tells shapes of what is sent
};

} // namespace plimsoll::step::nanotron
