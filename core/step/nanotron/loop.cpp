// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/nanotron/loop.h"

#include "scenario/software.h"
#include "step/nanotron/schedule.h"
#include "step/tape.h"

#include <array>

namespace plimsoll::step::nanotron {

namespace {

class Training
{
public:
    Training(Tape& tape, const Scenario& scenario)
        : m_tape(tape),
          m_parameters(tape, DType::BFloat16),
          m_stage(m_parameters, scenario),
          m_optimizer(scenario, m_parameters)
    {
    }

    // What a run under way has before a step begins.
    void makeStates()
    {
        m_optimizer.makeStates();
        m_stage.keepBatch();
    }

    void step(MicroBatches recorded)
    {
        m_stage.run(recorded, m_optimizer);
        m_tape.startPhase(Phase::OptimizerStep);
        m_optimizer.clip();
        m_optimizer.step();
        m_tape.markStepEnd();
    }

private:
    Tape& m_tape;
    Parameters m_parameters;
    Stage m_stage;
    Optimizer m_optimizer;
};

std::array<bool, 2> workspacesLeft(const Scenario& scenario, const GpuTraits& gpu)
{
    Tape tape(gpu, noLayer, 1);
    tape.software = rulesOf(scenario.software);
    Training training(tape, scenario);
    training.step(MicroBatches::Folded);
    return tape.workspacesKept();
}

} // namespace

StepProgram recordTraining(const Scenario& scenario, const GpuTraits& gpu, Recording recording)
{
    Tape tape(gpu, noLayer, 1);
    tape.software = rulesOf(scenario.software);
    Training training(tape, scenario);
    if (recording == Recording::FirstSteps || recording == Recording::FirstStepsWhole) {
        tape.markCacheEmptied();
        training.step(MicroBatches::FirstSteps);
        tape.markSteadyStep();
        training.step(MicroBatches::FirstSteps);
        return tape.finish();
    }
    tape.keepWorkspaces(workspacesLeft(scenario, gpu));
    training.makeStates();
    tape.markSteadyStep();
    training.step(recording == Recording::SteadyStepWhole ? MicroBatches::Whole : MicroBatches::Folded);
    return tape.finish();
}

} // namespace plimsoll::step::nanotron
