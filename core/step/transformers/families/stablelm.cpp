// SPDX-License-Identifier: GPL-3.0-or-later
// StableLM: layer norms, part of each head turned; StableLM 2 12B also norms for each head and parallel halves.
#include "step/ops.h"
#include "step/transformers/decoder.h"
#include "step/transformers/families/families.h"
#include "step/transformers/layerkinds.h"

#include <utility>

namespace plimsoll::step {

namespace {

// StableLmDecoderLayer with its halves in turn: the first half's input and result stay to the end.
class StableLmLayer : public DecoderLayer
{
public:
    StableLmLayer(ParameterFactory& factory, const ModelSpec& model, std::unique_ptr<AttentionModule> attention,
                  std::unique_ptr<MlpModule> mlp)
        : m_attention(std::move(attention)),
          m_mlp(std::move(mlp)),
          m_norm1(factory, "norm 1", model.hidden, NormKind::Layer),
          m_norm2(factory, "norm 2", model.hidden, NormKind::Layer),
          m_dropout{"mlp dropout", model.residualDropout > 0}
    {
    }

    BlockOutput operator()(Tensor input, const LayerInputs& inputs) const override
    {
        const ModuleScope scope(input.tape(), "residual stream");
        const Tensor normed = m_norm1(input);
        const AttentionOutput attended = (*m_attention)(normed, inputs);
        const Tensor residual = add(input, attended.hidden);
        const Tensor fed = m_dropout(mlp(residual));
        return add(residual, fed);
    }

private:
    Tensor mlp(const Tensor& residual) const { return (*m_mlp)(m_norm2(residual)); }

    std::unique_ptr<AttentionModule> m_attention;
    std::unique_ptr<MlpModule> m_mlp;
    Normalization m_norm1;
    Normalization m_norm2;
    Dropout m_dropout;
};

std::unique_ptr<DecoderLayer> makeLayer(ParameterFactory& parts, const ModelSpec& model,
                                        const SelfAttentionRules& rules)
{
    auto attention = std::make_unique<SelfAttention>(parts, model, rules);
    auto mlp = std::make_unique<GatedMlp>(parts, model, silu, model.ffn);
    if (!model.parallelBlock)
        return std::make_unique<StableLmLayer>(parts, model, std::move(attention), std::move(mlp));
    return std::make_unique<ParallelLayer>(parts, model, NormKind::Layer, std::move(attention), std::move(mlp),
                                           ParallelRules{false, model.residualDropout > 0});
}

} // namespace

DecoderRules stableLmRules(const Scenario& scenario)
{
    const ModelSpec& model = scenario.model;
    SelfAttentionRules attention;
    attention.norm = NormKind::LayerNoBias;
    attention.rotate = rotateFirstInFrame;
    attention.projectFirst = true;
    if (model.headNorms)
        attention.headNorm = HeadNorm::EachHead;
    DecoderRules rules;
    rules.norm = NormKind::Layer;
    rules.makeLayer
        = [&model, attention](ParameterFactory& parts, std::int64_t) { return makeLayer(parts, model, attention); };
    return rules;
}

std::unique_ptr<LanguageModel> makeStableLm(ParameterFactory& factory, const Scenario& scenario,
                                            const LayerPlan& layers)
{
    return std::make_unique<CausalDecoder>(factory, scenario, layers, stableLmRules(scenario));
}

} // namespace plimsoll::step
