// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/layerkinds.h"

#include "step/ops.h"
#include "step/zero/baremodule.h"

#include <utility>

namespace plimsoll::step {

SandwichLayer::SandwichLayer(ParameterFactory& factory, const ModelSpec& model, NormKind norm,
                             std::unique_ptr<AttentionModule> attention, std::unique_ptr<MlpModule> mlp)
    : m_attention(std::move(attention)),
      m_mlp(std::move(mlp)),
      m_beforeAttention(factory, "norm before attention", model.hidden, norm),
      m_afterAttention(factory, "norm after attention", model.hidden, norm),
      m_beforeMlp(factory, "norm before mlp", model.hidden, norm),
      m_afterMlp(factory, "norm after mlp", model.hidden, norm)
{
}

BlockOutput SandwichLayer::operator()(Tensor input, const LayerInputs& inputs) const
{
    const ModuleScope scope(input.tape(), "residual stream");
    Tensor residual = input;
    Tensor x = m_beforeAttention(input);
    const BareModule attention(input.tape(), m_attention.get());
    AttentionOutput attended = (*m_attention)(std::move(x), inputs);
    attended.hidden = attention.leave(std::move(attended.hidden));
    x = m_afterAttention(std::move(attended.hidden));
    x = add(residual, x);
    residual = x;
    x = m_beforeMlp(std::move(x));
    const BareModule mlp(input.tape(), m_mlp.get());
    x = mlp.leave((*m_mlp)(std::move(x)));
    x = m_afterMlp(std::move(x));
    return add(residual, x);
}

PostNormLayer::PostNormLayer(ParameterFactory& factory, const ModelSpec& model, NormKind norm,
                             std::unique_ptr<AttentionModule> attention, std::unique_ptr<MlpModule> mlp)
    : m_attention(std::move(attention)),
      m_mlp(std::move(mlp)),
      m_afterAttention(factory, "norm after attention", model.hidden, norm),
      m_afterMlp(factory, "norm after mlp", model.hidden, norm)
{
}

BlockOutput PostNormLayer::operator()(Tensor input, const LayerInputs& inputs) const
{
    const ModuleScope scope(input.tape(), "residual stream");
    Tensor residual = input;
    const BareModule attention(input.tape(), m_attention.get());
    AttentionOutput attended = (*m_attention)(input, inputs);
    attended.hidden = attention.leave(std::move(attended.hidden));
    Tensor x = m_afterAttention(std::move(attended.hidden));
    x = add(residual, x);
    residual = x;
    const BareModule mlp(input.tape(), m_mlp.get());
    x = mlp.leave((*m_mlp)(std::move(x)));
    x = m_afterMlp(std::move(x));
    return add(residual, x);
}

ParallelLayer::ParallelLayer(ParameterFactory& factory, const ModelSpec& model, NormKind norm,
                             std::unique_ptr<AttentionModule> attention, std::unique_ptr<MlpModule> mlp,
                             ParallelRules rules)
    : m_attention(std::move(attention)),
      m_mlp(std::move(mlp)),
      m_norm(factory, "norm 1", model.hidden, norm),
      m_branchesFirst(rules.branchesFirst),
      m_attentionDropout{"attention dropout", rules.attentionDropout},
      m_mlpDropout{"mlp dropout", rules.mlpDropout}
{
}

BlockOutput ParallelLayer::operator()(Tensor input, const LayerInputs& inputs) const
{
    const ModuleScope scope(input.tape(), "residual stream");
    const Tensor x = m_norm(input);
    const BareModule attention(input.tape(), m_attention.get());
    AttentionOutput attended = (*m_attention)(x, inputs);
    attended.hidden = attention.leave(std::move(attended.hidden));
    attended.hidden = m_attentionDropout(std::move(attended.hidden));
    const Tensor fed = m_mlpDropout((*m_mlp)(x));
    if (m_branchesFirst) {
        const Tensor branches = add(attended.hidden, fed);
        return add(branches, input);
    }
    const Tensor sum = add(input, attended.hidden);
    return add(sum, fed);
}

} // namespace plimsoll::step
