// SPDX-License-Identifier: GPL-3.0-or-later
// StarCoder2: layer norms, a plain MLP, biases everywhere, dropout after each half.
#include "step/ops.h"
#include "step/transformers/decoder.h"
#include "step/transformers/families/families.h"

#include <utility>

namespace plimsoll::step {

DecoderRules starcoder2Rules(const Scenario& scenario)
{
    const ModelSpec& model = scenario.model;
    const bool dropout = model.residualDropout > 0;
    SelfAttentionRules attention;
    attention.outputDropout = dropout;
    DecoderRules rules;
    rules.norm = NormKind::Layer;
    rules.embeddingDropout = EmbeddingDropout::Apart;
    rules.makeLayer = [&model, attention, dropout](ParameterFactory& parts, std::int64_t) {
        auto self = std::make_unique<SelfAttention>(parts, model, attention);
        auto mlp = std::make_unique<PlainMlp>(parts, model, gelu, dropout, MlpNames{"mlp c_fc", "mlp c_proj"});
        return std::make_unique<PreNormLayer>(parts, model, NormKind::Layer, std::move(self), std::move(mlp));
    };
    return rules;
}

std::unique_ptr<LanguageModel> makeStarcoder2(ParameterFactory& factory, const Scenario& scenario,
                                              const LayerPlan& layers)
{
    return std::make_unique<CausalDecoder>(factory, scenario, layers, starcoder2Rules(scenario));
}

} // namespace plimsoll::step
