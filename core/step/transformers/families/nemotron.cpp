// SPDX-License-Identifier: GPL-3.0-or-later
// Nemotron and Minitron: squared ReLU, layer norms weighted by one more than stored.
#include "step/ops.h"
#include "step/transformers/activations.h"
#include "step/transformers/decoder.h"
#include "step/transformers/families/families.h"

#include <utility>

namespace plimsoll::step {

DecoderRules nemotronRules(const Scenario& scenario)
{
    const ModelSpec& model = scenario.model;
    SelfAttentionRules attention;
    attention.rotate = rotateFirstAtReturn;
    DecoderRules rules;
    rules.norm = NormKind::LayerPlusOne;
    rules.makeLayer = [&model, attention](ParameterFactory& parts, std::int64_t) {
        auto self = std::make_unique<SelfAttention>(parts, model, attention);
        auto mlp = std::make_unique<PlainMlp>(parts, model, parts.fused().activation ? fusedSquaredRelu : squaredRelu);
        return std::make_unique<PreNormLayer>(parts, model, NormKind::LayerPlusOne, std::move(self), std::move(mlp));
    };
    return rules;
}

std::unique_ptr<LanguageModel> makeNemotron(ParameterFactory& factory, const Scenario& scenario,
                                            const LayerPlan& layers)
{
    return std::make_unique<CausalDecoder>(factory, scenario, layers, nemotronRules(scenario));
}

} // namespace plimsoll::step
