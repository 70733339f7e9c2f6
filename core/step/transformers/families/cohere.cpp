// SPDX-License-Identifier: GPL-3.0-or-later
// Command R: attention and MLP side by side, a layer norm written out, neighbours turned together.
#include "step/ops.h"
#include "step/transformers/decoder.h"
#include "step/transformers/families/families.h"
#include "step/transformers/layerkinds.h"

#include <utility>

namespace plimsoll::step {

std::unique_ptr<LanguageModel> makeCohere(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
{
    const ModelSpec& model = scenario.model;
    SelfAttentionRules attention;
    attention.norm = NormKind::LayerWide;
    attention.rotate = rotatePairsWide;
    if (model.headNorms)
        attention.headNorm = HeadNorm::PerHeadOwn;
    DecoderRules rules;
    rules.norm = NormKind::LayerWide;
    rules.logits.scaled = true;
    rules.makeLayer = [&model, attention](ParameterFactory& parts, std::int64_t) {
        auto self = std::make_unique<SelfAttention>(parts, model, attention);
        auto mlp = std::make_unique<GatedMlp>(parts, model, silu, model.ffn);
        return std::make_unique<ParallelLayer>(parts, model, NormKind::LayerWide, std::move(self), std::move(mlp));
    };
    return std::make_unique<CausalDecoder>(factory, scenario, layers, rules);
}

} // namespace plimsoll::step
