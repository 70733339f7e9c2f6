// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/trainingplan.h"
#include "step/optimizers/optimizerrun.h"

#include <memory>

namespace plimsoll::step {

// fp32 weights that the optimizer steps on, beside the narrow ones that the model runs with, as DeepSpeed's engine
// keeps them on one GPU (runtime/engine.py, _configure_optimizer, of release 0.19).
class MasterWeights
{
public:
    // For those of the trainable parameters that the optimizer takes; none where the plan has no fp32 weights.
    static std::unique_ptr<MasterWeights> make(const TrainingPlan& training, const Parameters& trainable);

    virtual ~MasterWeights() = default;
    MasterWeights(const MasterWeights&) = delete;
    MasterWeights& operator=(const MasterWeights&) = delete;

    const Parameters& wide() const { return m_wide; }

    // When the optimizer over the wide weights has been made.
    virtual void begin(OptimizerRun& optimizer) = 0;
    // What else a run under way has before a step begins.
    virtual void makeStates() { }
    // The loss whose backward runs.
    virtual Tensor scaled(const Tensor& loss) const { return loss; }
    virtual void afterBackward() { }
    virtual void step(OptimizerRun& optimizer) = 0;

    // Of the narrow weights.
    void dropGradients() const;

protected:
    explicit MasterWeights(Parameters narrow);

    Tape& tape() const { return m_narrow.front().tape(); }

    Parameters m_narrow;
    Parameters m_wide;
};

} // namespace plimsoll::step
