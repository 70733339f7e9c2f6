// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/leveraccess.h"
#include "window/leverrules.h"
#include "window/levertables.h"

#include <QCoreApplication>

namespace plimsoll::ui::tables {

namespace {

using namespace access;
using namespace rules;

constexpr double maxCount = 16'777'216;

// clang-format off
constexpr Lever methodTable[] = {
    choiceOf<Method>(training<&TrainingPlan::method>({.path = "training.method", .label = QT_TRANSLATE_NOOP("Lever", "Method"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "What is trained: every weight, or small matrices beside frozen ones."),
        .source = QT_TRANSLATE_NOOP("Lever", "Hu et al. 2021, arXiv:2106.09685; Dettmers et al. 2023, arXiv:2305.14314."),
        .group = LeverGroup::Method, .withoutEffect = &needsConfig})),
    training<&TrainingPlan::lora, &LoraPlan::rank>({.path = "training.lora.rank", .label = QT_TRANSLATE_NOOP("Lever", "LoRA rank"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Width of the small matrices beside each frozen one."),
        .source = QT_TRANSLATE_NOOP("Lever", "Hu et al. 2021, arXiv:2106.09685."), .group = LeverGroup::Method, .most = 65'536,
        .withoutEffect = &needsAdapters}),
    {.path = "training.lora.targets", .label = QT_TRANSLATE_NOOP("Lever", "LoRA targets"),
     .meaning = QT_TRANSLATE_NOOP("Lever", "Beside which layers adapters stand: all-linear, attention, or names such as q, v, down."),
     .source = QT_TRANSLATE_NOOP("Lever", "peft, LoraConfig.target_modules."), .group = LeverGroup::Method, .kind = LeverKind::Text,
     .readText = &readTargets, .writeText = &writeTargets,
     .suggestions = "all-linear|attention|q, v|q, k, v, o|gate, up, down", .withoutEffect = &needsAdapters},
    training<&TrainingPlan::lora, &LoraPlan::dropout>({.path = "training.lora.dropout", .label = QT_TRANSLATE_NOOP("Lever", "LoRA dropout"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Share of the adapters' inputs dropped; each dropout keeps a mask and a copy."),
        .source = QT_TRANSLATE_NOOP("Lever", "peft, LoraConfig.lora_dropout."), .group = LeverGroup::Method, .quantity = Quantity::Fraction,
        .least = 0, .most = 0.999, .withoutEffect = &needsAdapters}),
    switchOf(training<&TrainingPlan::lora, &LoraPlan::fp32Adapters>({.path = "training.lora.adapter_dtype",
        .label = QT_TRANSLATE_NOOP("Lever", "Adapters in fp32"), .meaning = QT_TRANSLATE_NOOP("Lever", "Otherwise in the model's own type."),
        .source = QT_TRANSLATE_NOOP("Lever", "peft, autocast_adapter_dtype."), .group = LeverGroup::Method,
        .withoutEffect = &needsAdapters})),
    switchOf(training<&TrainingPlan::lora, &LoraPlan::dora>({.path = "training.lora.dora", .label = QT_TRANSLATE_NOOP("Lever", "DoRA"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "A magnitude for each output beside the adapters; the whole matrix is made for each product."),
        .source = QT_TRANSLATE_NOOP("Lever", "Liu et al. 2024, arXiv:2402.09353."), .group = LeverGroup::Method,
        .withoutEffect = &needsAdapters})),
    switchOf(training<&TrainingPlan::lora, &LoraPlan::rsLora>({.path = "training.lora.rslora", .label = QT_TRANSLATE_NOOP("Lever", "rsLoRA"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Scales adapters by the square root of their rank; needs no other memory."),
        .source = QT_TRANSLATE_NOOP("Lever", "Kalajdzievski 2023, arXiv:2312.03732."), .group = LeverGroup::Method,
        .withoutEffect = &needsAdapters})),
    choiceOf<QuantizationFormat>(training<&TrainingPlan::quantization, &QuantizationPlan::format>({
        .path = "training.quantization.format", .label = QT_TRANSLATE_NOOP("Lever", "Quantization"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "How the frozen weights are packed."),
        .source = QT_TRANSLATE_NOOP("Lever", "Dettmers et al. 2023, arXiv:2305.14314; Dettmers et al. 2022, arXiv:2208.07339."),
        .group = LeverGroup::Method, .withoutEffect = &needsQuantization})),
    training<&TrainingPlan::quantization, &QuantizationPlan::groupSize>({.path = "training.quantization.group_size",
        .label = QT_TRANSLATE_NOOP("Lever", "GPTQ's group size"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Inputs that share a scale and a zero; 0: all of a layer."),
        .source = QT_TRANSLATE_NOOP("Lever", "Frantar et al. 2022, arXiv:2210.17323."), .group = LeverGroup::Method,
        .least = 0, .most = 65'536, .withoutEffect = &needsGptq}),
    choiceOf<Widened>(training<&TrainingPlan::quantization, &QuantizationPlan::widened>({
        .path = "training.quantization.upcast_fp32", .label = QT_TRANSLATE_NOOP("Lever", "Unpacked weights in fp32"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "What is not quantized (norms, embeddings) is widened before training."),
        .source = QT_TRANSLATE_NOOP("Lever", "peft, prepare_model_for_kbit_training."), .group = LeverGroup::Method,
        .withoutEffect = &needsQuantization})),
};

constexpr Lever kernelTable[] = {
    choiceOf<Attention>(training<&TrainingPlan::attention>({.path = "training.attention", .label = QT_TRANSLATE_NOOP("Lever", "Attention"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "How attention is computed; eager keeps the whole score matrix."),
         .source = QT_TRANSLATE_NOOP("Lever", "Dao et al. 2022, arXiv:2205.14135; PyTorch, scaled_dot_product_attention."),
        .group = LeverGroup::Kernels})),
    choiceOf<Kernels>(training<&TrainingPlan::kernels>({.path = "training.kernels", .label = QT_TRANSLATE_NOOP("Lever", "Kernels"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Whose code runs norms, rotary positions and gates."),
         .source = QT_TRANSLATE_NOOP("Lever", "Hsu et al. 2024, arXiv:2410.10989; PyTorch, torch.compile."),
        .group = LeverGroup::Kernels, .withoutEffect = &needsFusedKernels})),
    choiceOf<Loss>(training<&TrainingPlan::loss>({.path = "training.loss", .label = QT_TRANSLATE_NOOP("Lever", "Loss"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "How much of the logits is there at once while the loss is computed."),
         .source = QT_TRANSLATE_NOOP("Lever", "Hsu et al. 2024, arXiv:2410.10989; Wijmans et al. 2024, arXiv:2411.09009."),
        .group = LeverGroup::Kernels, .withoutEffect = &needsOpenHead})),
    training<&TrainingPlan::lossChunks>({.path = "training.loss_chunks", .label = QT_TRANSLATE_NOOP("Lever", "Chunks of the loss"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Into how many parts of the sequence a chunked loss cuts the logits."),
         .source = QT_TRANSLATE_NOOP("Lever", "torchtune, CEWithChunkedOutputLoss."),
        .group = LeverGroup::Kernels, .most = 1'048'576, .withoutEffect = &needsChunkedLoss}),
    choiceOf<OptimizerKernel>(training<&TrainingPlan::optimizerKernel>({.path = "training.optimizer_kernel",
        .label = QT_TRANSLATE_NOOP("Lever", "Optimizer kernel"), .meaning = QT_TRANSLATE_NOOP("Lever", "How the update runs; foreach makes temporaries of all weights."),
         .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, torch.optim: foreach and fused."),
        .group = LeverGroup::Kernels, .withoutEffect = &needsKernel})),
};

constexpr Lever trainingTable[] = {
    switchOf(training<&TrainingPlan::optimizerInBackward>({.path = "training.optimizer_in_backward",
        .label = QT_TRANSLATE_NOOP("Lever", "Optimizer in backward"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Each parameter is updated as soon as its gradient is whole, which is then let go."),
         .source = QT_TRANSLATE_NOOP("Lever", "PyTorch tutorials, optimizer step in backward."),
        .group = LeverGroup::Training})),
    switchOf(training<&TrainingPlan::autocastOverBf16>({.path = "training.autocast",
        .label = QT_TRANSLATE_NOOP("Lever", "Autocast over bf16 weights"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Autocast also where weights are narrow already, as HF Trainer's --bf16 does on a bf16 model."),
         .source = QT_TRANSLATE_NOOP("Lever", "transformers, TrainingArguments.bf16."),
        .group = LeverGroup::Training, .withoutEffect = &needsBf16})),
    training<&TrainingPlan::packedSequences>({.path = "training.packed_sequences",
        .label = QT_TRANSLATE_NOOP("Lever", "Packed sequences"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Sequences that share each row, told apart by their positions; SDPA then needs a mask."),
        .source = QT_TRANSLATE_NOOP("Lever", "transformers, masking_utils.find_packed_sequence_indices."),
        .group = LeverGroup::Training, .most = maxCount, .withoutEffect = &needsConfig}),
    training<&TrainingPlan::gradientAccumulation>({.path = "training.gradient_accumulation",
        .label = QT_TRANSLATE_NOOP("Lever", "Gradient accumulation"), .meaning = QT_TRANSLATE_NOOP("Lever", "Micro-batches summed before the optimizer steps."),
         .source = QT_TRANSLATE_NOOP("Lever", "transformers, TrainingArguments.gradient_accumulation_steps."),
        .group = LeverGroup::Training, .most = maxCount}),
    training<&TrainingPlan::checkpointEvery>({.path = "training.checkpoint_every", .label = QT_TRANSLATE_NOOP("Lever", "Checkpoint every"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Blocks 0, n, 2n and so on are checkpointed."),
         .source = QT_TRANSLATE_NOOP("Lever", "Chen et al. 2016, arXiv:1604.06174."), .group = LeverGroup::Training,
        .most = 10'000, .withoutEffect = &needsEveryNth}),
    switchOf(training<&TrainingPlan::reentrant>({.path = "training.reentrant", .label = QT_TRANSLATE_NOOP("Lever", "Reentrant checkpointing"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "The older way of torch.utils.checkpoint: backward inside backward."),
         .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, torch.utils.checkpoint(use_reentrant)."),
        .group = LeverGroup::Training, .withoutEffect = &needsCheckpointing})),
    switchOf(training<&TrainingPlan::keepGradients>({.path = "training.keep_gradients",
        .label = QT_TRANSLATE_NOOP("Lever", "Keep gradients between steps"), .meaning = QT_TRANSLATE_NOOP("Lever", "zero_grad(set_to_none=False): gradients are never freed."),
         .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, Optimizer.zero_grad."),
        .group = LeverGroup::Training})),
    switchOf(training<&TrainingPlan::keepLogits>({.path = "training.keep_logits",
        .label = QT_TRANSLATE_NOOP("Lever", "Keep logits through backward"), .meaning = QT_TRANSLATE_NOOP("Lever", "The training loop holds the model's output until backward is done."),
         .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, autograd: a result lives while something refers to it."),
        .group = LeverGroup::Training})),
};

// clang-format on

} // namespace

std::span<const Lever> methodLevers()
{
    return methodTable;
}

std::span<const Lever> kernelLevers()
{
    return kernelTable;
}

std::span<const Lever> trainingLevers()
{
    return trainingTable;
}

} // namespace plimsoll::ui::tables
