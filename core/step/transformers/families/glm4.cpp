// SPDX-License-Identifier: GPL-3.0-or-later
// GLM-4: norms before and after each half, half of each head turned by neighbours.
#include "step/ops.h"
#include "step/transformers/decoder.h"
#include "step/transformers/families/families.h"
#include "step/transformers/layerkinds.h"

#include <utility>

namespace plimsoll::step {

DecoderRules glm4Rules(const Scenario& scenario)
{
    const ModelSpec& model = scenario.model;
    SelfAttentionRules attention;
    attention.rotate = rotateFirstPairs;
    DecoderRules rules;
    rules.makeLayer = [&model, attention](ParameterFactory& parts, std::int64_t) {
        auto self = std::make_unique<SelfAttention>(parts, model, attention);
        auto mlp = std::make_unique<FusedGatedMlp>(parts, model, silu);
        return std::make_unique<SandwichLayer>(parts, model, NormKind::RmsUpcast, std::move(self), std::move(mlp));
    };
    return rules;
}

std::unique_ptr<LanguageModel> makeGlm4(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
{
    return std::make_unique<CausalDecoder>(factory, scenario, layers, glm4Rules(scenario));
}

} // namespace plimsoll::step
