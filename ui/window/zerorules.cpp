// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/leverrules.h"

#include <QCoreApplication>

namespace plimsoll::ui::rules {

// FSDP2 takes all to the host together; DeepSpeed takes states there before weights.
void writeOffload(Scenario& scenario, double value)
{
    ParallelPlan& plan = scenario.parallelism;
    plan.offload = static_cast<ParameterOffload>(value);
    if (plan.isSharded() || plan.offload == ParameterOffload::Cpu)
        plan.offloadOptimizer = plan.offload;
}

void writeOffloadOfStates(Scenario& scenario, double value)
{
    ParallelPlan& plan = scenario.parallelism;
    plan.offloadOptimizer = static_cast<ParameterOffload>(value);
    if (plan.isSharded() || plan.offloadOptimizer == ParameterOffload::None)
        plan.offload = plan.offloadOptimizer;
}

double readOverlap(const Scenario& scenario)
{
    return scenario.parallelism.overlapsReduction() ? 1 : 0;
}

void writeOverlap(Scenario& scenario, double value)
{
    ParallelPlan& plan = scenario.parallelism;
    const bool usual = plan.zeroStage() == 3;
    plan.zero.overlapComm.reset();
    if ((value != 0) != usual)
        plan.zero.overlapComm = value != 0;
}

const char* needsZero(const Scenario& scenario)
{
    return scenario.parallelism.zeroStage() > 0 ? nullptr : QT_TRANSLATE_NOOP("Lever", "Counts only with ZeRO.");
}

const char* needsZero3(const Scenario& scenario)
{
    return scenario.parallelism.zeroStage() == 3 ? nullptr : QT_TRANSLATE_NOOP("Lever", "Counts only with ZeRO 3.");
}

const char* needsSpreadWeights(const Scenario& scenario)
{
    const ParallelPlan& plan = scenario.parallelism;
    return (plan.isSharded() && !plan.isFlat()) || plan.zeroStage() == 3
        ? nullptr
        : QT_TRANSLATE_NOOP("Lever", "Counts only with FSDP2, HSDP and ZeRO 3.");
}

const char* needsSpreadStates(const Scenario& scenario)
{
    const ParallelPlan& plan = scenario.parallelism;
    return (plan.isSharded() && !plan.isFlat()) || plan.zeroStage() > 0
        ? nullptr
        : QT_TRANSLATE_NOOP("Lever", "Counts only with FSDP2, HSDP and ZeRO.");
}

} // namespace plimsoll::ui::rules
