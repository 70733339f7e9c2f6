// SPDX-License-Identifier: GPL-3.0-or-later
// Mixtral, Qwen2-MoE, Qwen3-MoE: Llama's decoder with experts in the MLP's place.
#include "step/ops.h"
#include "step/transformers/decoder.h"
#include "step/transformers/families/families.h"
#include "step/transformers/mixture.h"

#include <utility>

namespace plimsoll::step {

namespace {

// <Family>TopKRouter: a softmax over all experts, of which the highest are taken.
class SoftmaxRouter
{
public:
    SoftmaxRouter(ParameterFactory& factory, const ModelSpec& model)
        : m_wide(model.family == Family::Mixtral),
          m_normalised(model.experts->normalizeWeights),
          m_each(model.experts->expertsPerToken),
          m_weight(factory, model, factory.dtype())
    {
    }

    Routing operator()(Tensor hidden) const
    {
        const ModuleScope scope(hidden.tape(), "router");
        Routing routing;
        MergedParameter weight = m_weight();
        routing.logits = linear(hidden, weight(), {});
        // Mixtral widens the logits, and leaves the weights wide.
        const Tensor probabilities
            = m_wide ? softmax(cast(routing.logits, DType::Float32)) : softmax(routing.logits, DType::Float32);
        Ranked top = topK(probabilities, m_each);
        if (m_normalised)
            top.values = divideInPlace(top.values, sumLast(top.values));
        if (!m_wide)
            top.values = cast(top.values, routing.logits.dtype());
        routing.weights = std::move(top.values);
        routing.indices = std::move(top.indices);
        return routing;
    }

private:
    bool m_wide;
    bool m_normalised;
    std::int64_t m_each;
    RouterWeight m_weight;
};

class MixtralMoe : public MlpModule
{
public:
    MixtralMoe(ParameterFactory& factory, const ModelSpec& model)
        : m_router(factory, model),
          m_experts(factory, model)
    {
    }

    Tensor operator()(Tensor input) const override
    {
        const Dims sizes = input.sizes();
        Tensor x = view(input, {numel(sizes) / sizes.back(), sizes.back()});
        const Routing routing = m_router(x);
        x = m_experts(std::move(x), routing.indices, routing.weights);
        return reshape(x, sizes);
    }

private:
    SoftmaxRouter m_router;
    Experts m_experts;
};

// The token's input stays beside the experts' output.
class Qwen3Moe : public MlpModule
{
public:
    Qwen3Moe(ParameterFactory& factory, const ModelSpec& model)
        : m_experts(factory, model),
          m_router(factory, model)
    {
    }

    Tensor operator()(Tensor input) const override
    {
        const Dims sizes = input.sizes();
        const Tensor x = view(input, {numel(sizes) / sizes.back(), sizes.back()});
        const Routing routing = m_router(x);
        const Tensor out = m_experts(x, routing.indices, routing.weights);
        return reshape(out, sizes);
    }

private:
    Experts m_experts;
    SoftmaxRouter m_router;
};

// One expert more that every token takes, behind a sigmoid.
class Qwen2Moe : public MlpModule
{
public:
    Qwen2Moe(ParameterFactory& factory, const ModelSpec& model)
        : m_router(factory, model),
          m_experts(factory, model),
          m_shared(factory, model, silu, model.experts->sharedFfn),
          m_sharedGate(factory, "mlp shared_expert_gate", model.hidden, 1, false)
    {
    }

    Tensor operator()(Tensor input) const override
    {
        const ModuleScope scope(input.tape(), "experts");
        const Dims sizes = input.sizes();
        const Tensor x = view(input, {numel(sizes) / sizes.back(), sizes.back()});
        Tensor shared = m_shared(x);
        const Routing routing = m_router(x);
        Tensor out = m_experts(x, routing.indices, routing.weights);
        shared = gated(x, shared);
        out = add(out, shared);
        return reshape(out, sizes);
    }

private:
    Tensor gated(const Tensor& x, const Tensor& shared) const
    {
        const Tensor gate = sigmoid(m_sharedGate(x));
        return mul(gate, shared);
    }

    SoftmaxRouter m_router;
    Experts m_experts;
    GatedMlp m_shared;
    Linear m_sharedGate;
};

template <class Moe>
std::unique_ptr<LanguageModel> makeWith(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers,
                                        HeadNorm headNorm)
{
    const ModelSpec& model = scenario.model;
    SelfAttentionRules attention;
    attention.headNorm = headNorm;
    DecoderRules rules;
    rules.mask.windowToo = model.family == Family::Qwen2Moe;
    rules.mask.byKeywords = model.family == Family::Qwen2Moe;
    rules.makeLayer = [&model, attention](ParameterFactory& parts, std::int64_t layer) {
        auto self = std::make_unique<SelfAttention>(parts, model, attention);
        std::unique_ptr<MlpModule> mlp;
        if (model.experts->takesLayer(layer))
            mlp = std::make_unique<Moe>(parts, model);
        else
            mlp = std::make_unique<GatedMlp>(parts, model, silu, model.ffn);
        return std::make_unique<PreNormLayer>(parts, model, NormKind::RmsUpcast, std::move(self), std::move(mlp));
    };
    return std::make_unique<CausalDecoder>(factory, scenario, layers, rules);
}

} // namespace

std::unique_ptr<LanguageModel> makeMixtral(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
{
    return makeWith<MixtralMoe>(factory, scenario, layers, HeadNorm::None);
}

std::unique_ptr<LanguageModel> makeQwen2Moe(ParameterFactory& factory, const Scenario& scenario,
                                            const LayerPlan& layers)
{
    return makeWith<Qwen2Moe>(factory, scenario, layers, HeadNorm::None);
}

std::unique_ptr<LanguageModel> makeQwen3Moe(ParameterFactory& factory, const Scenario& scenario,
                                            const LayerPlan& layers)
{
    return makeWith<Qwen3Moe>(factory, scenario, layers, HeadNorm::PerHead);
}

} // namespace plimsoll::step
