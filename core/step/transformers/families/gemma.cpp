// SPDX-License-Identifier: GPL-3.0-or-later
// Gemma, Gemma 2, Gemma 3: scaled embeddings, norms weighted by one more than stored.
#include "step/ops.h"
#include "step/transformers/decoder.h"
#include "step/transformers/families/families.h"
#include "step/transformers/layerkinds.h"

#include <utility>

namespace plimsoll::step {

namespace {

DecoderRules gemmaRules()
{
    DecoderRules rules;
    rules.norm = NormKind::RmsPlusOne;
    rules.embeddingScale = EmbeddingScale::Buffer;
    return rules;
}

template <class Layer>
LayerMaker layersWith(const ModelSpec& model, SelfAttentionRules attention)
{
    attention.norm = NormKind::RmsPlusOne;
    return [&model, attention](ParameterFactory& parts, std::int64_t) {
        auto self = std::make_unique<SelfAttention>(parts, model, attention);
        auto mlp = std::make_unique<GatedMlp>(parts, model, gelu, model.ffn);
        return std::make_unique<Layer>(parts, model, NormKind::RmsPlusOne, std::move(self), std::move(mlp));
    };
}

} // namespace

std::unique_ptr<LanguageModel> makeGemma(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
{
    DecoderRules rules = gemmaRules();
    rules.makeLayer = layersWith<PreNormLayer>(scenario.model, {});
    return std::make_unique<CausalDecoder>(factory, scenario, layers, rules);
}

std::unique_ptr<LanguageModel> makeGemma2(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
{
    SelfAttentionRules attention;
    attention.attention.softcap = !scenario.model.uncappedScores;
    DecoderRules rules = gemmaRules();
    rules.mask.byKeywords = true;
    rules.makeLayer = layersWith<SandwichLayer>(scenario.model, attention);
    rules.eagerOnly = true;
    rules.logits.capped = !scenario.model.uncappedLogits;
    return std::make_unique<CausalDecoder>(factory, scenario, layers, rules);
}

std::unique_ptr<LanguageModel> makeGemma3(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
{
    SelfAttentionRules attention;
    attention.headNorm = HeadNorm::PerHeadAfter;
    DecoderRules rules = gemmaRules();
    rules.mask.byKeywords = true;
    rules.makeLayer = layersWith<SandwichLayer>(scenario.model, attention);
    rules.rotaryByKind = true;
    return std::make_unique<CausalDecoder>(factory, scenario, layers, rules);
}

} // namespace plimsoll::step
