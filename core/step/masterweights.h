// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"
#include "step/optimizers/optimizerrun.h"

#include <memory>

namespace plimsoll::step {

class ZeroModules;

// What the optimizer steps on instead of the weights that the model runs with, as DeepSpeed's engine keeps it
// (runtime/engine.py, _configure_optimizer, of release 0.19): fp32 copies of narrow weights, or parts of all of them.
class MasterWeights
{
public:
    // For those of the trainable parameters that the optimizer takes; none where it steps on the weights themselves.
    // modules: of ZeRO stage 3.
    static std::unique_ptr<MasterWeights> make(const Scenario& scenario, const Parameters& trainable,
                                               ZeroModules* modules);

    virtual ~MasterWeights() = default;
    MasterWeights(const MasterWeights&) = delete;
    MasterWeights& operator=(const MasterWeights&) = delete;

    const Parameters& wide() const { return m_wide; }

    // When the optimizer over the wide weights has been made.
    virtual void begin(OptimizerRun& optimizer) = 0;
    // What else a run under way has before a step begins.
    virtual void makeStates() { }
    // A micro-batch begins: the last one before a step, or another.
    virtual void startMicroBatch(bool) { }
    // The loss whose backward runs.
    virtual Tensor scaled(const Tensor& loss) { return loss; }
    // Whether the optimizer's states and step are there.
    virtual bool isOnHost() const { return false; }
    // The parameter's gradient is whole.
    virtual void take(const Tensor&) { }
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
