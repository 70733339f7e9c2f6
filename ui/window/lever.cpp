// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/lever.h"

#include "format.h"
#include "interchange/modelsizes.h"
#include "window/leveraccess.h"
#include "window/leverrules.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <iterator>

namespace plimsoll::ui {

namespace {

using namespace access;
using namespace rules;

constexpr double maxCount = 16'777'216;
constexpr double maxBytes = 1e15;

// clang-format off
#define TR(text) QT_TRANSLATE_NOOP("Lever", text)

constexpr Lever table[] = {
    {.path = "model", .label = TR("&Model size"),
     .meaning = TR("Parameters. The slider goes along published shapes, along a family's own where it is one's."
                   " A plain decoder keeps vocabulary and block."),
     .quantity = Quantity::Parameters, .least = 1e5, .most = 2e12,
     .read = [](const Scenario& scenario) { return static_cast<double>(parametersOf(scenario.model)); },
     .write = [](Scenario& scenario, double value) { scenario.model = inSize(scenario.model, value); },
     .stops = &sizeStops, .cost = TR("A smaller model learns less from the same tokens.")},
    training<&TrainingPlan::microBatch>(
        {.path = "training.micro_batch", .label = TR("&Batch"),
         .meaning = TR("Sequences one GPU works on at a time. Activations and logits grow with it."),
         .most = maxCount, .stops = &batchStops,
         .cost = TR("Smaller: more accumulation steps for the same tokens, less work per kernel.")}),
    training<&TrainingPlan::sequenceLength>(
        {.path = "training.sequence_length", .label = TR("Se&quence length"),
         .meaning = TR("Tokens in a sequence. Activations and logits grow with it; eager attention with its square."),
         .quantity = Quantity::Tokens, .most = maxCount,
         .stops = &sequenceStops,
         .cost = TR("Shorter: long documents are cut.")}),
    choiceOf<Precision>(training<&TrainingPlan::precision>(
        {.path = "training.precision", .label = TR("&Precision"),
         .meaning = TR("The number formats of weights, activations and gradients."),
         .stops = &precisionStops})),
    choiceOf<Optimizer>(training<&TrainingPlan::optimizer>(
        {.path = "training.optimizer", .label = TR("&Optimizer"),
         .meaning = TR("What turns gradients into updates, and how many states it keeps for each parameter."),
         .stops = &optimizerStops})),
    choiceOf<Checkpointing>(
        {.path = "training.checkpointing", .label = TR("&Checkpointing"),
         .meaning = TR("Keeps only the inputs of checkpointed blocks and runs their forward again in backward."),
         .read = &readMember<&Scenario::training, &TrainingPlan::checkpointing>, .write = &writeCheckpointing,
         .stops = &checkpointingStops}),

    model<&ModelSpec::layers>({.path = "model.layers", .label = TR("Layers"),
        .meaning = TR("Decoder blocks, one after the other."), .most = 10'000}),
    {.path = "model.hidden", .label = TR("Hidden size"),
     .meaning = TR("Width of the residual stream."), .group = LeverGroup::Model, .most = maxCount,
     .read = &readMember<&Scenario::model, &ModelSpec::hidden>, .write = &writeHidden},
    {.path = "model.heads", .label = TR("Attention heads"),
     .meaning = TR("Query heads of the attention."), .group = LeverGroup::Model, .most = 65'536,
     .read = &readMember<&Scenario::model, &ModelSpec::heads>, .write = &writeHeads},
    model<&ModelSpec::kvHeads>({.path = "model.kv_heads", .label = TR("Key-value heads"),
        .meaning = TR("Fewer than attention heads: grouped-query attention. Must divide the attention heads."),
        .most = 65'536}),
    model<&ModelSpec::headDim>({.path = "model.head_dim", .label = TR("Head dimension"),
        .meaning = TR("Width of one head; usually hidden size / attention heads."), .most = 16'384}),
    model<&ModelSpec::ffn>({.path = "model.ffn", .label = TR("MLP width"),
        .meaning = TR("Width inside the feed-forward part."), .most = maxCount}),
    model<&ModelSpec::vocab>({.path = "model.vocab", .label = TR("Vocabulary"),
        .meaning = TR("Tokens the model knows: rows of the embedding, columns of the logits."), .most = maxCount}),
    choiceOf<Positional>(model<&ModelSpec::positional>({.path = "model.positional", .label = TR("Positions"),
        .meaning = TR("How the model knows where a token stands."),
        .withoutEffect = &needsPlainDecoder})),
    model<&ModelSpec::maxPosition>({.path = "model.max_position", .label = TR("Position table"),
        .meaning = TR("Rows of the learned position table."), .most = maxCount,
        .withoutEffect = &needsLearnedPositions}),
    choiceOf<Norm>(model<&ModelSpec::norm>({.path = "model.norm", .label = TR("Norm"),
        .meaning = TR("The normalisation before attention and MLP."),
        .withoutEffect = &needsPlainDecoder})),
    choiceOf<Activation>(model<&ModelSpec::activation>({.path = "model.activation", .label = TR("Activation"),
        .meaning = TR("The non-linear function inside the MLP."),
        .withoutEffect = &needsPlainDecoder})),
    switchOf(model<&ModelSpec::gatedMlp>({.path = "model.gated_mlp", .label = TR("Gated MLP"),
        .meaning = TR("A third matrix gates the MLP, as in Llama."),
        .withoutEffect = &needsPlainDecoder})),
    model<&ModelSpec::dropout>({.path = "model.dropout", .label = TR("Dropout"),
        .meaning = TR("Share of activations dropped after attention and MLP; each dropout keeps a mask."),
        .quantity = Quantity::Fraction, .least = 0, .most = 0.999, .withoutEffect = &needsPlainDecoder}),
    switchOf(model<&ModelSpec::mlpDropout>({.path = "model.mlp_dropout", .label = TR("Dropout inside the MLP"),
        .meaning = TR("Also drops between the MLP's two products, where the activations are widest."),
        .withoutEffect = &needsDropout})),
    switchOf(model<&ModelSpec::embeddingDropout>({.path = "model.embedding_dropout",
        .label = TR("Dropout after the embedding"), .meaning = TR("Also drops what the embedding puts out."),
        .withoutEffect = &needsDropout})),
    switchOf(model<&ModelSpec::bias>({.path = "model.bias", .label = TR("Biases in the blocks"),
        .meaning = TR("The blocks' linear layers add a bias."),
        .withoutEffect = &needsPlainDecoder})),
    switchOf(model<&ModelSpec::headBias>({.path = "model.head_bias", .label = TR("Bias in the head"),
        .meaning = TR("The output layer adds a bias."),
        .withoutEffect = &needsPlainDecoder})),
    switchOf(model<&ModelSpec::tiedEmbeddings>({.path = "model.tied_embeddings", .label = TR("Tied embeddings"),
        .meaning = TR("The output layer reads the embedding's weight instead of having its own."),})),
    switchOf(model<&ModelSpec::fusedQkv>({.path = "model.fused_qkv", .label = TR("Fused q, k, v"),
        .meaning = TR("One linear layer makes queries, keys and values."),
        .withoutEffect = &needsPlainDecoder})),

    choiceOf<Method>(training<&TrainingPlan::method>({.path = "training.method", .label = TR("Method"),
        .meaning = TR("What is trained: every weight, or small matrices beside frozen ones."),
        .group = LeverGroup::Training, .withoutEffect = &needsConfig})),
    {.path = "training.lora.rank", .label = TR("LoRA rank"),
     .meaning = TR("Width of the small matrices beside each frozen one."), .group = LeverGroup::Training,
     .most = 65'536,
     .read = [](const Scenario& scenario) { return static_cast<double>(scenario.training.lora.rank); },
     .write = [](Scenario& scenario, double value) { scenario.training.lora.rank = static_cast<std::int64_t>(value); },
     .withoutEffect = &needsAdapters},
    switchOf({.path = "training.lora.dora", .label = TR("DoRA"),
        .meaning = TR("A magnitude for each output beside the adapters; the whole matrix is made for each product."),
        .group = LeverGroup::Training,
        .read = [](const Scenario& scenario) { return scenario.training.lora.dora ? 1.0 : 0.0; },
        .write = [](Scenario& scenario, double value) { scenario.training.lora.dora = value != 0; },
        .withoutEffect = &needsAdapters}),
    {.path = "training.lora.dropout", .label = TR("LoRA dropout"),
     .meaning = TR("Share of the adapters' inputs dropped; each dropout keeps a mask and a copy."),
     .group = LeverGroup::Training, .quantity = Quantity::Fraction, .least = 0, .most = 0.999,
     .read = [](const Scenario& scenario) { return scenario.training.lora.dropout; },
     .write = [](Scenario& scenario, double value) { scenario.training.lora.dropout = value; },
     .withoutEffect = &needsAdapters},
    choiceOf<QuantizationFormat>({.path = "training.quantization.format", .label = TR("Quantization"),
        .meaning = TR("How the frozen weights are packed."), .group = LeverGroup::Training,
        .read = [](const Scenario& scenario) { return static_cast<double>(scenario.training.quantization.format); },
        .write = [](Scenario& scenario, double value) {
            scenario.training.quantization.format = static_cast<QuantizationFormat>(value);
        },
        .withoutEffect = &needsQuantization}),
    choiceOf<Attention>(training<&TrainingPlan::attention>({.path = "training.attention", .label = TR("Attention"),
        .meaning = TR("How attention is computed; eager keeps the whole score matrix."),
        .group = LeverGroup::Training})),
    choiceOf<Kernels>(training<&TrainingPlan::kernels>({.path = "training.kernels", .label = TR("Kernels"),
        .meaning = TR("Whose code runs norms, rotary positions and gates."),
        .group = LeverGroup::Training, .withoutEffect = &needsFusedKernels})),
    choiceOf<Loss>(training<&TrainingPlan::loss>({.path = "training.loss", .label = TR("Loss"),
        .meaning = TR("How much of the logits is there at once while the loss is computed."),
        .group = LeverGroup::Training, .withoutEffect = &needsOpenHead})),
    training<&TrainingPlan::lossChunks>({.path = "training.loss_chunks", .label = TR("Chunks of the loss"),
        .meaning = TR("Into how many parts of the sequence a chunked loss cuts the logits."),
        .group = LeverGroup::Training, .most = 1'048'576, .withoutEffect = &needsChunkedLoss}),
    choiceOf<OptimizerKernel>(training<&TrainingPlan::optimizerKernel>({.path = "training.optimizer_kernel",
        .label = TR("Optimizer kernel"), .meaning = TR("How the update runs; foreach makes temporaries of all weights."),
        .group = LeverGroup::Training, .withoutEffect = &needsKernel})),
    switchOf(training<&TrainingPlan::optimizerInBackward>({.path = "training.optimizer_in_backward",
        .label = TR("Optimizer in backward"),
        .meaning = TR("Each parameter is updated as soon as its gradient is whole, which is then let go."),
        .group = LeverGroup::Training})),
    switchOf(training<&TrainingPlan::autocastOverBf16>({.path = "training.autocast",
        .label = TR("Autocast over bf16 weights"),
        .meaning = TR("Autocast also where weights are narrow already, as HF Trainer's --bf16 does on a bf16 model."),
        .group = LeverGroup::Training, .withoutEffect = &needsBf16})),
    training<&TrainingPlan::gradientAccumulation>({.path = "training.gradient_accumulation",
        .label = TR("Gradient accumulation"), .meaning = TR("Micro-batches summed before the optimizer steps."),
        .group = LeverGroup::Training, .most = maxCount}),
    training<&TrainingPlan::checkpointEvery>({.path = "training.checkpoint_every", .label = TR("Checkpoint every"),
        .meaning = TR("Blocks 0, n, 2n and so on are checkpointed."), .group = LeverGroup::Training,
        .most = 10'000, .withoutEffect = &needsEveryNth}),
    switchOf(training<&TrainingPlan::reentrant>({.path = "training.reentrant", .label = TR("Reentrant checkpointing"),
        .meaning = TR("The older way of torch.utils.checkpoint: backward inside backward."),
        .group = LeverGroup::Training, .withoutEffect = &needsCheckpointing})),
    switchOf(training<&TrainingPlan::keepGradients>({.path = "training.keep_gradients",
        .label = TR("Keep gradients between steps"), .meaning = TR("zero_grad(set_to_none=False): gradients are never freed."),
        .group = LeverGroup::Training})),
    switchOf(training<&TrainingPlan::keepLogits>({.path = "training.keep_logits",
        .label = TR("Keep logits through backward"), .meaning = TR("The training loop holds the model's output until backward is done."),
        .group = LeverGroup::Training})),

    choiceOf<Segments>({.path = "memory.allocator", .label = TR("Allocator"),
        .meaning = TR("How PyTorch's caching allocator takes memory from the driver (PYTORCH_CUDA_ALLOC_CONF)."),
        .group = LeverGroup::Memory,
        .read = [](const Scenario& scenario) { return static_cast<double>(scenario.memory.allocator.segments); },
        .write = [](Scenario& scenario, double value) {
            scenario.memory.allocator.segments = static_cast<Segments>(value);
        }}),
    {.path = "memory.context_bytes", .label = TR("CUDA context"),
     .meaning = TR("What the driver takes before the first tensor; automatic: by the GPU's generation."),
     .group = LeverGroup::Memory, .quantity = Quantity::Bytes, .least = 0, .most = maxBytes,
     .read = &readContext, .write = &writeContext, .automatic = TR("automatic")},
    bytes<&MemoryPlan::dataPipeline>({.path = "memory.data_pipeline_bytes", .label = TR("Data pipeline"),
        .meaning = TR("Batches prefetched to the card.")}),
    bytes<&MemoryPlan::other>({.path = "memory.other_bytes", .label = TR("Other users of the card"),
        .meaning = TR("Display and other processes.")}),
    member<&Scenario::memory, &MemoryPlan::tightAbove>({.path = "memory.tight_above", .label = TR("Tight above"),
        .meaning = TR("The share of a card's usable memory above which a fit is called tight."),
        .group = LeverGroup::Memory, .quantity = Quantity::Fraction, .least = 0.01, .most = 1}),
};

#undef TR
// clang-format on

} // namespace

std::span<const Lever> levers()
{
    return table;
}

const Lever* findLever(std::string_view path)
{
    const auto found = std::ranges::find(table, path, [](const Lever& lever) { return std::string_view(lever.path); });
    return found == std::end(table) ? nullptr : found;
}

const char* title(LeverGroup group)
{
    static constexpr std::array<const char*, leverGroupCount> titles{
        "", QT_TRANSLATE_NOOP("Lever", "Model &details"), QT_TRANSLATE_NOOP("Lever", "&Training"),
        QT_TRANSLATE_NOOP("Lever", "Memor&y and overheads")};
    return titles[static_cast<std::size_t>(group)];
}

QString valueText(const Lever& lever, double value)
{
    const auto tr = [](const char* text) { return QCoreApplication::translate("Lever", text); };
    if (lever.kind == LeverKind::Switch)
        return value != 0 ? tr(QT_TRANSLATE_NOOP("Lever", "on")) : tr(QT_TRANSLATE_NOOP("Lever", "off"));
    if (lever.kind == LeverKind::Choice)
        return toQString(lever.choices()[static_cast<std::size_t>(value)].label);
    return value < 0 ? tr(lever.automatic) : quantityText(value, lever.quantity);
}

} // namespace plimsoll::ui
