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

// Of a part that not every model has; 0 where it is missing.
template <auto Part, auto Member>
constexpr Lever partOf(Lever lever)
{
    lever.group = LeverGroup::Model;
    lever.most = maxCount;
    lever.read = [](const Scenario& scenario) {
        const auto& part = scenario.model.*Part;
        return part ? static_cast<double>((*part).*Member) : 0.0;
    };
    lever.write = [](Scenario& scenario, double value) {
        if (auto& part = scenario.model.*Part)
            (*part).*Member = static_cast<std::int64_t>(value);
    };
    return lever;
}

template <auto Member>
constexpr Lever experts(Lever lever)
{
    lever.withoutEffect = &needsExperts;
    return partOf<&ModelSpec::experts, Member>(lever);
}

template <auto Member>
constexpr Lever latent(Lever lever)
{
    lever.withoutEffect = &needsLatent;
    lever.source = QT_TRANSLATE_NOOP("Lever", "DeepSeek-AI 2024, arXiv:2405.04434.");
    return partOf<&ModelSpec::latent, Member>(lever);
}

// What only a model's config.json says, by its keys.
// clang-format off
constexpr Lever configTable[] = {
    experts<&MixtureOfExperts::experts>({.path = "model.config.num_local_experts",
        .label = QT_TRANSLATE_NOOP("Lever", "Experts"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "MLPs that stand side by side in a layer; a router chooses some for each token. All of them are trained."),
        .source = QT_TRANSLATE_NOOP("Lever", "Shazeer et al. 2017, arXiv:1701.06538.")}),
    experts<&MixtureOfExperts::expertsPerToken>({.path = "model.config.num_experts_per_tok",
        .label = QT_TRANSLATE_NOOP("Lever", "Experts per token"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "How many experts a token passes through; activations grow with it."),
        .source = QT_TRANSLATE_NOOP("Lever", "Shazeer et al. 2017, arXiv:1701.06538.")}),
    experts<&MixtureOfExperts::ffn>({.path = "model.config.moe_intermediate_size",
        .label = QT_TRANSLATE_NOOP("Lever", "Expert width"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Width inside one expert."),
        .source = QT_TRANSLATE_NOOP("Lever", "Shazeer et al. 2017, arXiv:1701.06538.")}),
    experts<&MixtureOfExperts::sharedFfn>({.path = "model.config.shared_expert_intermediate_size",
        .label = QT_TRANSLATE_NOOP("Lever", "Shared experts' width"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Width of the experts that every token takes, together; 0: there are none."),
        .source = QT_TRANSLATE_NOOP("Lever", "Dai et al. 2024, arXiv:2401.06066."), .least = 0}),
    experts<&MixtureOfExperts::firstDenseLayers>({.path = "model.config.first_k_dense_replace",
        .label = QT_TRANSLATE_NOOP("Lever", "First dense layers"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "So many layers keep one MLP in place of experts."),
        .source = QT_TRANSLATE_NOOP("Lever", "Dai et al. 2024, arXiv:2401.06066."), .least = 0}),
    latent<&LatentAttention::queryRank>({.path = "model.config.q_lora_rank",
        .label = QT_TRANSLATE_NOOP("Lever", "Rank of queries"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Width that queries are compressed to; 0: they are not."), .least = 0}),
    latent<&LatentAttention::keyValueRank>({.path = "model.config.kv_lora_rank",
        .label = QT_TRANSLATE_NOOP("Lever", "Rank of keys and values"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Width that keys and values are compressed to, together.")}),
    latent<&LatentAttention::plainHeadDim>({.path = "model.config.qk_nope_head_dim",
        .label = QT_TRANSLATE_NOOP("Lever", "Head width without positions"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "The part of a query's and a key's head that is not rotated.")}),
    latent<&LatentAttention::rotaryHeadDim>({.path = "model.config.qk_rope_head_dim",
        .label = QT_TRANSLATE_NOOP("Lever", "Head width with positions"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "The part that is rotated; keys have one for all heads.")}),
    latent<&LatentAttention::valueHeadDim>({.path = "model.config.v_head_dim",
        .label = QT_TRANSLATE_NOOP("Lever", "Head width of values"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Width of one head of the values.")}),
    {.path = "model.config.sliding_window", .label = QT_TRANSLATE_NOOP("Lever", "Sliding window"),
     .meaning = QT_TRANSLATE_NOOP("Lever", "Tokens that a layer looks back over. Longer sequences then need a mask of their own."),
     .source = QT_TRANSLATE_NOOP("Lever", "Jiang et al. 2023, arXiv:2310.06825."),
     .group = LeverGroup::Model, .quantity = Quantity::Tokens, .most = maxCount,
     .read = &readWindow, .write = &writeWindow,
     .automatic = QT_TRANSLATE_NOOP("Lever", "none"), .withoutEffect = &needsWindow},
    model<&ModelSpec::decoderLayers>({.path = "model.config.num_decoder_layers",
        .label = QT_TRANSLATE_NOOP("Lever", "Layers of the decoder"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Of an encoder-decoder, whose other layers are the encoder's."),
        .source = QT_TRANSLATE_NOOP("Lever", "Raffel et al. 2019, arXiv:1910.10683."),
        .most = 10'000, .withoutEffect = &needsEncoder}),
    switchOf(model<&ModelSpec::qkvBias>({.path = "model.config.attention_bias",
        .label = QT_TRANSLATE_NOOP("Lever", "Biases of q, k, v"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "The layers that make queries, keys and values add a bias."),
        .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, torch.nn.Linear."), .withoutEffect = &needsConfigModel})),
    switchOf(model<&ModelSpec::mlpBias>({.path = "model.config.mlp_bias",
        .label = QT_TRANSLATE_NOOP("Lever", "Biases of the MLP"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "The MLP's layers add a bias."),
        .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, torch.nn.Linear."), .withoutEffect = &needsConfigModel})),
    model<&ModelSpec::attentionDropout>({.path = "model.config.attention_dropout",
        .label = QT_TRANSLATE_NOOP("Lever", "Dropout of attention"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Share of attention's weights dropped; eager attention keeps a mask as large as its scores."),
        .source = QT_TRANSLATE_NOOP("Lever", "Srivastava et al. 2014, JMLR 15; PyTorch, torch.nn.Dropout."),
        .quantity = Quantity::Fraction, .least = 0, .most = 0.999, .withoutEffect = &needsConfigModel}),
    model<&ModelSpec::residualDropout>({.path = "model.config.resid_pdrop",
        .label = QT_TRANSLATE_NOOP("Lever", "Dropout after attention and MLP"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Share of what attention and MLP put out that is dropped; each dropout keeps a mask."),
        .source = QT_TRANSLATE_NOOP("Lever", "Srivastava et al. 2014, JMLR 15; PyTorch, torch.nn.Dropout."),
        .quantity = Quantity::Fraction, .least = 0, .most = 0.999, .withoutEffect = &needsBranchDropout}),
};
// clang-format on

} // namespace

std::span<const Lever> configLevers()
{
    return configTable;
}

} // namespace plimsoll::ui::tables
