// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"
#include "step/layerplan.h"
#include "step/modules.h"
#include "step/pipeline.h"
#include "step/transformers/pipelinepart.h"

#include <deque>
#include <optional>
#include <vector>

namespace plimsoll::step {

class FullyShard;

// Which micro-batches are recorded.
enum class MicroBatches {
    Folded,     // those that differ: what others do is said to happen several times
    Whole,      // all
    FirstSteps, // all that are in flight at once, and a few of those that follow one by one
};

// One stage of a pipeline (torch.distributed.pipelining): its parts of the model, and the micro-batches that go through
// them forward and back in the schedule's order. What comes from a neighbour is a buffer of its own; what goes to one
// is dropped when the micro-batch is through.
class PipelineRun
{
public:
    // scenario: with as many layers as the stage's part has; with several parts, as many as the model has.
    PipelineRun(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers);

    void run(std::optional<DType> autocast, FullyShard* sharded, MicroBatches recorded);

private:
    struct InFlight
    {
        Tensor input;
        Tensor output;
    };
    struct Part
    {
        PipelinePart model;
        std::deque<InFlight> inFlight;
        std::int64_t left = 0; // micro-batches that have not gone back
    };

    void run(const StageTasks& tasks, MicroBatches recorded);
    void run(const StageTask& task);
    void forward(Part& part);
    void backward(Part& part);
    Tensor received() const;

    Tape& m_tape;
    ParallelPlan m_plan;
    TrainingPlan m_training;
    std::int64_t m_hidden;
    DType m_sent = DType::Float32; // between stages
    std::int64_t m_stage;
    std::deque<Part> m_parts; // which stay where they are

    // Of the step that runs.
    std::optional<DType> m_autocast;
    FullyShard* m_sharded = nullptr;
    bool m_hasPairs = false; // of a forward and a backward
    Tensor m_positions;
    std::vector<Tensor> m_ids; // of each micro-batch
};

} // namespace plimsoll::step
