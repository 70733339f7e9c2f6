// SPDX-License-Identifier: GPL-3.0-or-later
// Phi-1.5 and Phi-2: attention and MLP side by side, biases everywhere.
#include "step/ops.h"
#include "step/transformers/activations.h"
#include "step/transformers/decoder.h"
#include "step/transformers/families/families.h"
#include "step/transformers/layerkinds.h"

#include <utility>

namespace plimsoll::step {

std::unique_ptr<LanguageModel> makePhi(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
{
    const ModelSpec& model = scenario.model;
    SelfAttentionRules attention;
    attention.norm = NormKind::Layer;
    attention.rotate = rotateFirstInFrame;
    attention.outputName = "attention dense";
    if (model.headNorms)
        attention.headNorm = HeadNorm::PerHeadAfter;
    const bool dropout = model.residualDropout > 0;
    const ParallelRules parallel{dropout, dropout, true};
    DecoderRules rules;
    rules.norm = NormKind::Layer;
    rules.embeddingDropout = EmbeddingDropout::InPlace;
    rules.normAfterRotary = true;
    rules.logits.bias = true;
    rules.makeLayer = [&model, attention, parallel](ParameterFactory& parts, std::int64_t) {
        auto self = std::make_unique<SelfAttention>(parts, model, attention);
        auto mlp = std::make_unique<PlainMlp>(parts, model, geluByHand, false, MlpNames{"mlp fc1", "mlp fc2"});
        return std::make_unique<ParallelLayer>(parts, model, NormKind::Layer, std::move(self), std::move(mlp),
                                               parallel);
    };
    return std::make_unique<CausalDecoder>(factory, scenario, layers, rules);
}

} // namespace plimsoll::step
