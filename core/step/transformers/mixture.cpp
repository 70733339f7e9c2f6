// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/transformers/mixture.h"

#include "step/ops.h"

#include <array>
#include <utility>

namespace plimsoll::step {

Tensor gateBySilu(const Tensor& gateUp)
{
    const std::int64_t width = gateUp.size(-1) / 2;
    const auto parts = split(gateUp, std::array{width, width});
    return mul(silu(parts[0]), parts[1]);
}

Experts::Experts(ParameterFactory& factory, const ModelSpec& model, ExpertRules rules)
    : m_rules(rules),
      m_fused(factory.fused().experts),
      m_experts(model.experts->experts)
{
    const std::int64_t ffn = model.experts->ffn;
    const auto weights = [&](const char* name, std::int64_t in, std::int64_t out) {
        return factory.make(name, rules.byInputs ? Dims{m_experts, in, out} : Dims{m_experts, out, in});
    };
    m_gateUp = weights("experts gate_up", model.hidden, 2 * ffn);
    if (rules.bias)
        m_gateUpBias = factory.make("experts gate_up", {m_experts, 2 * ffn});
    m_down = weights("experts down", ffn, model.hidden);
    if (rules.bias)
        m_downBias = factory.make("experts down", {m_experts, model.hidden});
    planAdapters(factory, model);
}

void Experts::planAdapters(ParameterFactory& factory, const ModelSpec& model)
{
    const ExpertTargets& targets = factory.expertTargets();
    if (!targets.converted)
        return;
    const ExpertLayerNames names = expertLayerNames(model.family);
    for (const std::string_view name : {names.gate, names.up, names.down})
        factory.noteLinear(name.data());
    AdaptedLayer beside;
    beside.isParameter = true;
    beside.groups = m_experts;
    beside.lastOfModule = m_down;
    const auto besideOf = [&beside](const Tensor& weight, std::int64_t layersInOne) {
        beside.weight = weight;
        beside.out = weight.size(1);
        beside.in = weight.size(2);
        beside.layersInOne = layersInOne;
        return beside;
    };
    if (targets.gateUp)
        m_gateUpAdapter = factory.planAdapter(besideOf(m_gateUp, 2));
    if (targets.down)
        m_downAdapter = factory.planAdapter(besideOf(m_down, 1));
}

RouterWeight::RouterWeight(ParameterFactory& factory, const ModelSpec& model, DType dtype)
    : m_weight(factory.make("router", {model.experts->experts, model.hidden}, dtype))
{
    if (!factory.expertTargets().router)
        return;
    AdaptedLayer beside;
    beside.isParameter = true;
    beside.weight = m_weight;
    beside.out = m_weight.size(0);
    beside.in = m_weight.size(1);
    beside.lastOfModule = m_weight;
    m_adapter = factory.planAdapter(std::move(beside));
}

Tensor Experts::product(const Tensor& x, const Tensor& weights, const Tensor& offsets, const Tensor& biases) const
{
    const Tensor byInputs = m_rules.byInputs ? weights : transpose(weights, -2, -1);
    const Tensor out = groupedProduct(cast(x, byInputs.dtype()), byInputs, offsets);
    return biases ? addInPlace(out, biases) : out;
}

namespace {

Tensor integers(Tape& tape, std::int64_t count, DType dtype = DType::Int64)
{
    tape.operation = "indices";
    return empty(tape, {count}, dtype);
}

// hidden[order // k]
Tensor sortedRows(const Tensor& hidden, const Tensor& order)
{
    const Tensor rows = integers(hidden.tape(), order.numel());
    return indexRows(hidden, rows);
}

// Where each of the sorted rows came from: inverse[order] = arange(…)
Tensor inverseOf(const Tensor& order)
{
    Tensor inverse = integers(order.tape(), order.numel());
    const Tensor range = integers(order.tape(), order.numel());
    return inverse;
}

// The running sum of how many tokens each expert gets.
Tensor runEnds(const Tensor& counts)
{
    Tensor ends = integers(counts.tape(), counts.numel(), DType::Int32);
    counts.tape().scratch({1023});
    return ends;
}

} // namespace

Tensor Experts::operator()(Tensor hidden, Tensor indices, Tensor weights) const
{
    const ModuleScope scope(hidden.tape(), "experts");
    MergedParameter down(m_down, m_downAdapter.get());
    MergedParameter gateUp(m_gateUp, m_gateUpAdapter.get());
    return m_fused ? runFused(hidden, indices, weights, gateUp, down) : run(hidden, indices, weights, gateUp, down);
}

// LigerExperts.forward
Tensor Experts::runFused(const Tensor& hidden, const Tensor& indices, const Tensor& weights, MergedParameter& gateUp,
                         MergedParameter& down)
{
    const Tensor x = view(hidden, hidden.sizes());
    const Tensor narrow = cast(indices, DType::Int32);
    const Tensor flat = view(weights, weights.sizes());
    const Tensor both = gateUp();
    return view(fusedExperts(x, both, down(), narrow, flat), hidden.sizes());
}

Tensor Experts::run(const Tensor& hidden, const Tensor& indices, const Tensor& weights, MergedParameter& gateUp,
                    MergedParameter& down) const
{
    Tape& tape = hidden.tape();
    const std::int64_t tokens = hidden.size(0);
    const std::int64_t each = indices.size(-1);
    const std::int64_t rows = tokens * each;
    const Tensor sampleWeights = reshape(weights, {rows});
    Ranked sorted = sort(reshape(indices, {rows}));
    const Tensor chosen = sortedRows(hidden, sorted.indices);
    const Tensor chosenWeights = indexRows(sampleWeights, sorted.indices);
    const Tensor narrow = integers(tape, rows, DType::Int32);
    const Tensor counts = integers(tape, m_experts, DType::Int32);
    const Tensor offsets = runEnds(counts);

    Tensor biases = m_rules.bias ? indexRows(m_gateUpBias, sorted.values) : Tensor();
    Tensor out = product(chosen, gateUp(), offsets, biases);
    out = m_rules.gate(out);
    if (m_rules.bias)
        biases = indexRows(m_downBias, sorted.values);
    out = product(out, down(), offsets, biases);
    Tensor weighted = mul(out, unsqueeze(chosenWeights, -1));
    const Tensor inverse = inverseOf(sorted.indices);
    weighted = indexRows(weighted, inverse);
    Tensor summed = sumOver(view(weighted, {tokens, each, hidden.size(-1)}), 1);
    Tensor result = cast(summed, hidden.dtype());
    dropLocals({&sorted.values, &sorted.indices, &weighted, &summed});
    return result;
}

Tensor topValues(const Tensor& x, std::int64_t count)
{
    return topK(x, count).values;
}

} // namespace plimsoll::step
