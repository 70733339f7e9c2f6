// SPDX-License-Identifier: GPL-3.0-or-later
// Granite: Llama with numbers by which embeddings, both halves of a layer and logits are multiplied.
#include "step/ops.h"
#include "step/transformers/decoder.h"
#include "step/transformers/families/families.h"

#include <utility>

namespace plimsoll::step {

std::unique_ptr<LanguageModel> makeGranite(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
{
    const ModelSpec& model = scenario.model;
    DecoderRules rules;
    rules.embeddingScale = EmbeddingScale::Number;
    rules.logits.scaled = true;
    rules.makeLayer = [&model](ParameterFactory& parts, std::int64_t) {
        auto attention = std::make_unique<SelfAttention>(parts, model);
        auto mlp = std::make_unique<GatedMlp>(parts, model, silu, model.ffn);
        return std::make_unique<PreNormLayer>(parts, model, NormKind::RmsUpcast, std::move(attention), std::move(mlp),
                                              BranchRules{true, false});
    };
    return std::make_unique<CausalDecoder>(factory, scenario, layers, rules);
}

} // namespace plimsoll::step
