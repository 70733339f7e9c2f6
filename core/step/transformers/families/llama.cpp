// SPDX-License-Identifier: GPL-3.0-or-later
// Llama, Mistral, Qwen2, SmolLM3, Qwen3: the decoder that others vary.
#include "step/ops.h"
#include "step/transformers/decoder.h"
#include "step/transformers/families/families.h"

namespace plimsoll::step {

namespace {

SelfAttentionRules attentionOf(Family family)
{
    SelfAttentionRules attention;
    if (family == Family::Qwen3)
        attention.headNorm = HeadNorm::PerHead;
    return attention;
}

} // namespace

DecoderRules llamaRules(const Scenario& scenario)
{
    const ModelSpec& model = scenario.model;
    DecoderRules rules;
    rules.mask.byKeywords
        = model.family == Family::Qwen2 || model.family == Family::Qwen3 || model.family == Family::SmolLm3;
    rules.makeLayer = [&model, attention = attentionOf(model.family)](ParameterFactory& parts, std::int64_t layer) {
        SelfAttentionRules here = attention;
        if (model.unrotatedEvery > 0 && (layer + 1) % model.unrotatedEvery == 0)
            here.rotate = nullptr;
        auto self = std::make_unique<SelfAttention>(parts, model, here);
        auto mlp = std::make_unique<GatedMlp>(parts, model, silu, model.ffn);
        return std::make_unique<PreNormLayer>(parts, model, NormKind::RmsUpcast, std::move(self), std::move(mlp));
    };
    return rules;
}

std::unique_ptr<LanguageModel> makeLlama(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
{
    return std::make_unique<CausalDecoder>(factory, scenario, layers, llamaRules(scenario));
}

} // namespace plimsoll::step
