// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/savings.h"

#include "base/format.h"
#include "scenario/choices.h"
#include "scenario/scenariofile.h"

#include <algorithm>

namespace plimsoll {

namespace {

class Collector
{
public:
    explicit Collector(const Scenario& scenario)
        : m_scenario(scenario)
    {
    }

    template <class Enum>
    void choose(std::string_view path, std::string_view name)
    {
        for (const Choice& choice : choices<Enum>())
            add(path, std::string(path) + '=' + std::string(choice.id),
                std::string(name) + ": " + std::string(choice.label), std::string(choice.cost));
    }

    void turnOn(std::string_view path, std::string_view label, std::string_view cost)
    {
        add(path, std::string(path) + "=true", std::string(label), std::string(cost));
    }

    // The same tokens in a step: what the batch loses, accumulation gains.
    void halveBatch()
    {
        const TrainingPlan& plan = m_scenario.training;
        if (plan.microBatch < 2)
            return;
        const std::int64_t half = plan.microBatch / 2;
        Result<Scenario> halved = withValue(m_scenario, "training.micro_batch=" + std::to_string(half));
        if (halved)
            halved
                = withValue(*halved, "training.gradient_accumulation=" + std::to_string(plan.gradientAccumulation * 2));
        take("training.micro_batch", halved, "batch " + formatCount(half) + ", accumulated over twice as many",
             "less work for each kernel, a little slower");
    }

    void halveSequence()
    {
        const std::int64_t half = m_scenario.training.sequenceLength / 2;
        if (half > 0)
            add("training.sequence_length", "training.sequence_length=" + std::to_string(half),
                "sequences of " + formatCount(half), "long documents are cut");
    }

    std::vector<Change> finish() { return std::move(m_changes); }

private:
    void add(std::string_view path, const std::string& assignment, std::string label, std::string cost)
    {
        take(path, withValue(m_scenario, assignment), std::move(label), std::move(cost));
    }

    void take(std::string_view path, Result<Scenario> changed, std::string label, std::string cost)
    {
        if (changed && *changed != m_scenario)
            m_changes.push_back({std::string(path), std::move(label), std::move(cost), std::move(*changed)});
    }

    const Scenario& m_scenario;
    std::vector<Change> m_changes;
};

} // namespace

std::vector<Change> singleChanges(const Scenario& scenario)
{
    Collector changes(scenario);
    changes.choose<Checkpointing>("training.checkpointing", "checkpointing");
    changes.choose<Precision>("training.precision", "precision");
    changes.choose<Optimizer>("training.optimizer", "optimizer");
    changes.choose<OptimizerKernel>("training.optimizer_kernel", "optimizer kernel");
    changes.turnOn("training.optimizer_in_backward", "optimizer in backward",
                   "no gradient clipping, no accumulation over micro-batches");
    changes.choose<Attention>("training.attention", "attention");
    changes.choose<Kernels>("training.kernels", "kernels");
    changes.choose<Loss>("training.loss", "loss");
    changes.choose<Method>("training.method", "method");
    changes.choose<Segments>("memory.allocator", "allocator");
    changes.halveBatch();
    changes.halveSequence();
    return changes.finish();
}

void rank(std::vector<Advice>& advice)
{
    std::ranges::stable_sort(advice, std::ranges::greater(), [](const Advice& each) { return each.saving(); });
}

} // namespace plimsoll
