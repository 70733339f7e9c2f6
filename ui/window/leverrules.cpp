// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/leverrules.h"

#include "interchange/modelsizes.h"
#include "scenario/choices.h"
#include "scenario/combinations.h"
#include "scenario/fusedkernels.h"
#include "window/modelchoice.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <utility>

namespace plimsoll::ui::rules {

void writeCheckpointing(Scenario& scenario, double value)
{
    TrainingPlan& plan = scenario.training;
    plan.checkpointing = static_cast<Checkpointing>(value);
    // Every first block is what "full" does, so a plan that has not chosen n starts at the next one.
    if (plan.checkpointing == Checkpointing::EveryNth && plan.checkpointEvery == 1)
        plan.checkpointEvery = 2;
}

void copyModel(Scenario& scenario, const Scenario& from)
{
    if (scenario.model == from.model)
        return;
    const std::string name = scenario.name;
    scenario = withModel(scenario, from.model);
    scenario.name = name;
}

namespace {

// As many GPUs as the plan asks for, with so many copies of the model beside each other.
void takeGpus(ParallelPlan& plan, std::int64_t copies)
{
    plan.gpus = plan.tensor * plan.pipeline * plan.context * copies;
    if (plan.stage && *plan.stage >= plan.pipeline)
        plan.stage.reset();
}

std::int64_t copiesIn(const ParallelPlan& plan)
{
    return std::max<std::int64_t>(1, plan.dataGroup());
}

} // namespace

void writeData(Scenario& scenario, double value)
{
    constexpr std::int64_t usualGpus = 8; // of a machine
    ParallelPlan& plan = scenario.parallelism;
    const std::int64_t copies = copiesIn(plan);
    plan.data = static_cast<DataParallel>(value);
    takeGpus(plan, plan.data == DataParallel::None ? 1 : copies == 1 ? usualGpus : copies);
    if (plan.data == DataParallel::Hsdp && copiesIn(plan) % plan.shardGroup != 0)
        plan.shardGroup = copiesIn(plan);
    if ((!plan.isSharded() || plan.isFlat()) && plan.zeroStage() != 3)
        plan.offload = ParameterOffload::None;
    if (plan.isSharded() || plan.zeroStage() == 0)
        plan.offloadOptimizer = plan.offload;
    if (scenario.training.stack == Stack::Megatron || scenario.training.stack == Stack::Nanotron)
        return;
    Precision& precision = scenario.training.precision;
    if (plan.zeroStage() > 0 && !hasMasterWeights(precision) && precision != Precision::Fp32)
        precision = Precision::Bf16Master; // ZeRO knows no autocast here, and others no fp32 weights beside narrow ones
    else if (plan.zeroStage() == 0 && plan.data != DataParallel::None && hasMasterWeights(precision))
        precision = Precision::Bf16Autocast;
}

void writeTensor(Scenario& scenario, double value)
{
    ParallelPlan& plan = scenario.parallelism;
    const std::int64_t copies = copiesIn(plan);
    plan.tensor = static_cast<std::int64_t>(value);
    takeGpus(plan, copies);
}

void writePipeline(Scenario& scenario, double value)
{
    ParallelPlan& plan = scenario.parallelism;
    const std::int64_t copies = copiesIn(plan);
    plan.pipeline = static_cast<std::int64_t>(value);
    takeGpus(plan, copies);
}

double readStage(const Scenario& scenario)
{
    return scenario.parallelism.stage ? static_cast<double>(*scenario.parallelism.stage) : -1;
}

void writeStage(Scenario& scenario, double value)
{
    scenario.parallelism.stage.reset();
    if (value >= 0)
        scenario.parallelism.stage = static_cast<std::int64_t>(value);
}

double readSplitSize(const Scenario& scenario)
{
    const std::int64_t size = scenario.memory.allocator.maxSplitSize;
    return size == AllocatorSettings::unlimited ? -1 : static_cast<double>(size);
}

void writeSplitSize(Scenario& scenario, double value)
{
    const auto bytes = static_cast<std::int64_t>(value);
    scenario.memory.allocator.maxSplitSize = value < 0 ? AllocatorSettings::unlimited : bytes / mib * mib;
}

std::string readTargets(const Scenario& scenario)
{
    std::string text;
    for (const std::string& target : scenario.training.lora.targets)
        text += (text.empty() ? "" : ", ") + target;
    return text;
}

void writeTargets(Scenario& scenario, const std::string& text)
{
    std::vector<std::string> targets;
    std::string target;
    for (const char letter : text + ',') {
        const bool isGap = letter == ',' || letter == ' ' || letter == ';';
        if (!isGap)
            target += letter;
        else if (!target.empty())
            targets.push_back(std::exchange(target, {}));
    }
    scenario.training.lora.targets = targets.empty() ? LoraPlan().targets : targets;
}

void writeHidden(Scenario& scenario, double value)
{
    ModelSpec& spec = scenario.model;
    const bool headsFillHidden = spec.heads * spec.headDim == spec.hidden;
    spec.hidden = static_cast<std::int64_t>(value);
    if (headsFillHidden && spec.hidden % spec.heads == 0)
        spec.headDim = spec.hidden / spec.heads;
}

void writeHeads(Scenario& scenario, double value)
{
    ModelSpec& spec = scenario.model;
    const bool headsFillHidden = spec.heads * spec.headDim == spec.hidden;
    const bool isGrouped = spec.kvHeads < spec.heads;
    spec.heads = static_cast<std::int64_t>(value);
    if (!isGrouped)
        spec.kvHeads = spec.heads;
    if (headsFillHidden && spec.hidden % spec.heads == 0)
        spec.headDim = spec.hidden / spec.heads;
}

const char* needsEveryNth(const Scenario& scenario)
{
    return scenario.training.checkpointing == Checkpointing::EveryNth
        ? nullptr
        : QT_TRANSLATE_NOOP("Lever", "Counts only with checkpointing of every nth block.");
}

const char* needsCheckpointing(const Scenario& scenario)
{
    return scenario.training.checkpointing != Checkpointing::None
        ? nullptr
        : QT_TRANSLATE_NOOP("Lever", "Counts only with checkpointing.");
}

const char* needsPlainDecoder(const Scenario& scenario)
{
    return scenario.model.family == Family::Plain
        ? nullptr
        : QT_TRANSLATE_NOOP("Lever", "Settled by the code of this model's family.");
}

const char* needsLearnedPositions(const Scenario& scenario)
{
    if (const char* reason = needsPlainDecoder(scenario))
        return reason;
    return scenario.model.positional == Positional::Learned
        ? nullptr
        : QT_TRANSLATE_NOOP("Lever", "Only learned positions have a table.");
}

const char* needsDropout(const Scenario& scenario)
{
    if (const char* reason = needsPlainDecoder(scenario))
        return reason;
    return scenario.model.dropout > 0 ? nullptr
                                      : QT_TRANSLATE_NOOP("Lever", "Without dropout there is no mask to keep.");
}

const char* needsConfig(const Scenario& scenario)
{
    return scenario.model.family != Family::Plain
        ? nullptr
        : QT_TRANSLATE_NOOP("Lever",
                            "A model given by its sizes is trained in full; this needs a model with a config.");
}

const char* needsBf16(const Scenario& scenario)
{
    return scenario.training.precision == Precision::Bf16
        ? nullptr
        : QT_TRANSLATE_NOOP("Lever", "Counts only with precision bf16.");
}

const char* needsAdapters(const Scenario& scenario)
{
    return scenario.training.method != Method::Full ? nullptr
                                                    : QT_TRANSLATE_NOOP("Lever", "Counts only with LoRA and QLoRA.");
}

const char* needsTensor(const Scenario& scenario)
{
    return scenario.parallelism.tensor > 1 ? nullptr
                                           : QT_TRANSLATE_NOOP("Lever", "Counts only with tensor parallelism.");
}

const char* needsPipeline(const Scenario& scenario)
{
    return scenario.parallelism.pipeline > 1 ? nullptr
                                             : QT_TRANSLATE_NOOP("Lever", "Counts only with several pipeline stages.");
}

const char* needsDdp(const Scenario& scenario)
{
    return scenario.parallelism.data == DataParallel::Ddp ? nullptr
                                                          : QT_TRANSLATE_NOOP("Lever", "Counts only with DDP.");
}

const char* needsHsdp(const Scenario& scenario)
{
    return scenario.parallelism.data == DataParallel::Hsdp ? nullptr
                                                           : QT_TRANSLATE_NOOP("Lever", "Counts only with HSDP.");
}

const char* needsFlat(const Scenario& scenario)
{
    return scenario.parallelism.isFlat() ? nullptr : QT_TRANSLATE_NOOP("Lever", "Counts only with FSDP1.");
}

const char* needsShards(const Scenario& scenario)
{
    return scenario.parallelism.isSharded() && !scenario.parallelism.isFlat()
        ? nullptr
        : QT_TRANSLATE_NOOP("Lever", "Counts only with FSDP2 and HSDP.");
}

const char* needsUnits(const Scenario& scenario)
{
    return scenario.parallelism.isSharded() ? nullptr
                                            : QT_TRANSLATE_NOOP("Lever", "Counts only with FSDP1, FSDP2 and HSDP.");
}

const char* needsSeveralGpus(const Scenario& scenario)
{
    return scenario.parallelism.gpus > 1 ? nullptr : QT_TRANSLATE_NOOP("Lever", "Counts only with several GPUs.");
}

const char* needsTransformers(const Scenario& scenario)
{
    return scenario.training.stack == Stack::Transformers
        ? nullptr
        : QT_TRANSLATE_NOOP("Lever", "Counts only where transformers' code runs.");
}

const char* needsQuantization(const Scenario& scenario)
{
    return scenario.training.method == Method::Qlora ? nullptr : QT_TRANSLATE_NOOP("Lever", "Counts only with QLoRA.");
}

const char* needsGptq(const Scenario& scenario)
{
    if (const char* reason = needsQuantization(scenario))
        return reason;
    return scenario.training.quantization.format == QuantizationFormat::GptqInt4
        ? nullptr
        : QT_TRANSLATE_NOOP("Lever", "Counts only with GPTQ's layers.");
}

const char* needsTorchtune(const Scenario& scenario)
{
    return scenario.training.stack == Stack::Torchtune
        ? nullptr
        : QT_TRANSLATE_NOOP("Lever", "Counts only with torchtune's model code.");
}

const char* needsLitgpt(const Scenario& scenario)
{
    const bool runs = scenario.training.stack == Stack::Litgpt;
    return runs ? nullptr : QT_TRANSLATE_NOOP("Lever", "Counts only with LitGPT's model code.");
}

const char* needsFourBits(const Scenario& scenario)
{
    const TrainingPlan& t = scenario.training;
    const bool packed = t.method == Method::Qlora && t.quantization.format <= QuantizationFormat::Nf4;
    return packed ? nullptr : QT_TRANSLATE_NOOP("Lever", "Counts only with NF4 layers.");
}

const char* needsKernel(const Scenario& scenario)
{
    static constexpr Optimizer withOwnKernel[] = {Optimizer::AdamW8bit, Optimizer::Lion8bit, Optimizer::PagedAdamW8bit,
                                                  Optimizer::AdamW4bit, Optimizer::AdamWFp8, Optimizer::PagedAdamW};
    const bool hasOwn = std::ranges::find(withOwnKernel, scenario.training.optimizer) != std::end(withOwnKernel);
    const bool isMegatron = scenario.training.stack == Stack::Megatron; // with Transformer Engine's FusedAdam
    return hasOwn || isMegatron ? QT_TRANSLATE_NOOP("Lever", "This optimizer brings its own kernel.") : nullptr;
}

const char* needsFusedKernels(const Scenario& scenario)
{
    return hasFusedKernels(scenario.model.family) || allowsCompiledBlocks(scenario.model.family)
        ? nullptr
        : QT_TRANSLATE_NOOP("Lever", "This version knows only the eager kernels of this model's family.");
}

const char* needsOpenHead(const Scenario& scenario)
{
    return allowsHeadLosses(scenario.model.family)
        ? nullptr
        : QT_TRANSLATE_NOOP("Lever", "The loss belongs to the code of this model's family.");
}

const char* needsChunkedLoss(const Scenario& scenario)
{
    if (scenario.training.stack == Stack::Litgpt)
        return QT_TRANSLATE_NOOP("Lever", "LitGPT's chunks are 128 tokens long.");
    if (const char* reason = needsOpenHead(scenario))
        return reason;
    const Loss loss = scenario.training.loss;
    return loss == Loss::Chunked || loss == Loss::ChunkedRecompute
        ? nullptr
        : QT_TRANSLATE_NOOP("Lever", "Counts only with a chunked loss.");
}

} // namespace plimsoll::ui::rules
