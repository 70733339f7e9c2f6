// SPDX-License-Identifier: GPL-3.0-or-later
// OLMo and OLMo 2: rotary tables that stay fp32.
#include "step/ops.h"
#include "step/transformers/decoder.h"
#include "step/transformers/families/families.h"
#include "step/transformers/layerkinds.h"

#include <utility>

namespace plimsoll::step {

namespace {

template <class Layer>
DecoderRules rulesWith(const Scenario& scenario, SelfAttentionRules attention)
{
    const ModelSpec& model = scenario.model;
    attention.rotate = rotateBack;
    DecoderRules rules;
    rules.norm = attention.norm;
    rules.rotaryWidth = RotaryWidth::Float;
    rules.makeLayer = [&model, attention](ParameterFactory& parts, std::int64_t) {
        auto self = std::make_unique<SelfAttention>(parts, model, attention);
        auto mlp = std::make_unique<GatedMlp>(parts, model, silu, model.ffn);
        return std::make_unique<Layer>(parts, model, attention.norm, std::move(self), std::move(mlp));
    };
    return rules;
}

} // namespace

DecoderRules olmoRules(const Scenario& scenario)
{
    SelfAttentionRules attention;
    attention.norm = NormKind::LayerBare;
    attention.projectFirst = true;
    attention.clipped = scenario.model.clippedQkv;
    return rulesWith<PreNormLayer>(scenario, attention);
}

DecoderRules olmo2Rules(const Scenario& scenario)
{
    SelfAttentionRules attention;
    attention.norm = NormKind::RmsWide;
    attention.headNorm = HeadNorm::WholeWidth;
    return rulesWith<PostNormLayer>(scenario, attention);
}

std::unique_ptr<LanguageModel> makeOlmo(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
{
    return std::make_unique<CausalDecoder>(factory, scenario, layers, olmoRules(scenario));
}

std::unique_ptr<LanguageModel> makeOlmo2(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
{
    return std::make_unique<CausalDecoder>(factory, scenario, layers, olmo2Rules(scenario));
}

} // namespace plimsoll::step
