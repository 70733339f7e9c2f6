// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/megatron/loop.h"

#include "scenario/software.h"
#include "step/megatron/kept.h"
#include "step/megatron/optimizer.h"
#include "step/megatron/schedule.h"
#include "step/programbytes.h"
#include "step/tape.h"

#include <algorithm>
#include <array>

namespace plimsoll::step::megatron {

namespace {

DType weightType(Precision precision)
{
    switch (precision) {
    case Precision::Fp32:
        return DType::Float32;
    case Precision::Fp16Master:
        return DType::Float16;
    default:
        break;
    }
    return DType::BFloat16;
}

class Training
{
public:
    Training(Tape& tape, const Scenario& scenario)
        : m_tape(tape),
          m_kept(tape),
          m_parameters(tape, weightType(scenario.training.precision)),
          m_stage(((tape.megatronKept = &m_kept), m_parameters), scenario, Group(scenario)),
          m_optimizer(scenario, m_parameters)
    {
        // The hook that adds gradients to main_grad (distributed_data_parallel.py, _make_backward_post_hook).
        // What is kept for all of a shape is no gradient.
        m_tape.afterAccumulate = [this](const Tensor& parameter) {
            if (parameter->grad->storage->tensors > 1)
                m_tape.relabel(parameter->grad->storage, LineItem::Workspace);
            parameter->grad.reset();
        };
    }

    Kept& kept() { return m_kept; }
    void makeOptimizerStates() { m_optimizer.makeStates(); }
    // What a run under way has before a step begins.
    void makeStates()
    {
        makeOptimizerStates();
        m_stage.keepInputs();
    }

    void step(MicroBatches recorded)
    {
        m_stage.run(recorded);
        m_tape.startPhase(Phase::OptimizerStep);
        m_optimizer.step();
        m_tape.markStepEnd();
        m_optimizer.dropWideGradients(); // by zero_grad, which the next step begins with
    }

private:
    Tape& m_tape;
    Kept m_kept;
    Parameters m_parameters;
    Stage m_stage;
    Optimizer m_optimizer;
};

// The least training whose operations are all of a training's: a layer in each part.
Scenario inSmall(Scenario scenario)
{
    ParallelPlan& plan = scenario.parallelism;
    scenario.model.layers = plan.pipeline * plan.virtualStages;
    plan.microBatches = std::min(plan.microBatches, plan.pipeline);
    scenario.training.gradientAccumulation = 1;
    return scenario;
}

// What a step leaves behind, which those after it begin with.
struct Left
{
    Kept::Sizes kept;
    std::array<bool, 2> workspaces{};
};

Left leftByAStep(const Scenario& scenario, const GpuTraits& gpu)
{
    Tape tape(gpu, noLayer, 1);
    tape.software = rulesOf(scenario.software);
    Training training(tape, inSmall(scenario));
    training.step(MicroBatches::Folded);
    return {training.kept().sizes(), tape.workspacesKept()};
}

} // namespace

StepProgram recordTraining(const Scenario& scenario, const GpuTraits& gpu, Recording recording)
{
    Tape tape(gpu, noLayer, 1);
    tape.software = rulesOf(scenario.software);
    Training training(tape, scenario);
    if (recording == Recording::FirstSteps || recording == Recording::FirstStepsWhole) {
        training.step(MicroBatches::FirstSteps);
        tape.markSteadyStep();
        training.step(MicroBatches::FirstSteps);
        return tape.finish();
    }
    const Left left = leftByAStep(scenario, gpu);
    tape.keepWorkspaces(left.workspaces);
    training.kept().begin(left.kept);
    training.makeStates();
    tape.markSteadyStep();
    training.step(recording == Recording::SteadyStepWhole ? MicroBatches::Whole : MicroBatches::Folded);
    return tape.finish();
}

std::int64_t bytesOfState(const Scenario& scenario, const GpuTraits& gpu)
{
    Tape tape(gpu, noLayer, 1);
    tape.software = rulesOf(scenario.software);
    Training training(tape, scenario);
    training.makeOptimizerStates();
    const StepProgram program = tape.finish();
    std::int64_t bytes = 0;
    for (const std::int32_t event : program.events)
        bytes += movedBy(program, event);
    return bytes;
}

} // namespace plimsoll::step::megatron
