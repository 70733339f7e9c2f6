// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/scenario.h"

#include "base/format.h"
#include "model/parameters.h"
#include "scenario/choices.h"

namespace plimsoll {

Scenario workedExample()
{
    Scenario scenario;
    scenario.name = "worked example";
    scenario.model.dropout = 0.1;
    scenario.model.mlpDropout = true;
    scenario.model.headBias = true;
    scenario.training.microBatch = 256;
    scenario.training.sequenceLength = 100;
    return scenario;
}

namespace {

std::string modelInWords(const ModelSpec& model)
{
    if (!model.name.empty())
        return model.name;
    if (model.family == Family::Plain)
        return formatCompact(plainParameterCount(model));
    return std::string(info(model.family).label) + " " + formatCount(model.layers) + " × " + formatCount(model.hidden);
}

std::string methodInWords(const TrainingPlan& training)
{
    return std::string(choice(training.method).label) + " r" + std::to_string(training.lora.rank);
}

std::string checkpointingInWords(const TrainingPlan& training)
{
    switch (training.checkpointing) {
    case Checkpointing::None:
        return "no checkpointing";
    case Checkpointing::EveryNth:
        return "checkpointing every " + std::to_string(training.checkpointEvery);
    case Checkpointing::Sqrt:
    case Checkpointing::Full:
    case Checkpointing::Selective:
    case Checkpointing::Offloaded:
        break;
    }
    return "checkpointing " + std::string(choice(training.checkpointing).id);
}

std::string spreadInWords(const ParallelPlan& plan)
{
    std::string words;
    const auto add = [&words](const std::string& text) { words += (words.empty() ? "" : ", ") + text; };
    if (plan.tensor > 1)
        add("tensor " + formatCount(plan.tensor) + (plan.sequenceParallel ? " with sequences" : ""));
    if (plan.pipeline > 1)
        add("pipeline " + formatCount(plan.pipeline) + " (" + std::string(choice(plan.schedule).label) + ")");
    if (plan.data != DataParallel::None)
        add(std::string(choice(plan.data).label));
    return words + " on " + formatCount(plan.gpus) + " GPUs";
}

} // namespace

std::string inWords(const Scenario& scenario)
{
    const TrainingPlan& t = scenario.training;
    std::string words = modelInWords(scenario.model);
    const auto add = [&words](const std::string& text) { words += " · " + text; };
    if (t.method != Method::Full)
        add(methodInWords(t));
    add("batch " + formatCount(t.microBatch) + " × " + formatCount(t.sequenceLength));
    add(std::string(choice(t.precision).label) + (t.autocastOverBf16 ? " + autocast" : ""));
    add(std::string(choice(t.optimizer).label));
    if (t.attention == Attention::Eager)
        add("eager attention");
    if (t.kernels != Kernels::Eager)
        add(std::string(choice(t.kernels).label));
    if (t.loss != Loss::Logits)
        add("loss " + std::string(choice(t.loss).label));
    add(checkpointingInWords(t));
    if (t.gradientAccumulation > 1)
        add(formatCount(t.gradientAccumulation) + " micro-batches");
    if (scenario.parallelism.gpus > 1 || scenario.parallelism.data != DataParallel::None)
        add(spreadInWords(scenario.parallelism));
    return words;
}

} // namespace plimsoll
