// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/leveraccess.h"
#include "window/leverrules.h"
#include "window/levertables.h"

#include "interchange/modelsizes.h"

#include <QCoreApplication>

namespace plimsoll::ui::tables {

namespace {

using namespace access;
using namespace rules;

constexpr double maxCount = 16'777'216;

// clang-format off
constexpr Lever mainTable[] = {

    {.path = "model", .label = QT_TRANSLATE_NOOP("Lever", "&Model size"),
     .meaning = QT_TRANSLATE_NOOP("Lever", "Parameters. The slider goes along published shapes, along a family's own where it is one's."
                   " A plain decoder keeps vocabulary and block."),
         .source = QT_TRANSLATE_NOOP("Lever", "config.json of the published models; resources/models.json names each."),
     .quantity = Quantity::Parameters, .least = 1e5, .most = 2e12,
     .read = [](const Scenario& scenario) { return static_cast<double>(parametersOf(scenario.model)); },
     .write = [](Scenario& scenario, double value) { scenario.model = inSize(scenario.model, value); },
     .copy = &copyModel,
     .stops = &sizeStops, .cost = QT_TRANSLATE_NOOP("Lever", "A smaller model learns less from the same tokens.")},
    training<&TrainingPlan::microBatch>(
        {.path = "training.micro_batch", .label = QT_TRANSLATE_NOOP("Lever", "&Batch"),
         .meaning = QT_TRANSLATE_NOOP("Lever", "Sequences one GPU works on at a time. Activations and logits grow with it."),
         .source = QT_TRANSLATE_NOOP("Lever", "Korthikanti et al. 2022, arXiv:2205.05198."),
         .most = maxCount, .stops = &batchStops,
         .cost = QT_TRANSLATE_NOOP("Lever", "Smaller: more accumulation steps for the same tokens, less work per kernel.")}),
    training<&TrainingPlan::sequenceLength>(
        {.path = "training.sequence_length", .label = QT_TRANSLATE_NOOP("Lever", "Se&quence length"),
         .meaning = QT_TRANSLATE_NOOP("Lever", "Tokens in a sequence. Activations and logits grow with it; eager attention with its square."),
         .source = QT_TRANSLATE_NOOP("Lever", "Korthikanti et al. 2022, arXiv:2205.05198."),
         .quantity = Quantity::Tokens, .most = maxCount,
         .stops = &sequenceStops,
         .cost = QT_TRANSLATE_NOOP("Lever", "Shorter: long documents are cut.")}),
    choiceOf<Precision>(training<&TrainingPlan::precision>(
        {.path = "training.precision", .label = QT_TRANSLATE_NOOP("Lever", "&Precision"),
         .meaning = QT_TRANSLATE_NOOP("Lever", "The number formats of weights, activations and gradients."),
         .source = QT_TRANSLATE_NOOP("Lever", "Micikevicius et al. 2017, arXiv:1710.03740; PyTorch, torch.amp."),
         .stops = &precisionStops})),
    choiceOf<Optimizer>(training<&TrainingPlan::optimizer>(
        {.path = "training.optimizer", .label = QT_TRANSLATE_NOOP("Lever", "&Optimizer"),
         .meaning = QT_TRANSLATE_NOOP("Lever", "What turns gradients into updates, and how many states it keeps for each parameter."),
         .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, torch.optim; Dettmers et al. 2021, arXiv:2110.02861."),
         .stops = &optimizerStops})),
    choiceOf<Checkpointing>(
        {.path = "training.checkpointing", .label = QT_TRANSLATE_NOOP("Lever", "&Checkpointing"),
         .meaning = QT_TRANSLATE_NOOP("Lever", "Keeps only the inputs of checkpointed blocks and runs their forward again in backward."),
         .source = QT_TRANSLATE_NOOP("Lever", "Chen et al. 2016, arXiv:1604.06174; PyTorch, torch.utils.checkpoint."),
         .read = &readMember<&Scenario::training, &TrainingPlan::checkpointing>, .write = &writeCheckpointing,
         .stops = &checkpointingStops}),
};

constexpr Lever modelTable[] = {
    model<&ModelSpec::layers>({.path = "model.layers", .label = QT_TRANSLATE_NOOP("Lever", "Layers"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Decoder blocks, one after the other."),
         .source = QT_TRANSLATE_NOOP("Lever", "Vaswani et al. 2017, arXiv:1706.03762."), .most = 10'000}),
    {.path = "model.hidden", .label = QT_TRANSLATE_NOOP("Lever", "Hidden size"),
     .meaning = QT_TRANSLATE_NOOP("Lever", "Width of the residual stream."),
         .source = QT_TRANSLATE_NOOP("Lever", "Vaswani et al. 2017, arXiv:1706.03762."), .group = LeverGroup::Model, .most = maxCount,
     .read = &readMember<&Scenario::model, &ModelSpec::hidden>, .write = &writeHidden},
    {.path = "model.heads", .label = QT_TRANSLATE_NOOP("Lever", "Attention heads"),
     .meaning = QT_TRANSLATE_NOOP("Lever", "Query heads of the attention."),
         .source = QT_TRANSLATE_NOOP("Lever", "Vaswani et al. 2017, arXiv:1706.03762."), .group = LeverGroup::Model, .most = 65'536,
     .read = &readMember<&Scenario::model, &ModelSpec::heads>, .write = &writeHeads},
    model<&ModelSpec::kvHeads>({.path = "model.kv_heads", .label = QT_TRANSLATE_NOOP("Lever", "Key-value heads"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Fewer than attention heads: grouped-query attention. Must divide the attention heads."),
         .source = QT_TRANSLATE_NOOP("Lever", "Ainslie et al. 2023, arXiv:2305.13245."),
        .most = 65'536}),
    model<&ModelSpec::headDim>({.path = "model.head_dim", .label = QT_TRANSLATE_NOOP("Lever", "Head dimension"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Width of one head; usually hidden size / attention heads."),
         .source = QT_TRANSLATE_NOOP("Lever", "Vaswani et al. 2017, arXiv:1706.03762."), .most = 16'384}),
    model<&ModelSpec::ffn>({.path = "model.ffn", .label = QT_TRANSLATE_NOOP("Lever", "MLP width"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Width inside the feed-forward part."),
         .source = QT_TRANSLATE_NOOP("Lever", "Vaswani et al. 2017, arXiv:1706.03762."), .most = maxCount}),
    model<&ModelSpec::vocab>({.path = "model.vocab", .label = QT_TRANSLATE_NOOP("Lever", "Vocabulary"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Tokens the model knows: rows of the embedding, columns of the logits."),
         .source = QT_TRANSLATE_NOOP("Lever", "Sennrich et al. 2015, arXiv:1508.07909."), .most = maxCount}),
    choiceOf<Positional>(model<&ModelSpec::positional>({.path = "model.positional", .label = QT_TRANSLATE_NOOP("Lever", "Positions"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "How the model knows where a token stands."),
         .source = QT_TRANSLATE_NOOP("Lever", "Vaswani et al. 2017, arXiv:1706.03762; Su et al. 2021, arXiv:2104.09864."),
        .withoutEffect = &needsPlainDecoder})),
    model<&ModelSpec::maxPosition>({.path = "model.max_position", .label = QT_TRANSLATE_NOOP("Lever", "Position table"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Rows of the learned position table."),
         .source = QT_TRANSLATE_NOOP("Lever", "Vaswani et al. 2017, arXiv:1706.03762."), .most = maxCount,
        .withoutEffect = &needsLearnedPositions}),
    choiceOf<Norm>(model<&ModelSpec::norm>({.path = "model.norm", .label = QT_TRANSLATE_NOOP("Lever", "Norm"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "The normalisation before attention and MLP."),
         .source = QT_TRANSLATE_NOOP("Lever", "Ba et al. 2016, arXiv:1607.06450; Zhang and Sennrich 2019, arXiv:1910.07467."),
        .withoutEffect = &needsPlainDecoder})),
    choiceOf<Activation>(model<&ModelSpec::activation>({.path = "model.activation", .label = QT_TRANSLATE_NOOP("Lever", "Activation"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "The non-linear function inside the MLP."),
         .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, torch.nn.functional."),
        .withoutEffect = &needsPlainDecoder})),
    switchOf(model<&ModelSpec::gatedMlp>({.path = "model.gated_mlp", .label = QT_TRANSLATE_NOOP("Lever", "Gated MLP"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "A third matrix gates the MLP, as in Llama."),
         .source = QT_TRANSLATE_NOOP("Lever", "Shazeer 2020, arXiv:2002.05202."),
        .withoutEffect = &needsPlainDecoder})),
    model<&ModelSpec::dropout>({.path = "model.dropout", .label = QT_TRANSLATE_NOOP("Lever", "Dropout"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Share of activations dropped after attention and MLP; each dropout keeps a mask."),
         .source = QT_TRANSLATE_NOOP("Lever", "Srivastava et al. 2014, JMLR 15; PyTorch, torch.nn.Dropout."),
        .quantity = Quantity::Fraction, .least = 0, .most = 0.999, .withoutEffect = &needsPlainDecoder}),
    switchOf(model<&ModelSpec::mlpDropout>({.path = "model.mlp_dropout", .label = QT_TRANSLATE_NOOP("Lever", "Dropout inside the MLP"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Also drops between the MLP's two products, where the activations are widest."),
         .source = QT_TRANSLATE_NOOP("Lever", "Srivastava et al. 2014, JMLR 15; PyTorch, torch.nn.Dropout."),
        .withoutEffect = &needsDropout})),
    switchOf(model<&ModelSpec::embeddingDropout>({.path = "model.embedding_dropout",
        .label = QT_TRANSLATE_NOOP("Lever", "Dropout after the embedding"), .meaning = QT_TRANSLATE_NOOP("Lever", "Also drops what the embedding puts out."),
         .source = QT_TRANSLATE_NOOP("Lever", "Srivastava et al. 2014, JMLR 15; PyTorch, torch.nn.Dropout."),
        .withoutEffect = &needsDropout})),
    switchOf(model<&ModelSpec::bias>({.path = "model.bias", .label = QT_TRANSLATE_NOOP("Lever", "Biases in the blocks"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "The blocks' linear layers add a bias."),
         .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, torch.nn.Linear."),
        .withoutEffect = &needsPlainDecoder})),
    switchOf(model<&ModelSpec::headBias>({.path = "model.head_bias", .label = QT_TRANSLATE_NOOP("Lever", "Bias in the head"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "The output layer adds a bias."),
         .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, torch.nn.Linear."),
        .withoutEffect = &needsPlainDecoder})),
    switchOf(model<&ModelSpec::tiedEmbeddings>({.path = "model.tied_embeddings", .label = QT_TRANSLATE_NOOP("Lever", "Tied embeddings"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "The output layer reads the embedding's weight instead of having its own."),
         .source = QT_TRANSLATE_NOOP("Lever", "Press and Wolf 2016, arXiv:1608.05859.")})),
    switchOf(model<&ModelSpec::fusedQkv>({.path = "model.fused_qkv", .label = QT_TRANSLATE_NOOP("Lever", "Fused q, k, v"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "One linear layer makes queries, keys and values."),
         .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, torch.nn.MultiheadAttention."),
        .withoutEffect = &needsPlainDecoder})),
};

// clang-format on

} // namespace

std::span<const Lever> mainLevers()
{
    return mainTable;
}

std::span<const Lever> modelLevers()
{
    return modelTable;
}

} // namespace plimsoll::ui::tables
