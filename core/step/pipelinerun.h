// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"
#include "step/layerplan.h"
#include "step/modules.h"
#include "step/optimizers/parametertensors.h"
#include "step/pipeline.h"
#include "step/plannedtasks.h"
#include "step/splitbackward.h"
#include "step/tape.h"
#include "step/transformers/pipelinepart.h"

#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace plimsoll::step {

class FullyShard;

// Which micro-batches are recorded.
enum class MicroBatches {
    Folded,          // those that differ: what others do is said to happen several times
    Whole,           // all
    FirstSteps,      // all that are in flight at once, and a few of those that follow one by one
    FirstStepsWhole, // the same, each run by itself
};

// One stage of a pipeline (torch.distributed.pipelining): its parts of the model, and the micro-batches that go through
// them forward and back in the schedule's order. What comes from a neighbour is a buffer of its own; what goes to one
// is dropped when the micro-batch is through.
class PipelineRun
{
public:
    // scenario: with as many layers as the stage's part has; with several parts, as many as the model has.
    PipelineRun(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers);
    ~PipelineRun();

    // Spreads each part by itself (fully_shard). all: the parameters, part after part.
    void spread(const Scenario& scenario, const Parameters& all);
    // This GPU's pieces of the parameters, where they are spread.
    const Parameters& trainable() const { return m_pieces; }

    void run(std::optional<DType> autocast, MicroBatches recorded);

private:
    // Allocations that one task made.
    struct Made
    {
        std::int32_t first = 0;
        std::int32_t end = 0;

        bool holds(std::int32_t allocation) const { return allocation >= first && allocation < end; }
    };
    struct InFlight
    {
        Tensor input; // none where the forward is a copy
        Tensor output;
        Made made;
    };
    // A micro-batch whose weights' gradients are still to come.
    struct HalfDone
    {
        InFlight batch;
        Tensor gradient; // of the output
        std::vector<WeightsToDo> weights;
    };
    struct Part
    {
        PipelinePart model;
        std::int64_t layers = 0;
        std::size_t parameters = 0;
        std::unique_ptr<FullyShard> sharded;
        std::deque<InFlight> inFlight;
        std::int64_t left = 0; // micro-batches that have not gone back
        Parameters weights = {};
        std::deque<HalfDone> halfDone = {};
    };
    // The first task of its kind: what copies are made of.
    struct Recorded
    {
        Tape::Mark from;
        Tape::Mark to;
        Made forward;                        // of a backward's micro-batch
        const FullyShard* sharded = nullptr; // its part
        std::vector<std::int32_t> heldBefore;
        bool holdsOfForward = false; // weights that the same micro-batch gathered
        std::vector<std::int32_t> heldAfter;
    };

    void run(const StageTasks& tasks, MicroBatches recorded);
    static bool isLike(const Part& part, const Part& other);
    void runCopying(const std::vector<StageTasks>& schedule);
    void record(const PlannedTask& planned);
    void copy(const PlannedTask& planned);
    void run(const StageTask& task);
    Part& partOf(const StageTask& task) { return m_parts[static_cast<std::size_t>(task.part)]; }
    void forward(Part& part);
    void backward(Part& part);
    void backwardToInput(Part& part);
    void backwardToWeights(Part& part);
    ModuleScope scopeOfGradient(const Part& part) const;
    Tensor gradientOf(const Part& part, const Tensor& output) const;
    Tensor received() const;

    Tape& m_tape;
    ParallelPlan m_plan;
    TrainingPlan m_training;
    std::int64_t m_hidden;
    DType m_sent = DType::Float32; // between stages
    std::int64_t m_stage;
    std::deque<Part> m_parts; // which stay where they are
    Parameters m_pieces;

    // Of the step that runs.
    std::optional<DType> m_autocast;
    bool m_hasPairs = false;                         // of a forward and a backward
    std::vector<std::optional<Recorded>> m_recorded; // by kind
    Tensor m_positions;
    std::vector<Tensor> m_ids; // of each micro-batch
};

} // namespace plimsoll::step
