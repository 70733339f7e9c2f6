// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/megatron/layer.h"

#include "step/checkpoint.h"
#include "step/megatron/elementwise.h"
#include "step/ops.h"
#include "step/tape.h"

#include <utility>

namespace plimsoll::step::megatron {

namespace {

bool dropsScores(const ModelSpec& model)
{
    return model.family == Family::Plain ? model.dropout > 0 : model.attentionDropout > 0;
}

bool recomputes(const TrainingPlan& training, bool RecomputedModules::*module)
{
    return training.checkpointing == Checkpointing::Selective && training.megatron.recomputed.*module;
}

bool hasBias(const ModelSpec& model)
{
    return model.family == Family::Plain && model.bias;
}

} // namespace

bool dropsHidden(const ModelSpec& model)
{
    return model.family == Family::Plain ? model.dropout > 0 : model.residualDropout > 0;
}

bool hasRotaryPositions(const ModelSpec& model)
{
    return model.family != Family::Plain;
}

bool isGated(const ModelSpec& model)
{
    return model.family != Family::Plain || model.gatedMlp;
}

Norm makeNorm(Parameters& parameters, const char* module, const ModelSpec& model)
{
    Norm made;
    made.isRms = model.family != Family::Plain || model.norm == plimsoll::Norm::Rms;
    made.weight = parameters.make(module, {model.hidden});
    if (!made.isRms)
        made.bias = parameters.make(module, {model.hidden});
    return made;
}

// As the modules register them: the attention's projection before what makes queries, keys and values; a norm with the
// product after it, where that runs it.
Layer::Layer(Parameters& p, const Scenario& scenario, const Group& group)
    : m_model(scenario.model),
      m_group(group),
      m_dropout(dropsHidden(scenario.model)),
      m_recomputesMlp(recomputes(scenario.training, &RecomputedModules::mlp))
{
    const ModelSpec& m = m_model;
    const std::int64_t t = group.tensor;
    const bool bias = hasBias(m);
    m_core = {scenario.training.attention, dropsScores(m),
              recomputes(scenario.training, &RecomputedModules::coreAttention)};
    const auto linear = [&](const char* module, std::int64_t in, std::int64_t out, bool withBias, bool splitsInputs) {
        Linear made;
        const Dims sizes = splitsInputs ? Dims{out, in / t} : Dims{out / t, in};
        made.weight = p.make(module, sizes, t);
        if (withBias)
            made.bias = splitsInputs ? p.make(module, {out}) : p.make(module, {out / t}, t);
        return made;
    };
    const std::int64_t width = m.heads * m.headDim;
    const std::int64_t upWidth = isGated(m) ? 2 * m.ffn : m.ffn;
    if (!group.engine)
        m_norm1 = megatron::makeNorm(p, "norm 1", m);
    m_projection = linear("attention out", width, m.hidden, bias, true);
    if (group.engine)
        m_norm1 = megatron::makeNorm(p, "norm 1", m);
    m_qkv = linear("attention qkv", m.hidden, width + 2 * m.kvHeads * m.headDim, bias || m.qkvBias, false);
    m_norm2 = megatron::makeNorm(p, "norm 2", m);
    if (m.experts) {
        m_experts.emplace(p, scenario, group);
        return;
    }
    m_up = linear("mlp up", m.hidden, upWidth, bias, false);
    m_down = linear("mlp down", m.ffn, m.hidden, bias, true);
}

Tensor Layer::columns(const Tensor& x, const Norm& norm, const Linear& linear) const
{
    if (m_group.engine)
        return normedColumns(x, norm, linear.weight, linear.bias, m_group);
    const Tensor input = normed(x, norm);
    return ownColumns(input, linear.weight, linear.bias, m_group);
}

Tensor Layer::rowsOf(const Tensor& x, const Tensor& weight) const
{
    return m_group.engine ? rows(x, weight, m_group) : ownRows(x, weight, m_group);
}

Tensor Layer::attend(const Tensor& x, const Tensor& angles) const
{
    const ModuleScope scope(x.tape(), "attention");
    Heads heads = splitHeads(columns(x, m_norm1, m_qkv), m_model.kvHeads / m_group.tensor, m_model.headDim);
    if (angles) {
        heads.query = turned(heads.query, angles);
        heads.key = turned(heads.key, angles);
    }
    const Tensor context = coreAttention(heads, m_core, m_group);
    return rowsOf(context, m_projection.weight);
}

// linear_fc1 hands its bias to the activation.
Tensor Layer::fed(const Tensor& x) const
{
    const ModuleScope scope(x.tape(), "mlp");
    const Tensor up = columns(x, m_norm2, {m_up.weight, {}});
    const Tensor active = isGated(m_model) ? gated(up, m_up.bias) : biasGelu(up, m_up.bias);
    return rowsOf(active, m_down.weight);
}

Tensor Layer::feed(const Tensor& x) const
{
    if (m_experts) {
        const Tensor input = normed(x, m_norm2);
        return (*m_experts)(input);
    }
    if (!m_recomputesMlp)
        return fed(x);
    return checkpointReentrant([this](Tensor input) { return BlockOutput(fed(input)); }, x, {}).hidden;
}

Tensor Layer::operator()(Tensor x, const Tensor& angles) const
{
    const ModuleScope scope(x.tape(), "residual stream");
    {
        const Tensor attended = attend(x, angles);
        x = biasDropoutAdd(attended, m_projection.bias, x, m_dropout);
    }
    const Tensor fedOn = feed(x);
    return biasDropoutAdd(fedOn, m_down.bias, x, m_dropout);
}

} // namespace plimsoll::step::megatron
