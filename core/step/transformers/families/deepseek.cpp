// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSeek-V2 and V3: latent attention, fp32 routers, experts beside shared ones, dense layers first.
#include "step/ops.h"
#include "step/transformers/decoder.h"
#include "step/transformers/families/families.h"
#include "step/transformers/latentattention.h"
#include "step/transformers/mixture.h"

#include <utility>

namespace plimsoll::step {

namespace {

// DeepseekTopkRouter: fp32 in any recipe; groups of experts are chosen first.
class GroupRouter
{
public:
    GroupRouter(ParameterFactory& factory, const ModelSpec& model)
        : m_sigmoid(model.family == Family::DeepseekV3),
          m_rules(*model.experts),
          m_weight(factory, model, DType::Float32)
    {
        if (m_sigmoid)
            m_correction = factory.makeBuffer("router", {m_rules.experts}, DType::Float32);
    }

    Routing operator()(Tensor hidden) const
    {
        const ModuleScope scope(hidden.tape(), "router");
        MergedParameter weight = m_weight();
        const Tensor rows = view(hidden, {hidden.numel() / hidden.size(-1), hidden.size(-1)});
        return m_sigmoid ? bySigmoid(rows, weight) : bySoftmax(rows, weight);
    }

private:
    static Tensor wideLogits(const Tensor& rows, MergedParameter& weight)
    {
        const Tensor wide = cast(rows, DType::Float32);
        return linear(wide, weight(), {});
    }

    Dims inGroups(const Tensor& scores) const
    {
        return {scores.size(0), m_rules.groups, m_rules.experts / m_rules.groups};
    }

    // [T, experts]: whether an expert's group is among the chosen.
    Tensor chosenGroups(const Tensor& groupScores) const
    {
        const Tensor chosen = topK(groupScores, m_rules.groupsPerToken).indices;
        const Tensor mask = empty(groupScores.tape(), groupScores.sizes(), groupScores.dtype());
        Dims sizes = groupScores.sizes();
        sizes.push_back(m_rules.experts / m_rules.groups);
        return reshape(expand(unsqueeze(mask, -1), sizes), {groupScores.size(0), m_rules.experts});
    }

    // ~mask.bool()
    static Tensor inverted(const Tensor& mask)
    {
        const Tensor narrow = emptyLike(mask, DType::Bool);
        return emptyLike(mask, DType::Bool);
    }

    Tensor bestTwoOfGroups(const Tensor& choice) const
    {
        return sumOver(topValues(view(choice, inGroups(choice)), 2), 2);
    }

    Tensor bestOfGroups(const Tensor& scores) const
    {
        const Tensor best = topValues(view(scores, inGroups(scores)), 1);
        return view(best, {scores.size(0), m_rules.groups});
    }

    Routing bySigmoid(const Tensor& rows, MergedParameter& weight) const
    {
        Routing routing;
        routing.logits = wideLogits(rows, weight);
        const Tensor scores = sigmoid(routing.logits);
        Tensor choice = add(scores, m_correction);
        const Tensor groupScores = bestTwoOfGroups(choice);
        const Tensor mask = chosenGroups(groupScores);
        choice = maskedFill(choice, inverted(mask));
        routing.indices = topK(choice, m_rules.expertsPerToken).indices;
        Tensor weights = gather(scores, routing.indices);
        Tensor denominator;
        if (m_rules.normalizeWeights) {
            denominator = addNumber(sumLast(weights));
            weights = divideInPlace(weights, denominator);
        }
        routing.weights = scale(weights);
        return routing;
    }

    Routing bySoftmax(const Tensor& rows, MergedParameter& weight) const
    {
        Routing routing;
        routing.logits = wideLogits(rows, weight);
        Tensor scores = softmax(routing.logits, DType::Float32);
        Tensor groupScores;
        Tensor mask;
        if (m_rules.groups > 1) {
            groupScores = bestOfGroups(scores);
            mask = chosenGroups(groupScores);
            scores = maskedFill(scores, inverted(mask));
        }
        Ranked top = topK(scores, m_rules.expertsPerToken);
        routing.weights = scale(top.values);
        routing.indices = std::move(top.indices);
        return routing;
    }

    bool m_sigmoid;
    MixtureOfExperts m_rules;
    RouterWeight m_weight;
    Tensor m_correction;
};

class DeepseekMoe : public MlpModule
{
public:
    DeepseekMoe(ParameterFactory& factory, const ModelSpec& model)
        : m_experts(factory, model),
          m_router(factory, model),
          m_shared(factory, model, silu, model.experts->sharedFfn)
    {
    }

    Tensor operator()(Tensor input) const override
    {
        const ModuleScope scope(input.tape(), "experts");
        const Dims sizes = input.sizes();
        const Routing routing = m_router(input);
        Tensor x = view(input, {numel(sizes) / sizes.back(), sizes.back()});
        x = view(m_experts(x, routing.indices, routing.weights), sizes);
        return add(x, m_shared(input));
    }

private:
    Experts m_experts;
    GroupRouter m_router;
    GatedMlp m_shared;
};

} // namespace

std::unique_ptr<LanguageModel> makeDeepseek(ParameterFactory& factory, const Scenario& scenario,
                                            const LayerPlan& layers)
{
    const ModelSpec& model = scenario.model;
    const bool second = model.family == Family::DeepseekV2;
    DecoderRules rules;
    rules.rotaryDim = model.latent->rotaryHeadDim;
    rules.rotaryWidth = second ? RotaryWidth::Complex : RotaryWidth::Full;
    const Rotation rotation = second ? rotateComplex : rotateInterleaved;
    rules.makeLayer = [&model, rotation](ParameterFactory& parts, std::int64_t layer) {
        auto attention = std::make_unique<MultiHeadLatentAttention>(parts, model, rotation);
        std::unique_ptr<MlpModule> mlp;
        if (model.experts->takesLayer(layer))
            mlp = std::make_unique<DeepseekMoe>(parts, model);
        else
            mlp = std::make_unique<GatedMlp>(parts, model, silu, model.ffn);
        return std::make_unique<PreNormLayer>(parts, model, NormKind::RmsUpcast, std::move(attention), std::move(mlp));
    };
    return std::make_unique<CausalDecoder>(factory, scenario, layers, rules);
}

} // namespace plimsoll::step
