// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/leveraccess.h"
#include "window/levertables.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll::ui::tables {

namespace {

using namespace access;

const char* needsMegatron(const Scenario& scenario)
{
    return scenario.training.stack == Stack::Megatron ? nullptr
                                                      : QT_TRANSLATE_NOOP("Lever", "Counts only with Megatron-LM.");
}

const char* needsNanotron(const Scenario& scenario)
{
    return scenario.training.stack == Stack::Nanotron ? nullptr
                                                      : QT_TRANSLATE_NOOP("Lever", "Counts only with nanotron.");
}

const char* needsFull(const Scenario& scenario)
{
    if (const char* reason = needsMegatron(scenario))
        return reason;
    return scenario.training.checkpointing == Checkpointing::Full
        ? nullptr
        : QT_TRANSLATE_NOOP("Lever", "Counts only with full checkpointing.");
}

const char* needsSelective(const Scenario& scenario)
{
    if (const char* reason = needsMegatron(scenario))
        return reason;
    return scenario.training.checkpointing == Checkpointing::Selective
        ? nullptr
        : QT_TRANSLATE_NOOP("Lever", "Counts only with selective checkpointing.");
}

const char* needsContext(const Scenario& scenario)
{
    return scenario.parallelism.context > 1
        ? nullptr
        : QT_TRANSLATE_NOOP("Lever", "Counts only with sequences cut over several GPUs.");
}

const char* needsExperts(const Scenario& scenario)
{
    if (const char* reason = needsMegatron(scenario))
        return reason;
    return scenario.model.experts ? nullptr : QT_TRANSLATE_NOOP("Lever", "Counts only with a model that has experts.");
}

const char* needsSpreadExperts(const Scenario& scenario)
{
    if (const char* reason = needsExperts(scenario))
        return reason;
    return scenario.parallelism.expert > 1 ? nullptr
                                           : QT_TRANSLATE_NOOP("Lever", "Counts only with experts spread over GPUs.");
}

double readStack(const Scenario& scenario)
{
    return static_cast<double>(scenario.training.stack);
}

void takeNanotron(TrainingPlan& training)
{
    training.precision = Precision::Bf16MasterFp32Grad;
    training.attention = Attention::Flash;
    training.optimizerKernel = OptimizerKernel::Fused;
    training.kernels = Kernels::Eager;
    training.loss = Loss::Logits;
}

// Megatron has weights of its own kinds, and its own choice of kernels and losses; nanotron has one of each.
void writeStack(Scenario& scenario, double value)
{
    TrainingPlan& training = scenario.training;
    training.stack = static_cast<Stack>(value);
    if (training.stack == Stack::Nanotron)
        takeNanotron(training);
    if (training.stack != Stack::Megatron)
        return;
    if (training.precision != Precision::Fp32 && !hasMasterWeights(training.precision))
        training.precision = Precision::Bf16MasterFp32Grad;
    training.kernels = Kernels::Eager;
    training.loss = Loss::Logits;
}

void writeContext(Scenario& scenario, double value)
{
    ParallelPlan& plan = scenario.parallelism;
    const std::int64_t copies = std::max<std::int64_t>(1, plan.dataGroup());
    plan.context = static_cast<std::int64_t>(value);
    plan.gpus = plan.tensor * plan.context * plan.pipeline * copies;
}

// clang-format off
constexpr Lever megatronTable[] = {
    choiceOf<Stack>({.path = "training.stack", .label = QT_TRANSLATE_NOOP("Lever", "Stack"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Whose model code and training loop run."),
        .source = QT_TRANSLATE_NOOP("Lever", "Sources of PyTorch, transformers, torchtune, LitGPT, Megatron-LM and nanotron."),
        .group = LeverGroup::Kernels, .read = &readStack, .write = &writeStack}),
    choiceOf<MegatronLayers>(training<&TrainingPlan::megatron, &MegatronPlan::layers>({.path = "training.megatron.layers",
        .label = QT_TRANSLATE_NOOP("Lever", "Megatron's layers"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Whose linear layers, norms and attention run in Megatron-LM."),
        .source = QT_TRANSLATE_NOOP("Lever", "Megatron-LM, --transformer-impl."),
        .group = LeverGroup::Kernels, .withoutEffect = &needsMegatron})),
    choiceOf<MegatronLoss>(training<&TrainingPlan::megatron, &MegatronPlan::crossEntropy>({.path = "training.megatron.cross_entropy",
        .label = QT_TRANSLATE_NOOP("Lever", "Megatron's cross entropy"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Which kernels make losses of logits that are split over GPUs."),
        .source = QT_TRANSLATE_NOOP("Lever", "Megatron-LM, --cross-entropy-fusion-impl."),
        .group = LeverGroup::Kernels, .withoutEffect = &needsMegatron})),
    switchOf(training<&TrainingPlan::megatron, &MegatronPlan::fusedAccumulation>({.path = "training.megatron.gradient_accumulation_fusion",
        .label = QT_TRANSLATE_NOOP("Lever", "Products add gradients"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Weight gradients are summed into their buffer by the product that makes them."),
        .source = QT_TRANSLATE_NOOP("Lever", "Megatron-LM, --no-gradient-accumulation-fusion."),
        .group = LeverGroup::Kernels, .withoutEffect = &needsMegatron})),
    choiceOf<RecomputeMethod>(training<&TrainingPlan::megatron, &MegatronPlan::recomputeMethod>({.path = "training.megatron.recompute_method",
        .label = QT_TRANSLATE_NOOP("Lever", "Recomputed layers"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Which layers full checkpointing runs again."),
        .source = QT_TRANSLATE_NOOP("Lever", "Megatron-LM, --recompute-method."),
        .group = LeverGroup::Kernels, .withoutEffect = &needsFull})),
    training<&TrainingPlan::megatron, &MegatronPlan::recomputeLayers>({.path = "training.megatron.recompute_num_layers",
        .label = QT_TRANSLATE_NOOP("Lever", "How many recomputed layers"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Uniform: of one recomputed call; block: of each stage."),
        .source = QT_TRANSLATE_NOOP("Lever", "Megatron-LM, --recompute-num-layers."),
        .group = LeverGroup::Kernels, .most = 10'000, .withoutEffect = &needsFull}),
    switchOf(training<&TrainingPlan::megatron, &MegatronPlan::recomputed, &RecomputedModules::coreAttention>({
        .path = "training.megatron.recompute_core_attention",
        .label = QT_TRANSLATE_NOOP("Lever", "Core attention recomputed"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Selective checkpointing makes scores and what they weigh again in backward."),
        .source = QT_TRANSLATE_NOOP("Lever", "Korthikanti et al. 2022, arXiv:2205.05198."),
        .group = LeverGroup::Kernels, .withoutEffect = &needsSelective})),
    switchOf(training<&TrainingPlan::megatron, &MegatronPlan::recomputed, &RecomputedModules::mlp>({
        .path = "training.megatron.recompute_mlp",
        .label = QT_TRANSLATE_NOOP("Lever", "MLP recomputed"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Selective checkpointing runs the MLP again in backward."),
        .source = QT_TRANSLATE_NOOP("Lever", "Megatron-LM, --recompute-modules."),
        .group = LeverGroup::Kernels, .withoutEffect = &needsSelective})),
    switchOf(training<&TrainingPlan::megatron, &MegatronPlan::attentionMask>({.path = "training.megatron.attention_mask",
        .label = QT_TRANSLATE_NOOP("Lever", "Mask from the loader"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "The loader sends an attention mask with each batch: a byte for each pair of tokens."),
        .source = QT_TRANSLATE_NOOP("Lever", "Megatron-LM, --no-create-attention-mask-in-dataloader."),
        .group = LeverGroup::Kernels, .withoutEffect = &needsMegatron})),
    switchOf(training<&TrainingPlan::nanotron, &NanotronPlan::asyncCommunication>({.path = "training.nanotron.async_communication",
        .label = QT_TRANSLATE_NOOP("Lever", "Overlapped gathers"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Split layers keep their share of the sequence and gather it again in backward, while products run."),
        .source = QT_TRANSLATE_NOOP("Lever", "nanotron, tp_linear_async_communication."),
        .group = LeverGroup::Kernels, .withoutEffect = &needsNanotron})),
    {.path = "parallelism.context", .label = QT_TRANSLATE_NOOP("Lever", "Context parallelism"),
     .meaning = QT_TRANSLATE_NOOP("Lever", "Over how many GPUs each sequence is cut."),
     .source = QT_TRANSLATE_NOOP("Lever", "Liu et al. 2023, arXiv:2310.01889."), .group = LeverGroup::Parallel,
     .most = 1024, .read = &readMember<&Scenario::parallelism, &ParallelPlan::context>, .write = &writeContext,
     .withoutEffect = &needsMegatron},
    {.path = "parallelism.expert", .label = QT_TRANSLATE_NOOP("Lever", "Expert parallelism"),
     .meaning = QT_TRANSLATE_NOOP("Lever", "Over how many GPUs a layer's experts are spread; tokens are sent to them and back."),
     .source = QT_TRANSLATE_NOOP("Lever", "Lepikhin et al. 2020, arXiv:2006.16668."), .group = LeverGroup::Parallel,
     .most = 1024, .read = &readMember<&Scenario::parallelism, &ParallelPlan::expert>,
     .write = &writeMember<&Scenario::parallelism, &ParallelPlan::expert>, .withoutEffect = &needsExperts},
    {.path = "parallelism.expert_imbalance", .label = QT_TRANSLATE_NOOP("Lever", "Busiest experts"),
     .meaning = QT_TRANSLATE_NOOP("Lever", "Tokens of the GPU whose experts get most, as a multiple of an even spread."),
     .source = QT_TRANSLATE_NOOP("Lever", "Lepikhin et al. 2020, arXiv:2006.16668."), .group = LeverGroup::Parallel,
     .quantity = Quantity::Fraction, .least = 1, .most = 64,
     .read = &readMember<&Scenario::parallelism, &ParallelPlan::expertImbalance>,
     .write = &writeMember<&Scenario::parallelism, &ParallelPlan::expertImbalance>, .withoutEffect = &needsSpreadExperts},
    choiceOf<ContextExchange>(training<&TrainingPlan::megatron, &MegatronPlan::contextExchange>({.path = "training.megatron.context_exchange",
        .label = QT_TRANSLATE_NOOP("Lever", "How parts meet"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "How queries meet the keys of other parts of their sequence."),
        .source = QT_TRANSLATE_NOOP("Lever", "Jacobs et al. 2023, arXiv:2309.14509; Megatron-LM, --cp-comm-type."),
        .group = LeverGroup::Parallel, .withoutEffect = &needsContext})),
};
// clang-format on

} // namespace

std::span<const Lever> megatronLevers()
{
    return megatronTable;
}

} // namespace plimsoll::ui::tables
