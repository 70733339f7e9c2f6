// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/megatron/experts.h"

#include "step/autograd.h"
#include "step/megatron/kept.h"
#include "step/ops.h"
#include "step/tape.h"

#include <cmath>
#include <utility>

namespace plimsoll::step::megatron {

namespace {

Tensor rowsLike(const Tensor& x, std::int64_t rows)
{
    Dims sizes = x.sizes();
    sizes[0] = rows;
    return empty(x.tape(), sizes, x.dtype());
}

// As many rows back as there were.
Gradients rowsBack(const Node& n, const Saved&, Gradients& g)
{
    return {empty(*n.tape, n.inputs[0].sizes, g[0].dtype())};
}

// Rows of x moved: copied in another order, sent elsewhere, gathered or summed.
Tensor moved(const char* operation, const Tensor& x, std::int64_t rows)
{
    const NodePtr node = record(operation, {x}, rowsBack);
    return attach(node, rowsLike(x, rows));
}

// The same by indices, which are kept.
Tensor movedBy(const char* operation, const Tensor& x, std::int64_t rows, std::int64_t indices)
{
    const Tensor order = empty(x.tape(), {indices}, DType::Int64);
    const NodePtr node = record(operation, {x}, rowsBack, {order});
    return attach(node, rowsLike(x, rows));
}

// Saved: input, then weights. Their gradients come with that of the input's.
Gradients groupedBackward(const Node& n, const Saved& saved, Gradients& g)
{
    const Tensor gradient = contiguous(g[0]);
    Gradients results(n.next.size());
    results[0] = emptyLike(saved[0]);
    for (std::size_t i = 1; i < results.size(); ++i)
        results[i] = n.numbers[0] ? keptOf(saved[0]).dummyGradient(saved[i]) : emptyLike(saved[i]);
    return results;
}

// transformer_engine's GroupedLinear (module/grouped_linear.py): a weight for each expert of this GPU.
Tensor groupedLinear(const Tensor& x, const Weights& weights, bool fused)
{
    std::vector<Tensor> inputs{x};
    inputs.insert(inputs.end(), weights.begin(), weights.end());
    const NodePtr node = record("grouped linear", inputs, groupedBackward);
    if (node)
        node->numbers = {fused};
    Tensor out = empty(x.tape(), {x.size(0), weights.front().size(0)}, x.dtype());
    keptOf(x).groupedWorkspaces();
    for (const Tensor& kept : inputs)
        saveOutput(node, kept);
    return attach(node, std::move(out));
}

// weighted_bias_swiglu_impl: keeps its input and a weight for each row.
Tensor weightedGate(const Tensor& x, const Tensor& weights)
{
    const NodePtr node = record("weighted gate", {x},
                                [](const Node&, const Saved& saved, Gradients&) {
                                    const Tensor ofWeights = emptyLike(saved[1]);
                                    return Gradients{emptyLike(saved[0])};
                                },
                                {x, weights});
    return attach(node, empty(x.tape(), {x.size(0), x.size(1) / 2}, x.dtype()));
}

} // namespace

// Experts' weights are split over the tensor-parallel group too, as --expert-tensor-parallel-size is by default.
Experts::Experts(Parameters& parameters, const Scenario& scenario, const Group& group)
    : m_group(group),
      m_perToken(scenario.model.experts->expertsPerToken),
      m_imbalance(scenario.parallelism.expert > 1 ? scenario.parallelism.expertImbalance : 1)
{
    const MixtureOfExperts& experts = *scenario.model.experts;
    const std::int64_t hidden = scenario.model.hidden;
    const std::int64_t shares = group.tensor * group.expert;
    m_router = parameters.make("router", {experts.experts, hidden});
    for (std::int64_t i = 0; i < experts.experts / group.expert; ++i)
        m_up.push_back(parameters.makeOfExperts("experts up", {2 * experts.ffn / group.tensor, hidden}, shares));
    for (std::int64_t i = 0; i < experts.experts / group.expert; ++i)
        m_down.push_back(parameters.makeOfExperts("experts down", {hidden, experts.ffn / group.tensor}, shares));
}

// TopKRouter: the chosen experts' logits through a softmax in fp32, and spread over all experts with a map of them.
Tensor Experts::routed(const Tensor& tokens) const
{
    const ModuleScope scope(tokens.tape(), "router");
    const Tensor logits = linear(tokens, m_router, {});
    const Ranked chosen = topK(logits, m_perToken);
    const Tensor wide = softmax(chosen.values, DType::Float32);
    const Tensor weights = cast(wide, tokens.dtype());
    const Tensor spread = emptyLike(logits);
    const Tensor map = emptyLike(logits, DType::Int32);
    return emptyLike(map, DType::Bool);
}

// Rows for each chosen expert, sent to the GPUs that have them, gathered over those that share them, and put in order.
Tensor Experts::dispatched(const Tensor& x) const
{
    const std::int64_t sent = x.size(0) * m_perToken;
    const auto arrived = static_cast<std::int64_t>(std::llround(static_cast<double>(sent) * m_imbalance));
    Tensor rows = movedBy("permute tokens", x, sent, sent);
    if (m_group.expert > 1)
        rows = moved("all to all", rows, arrived);
    if (m_group.tensor > 1)
        rows = moved("all-gather", rows, rows.size(0) * m_group.tensor);
    return m_up.size() > 1 ? moved("sort by expert", rows, rows.size(0)) : rows;
}

Tensor Experts::combined(const Tensor& x, std::int64_t tokens) const
{
    Tensor rows = m_up.size() > 1 ? moved("unsort", x, x.size(0)) : x;
    if (m_group.tensor > 1)
        rows = moved("reduce-scatter", rows, rows.size(0) / m_group.tensor);
    if (m_group.expert > 1)
        rows = moved("all to all", rows, tokens * m_perToken);
    return movedBy("unpermute tokens", rows, tokens, tokens * m_perToken);
}

Tensor Experts::operator()(const Tensor& x) const
{
    const ModuleScope scope(x.tape(), "experts");
    const std::int64_t tokens = x.numel() / x.size(-1);
    const Tensor flat = view(x, {tokens, x.size(-1)});
    const Tensor map = routed(flat);
    const Tensor rows = dispatched(flat);
    const Tensor weights = empty(x.tape(), {rows.size(0)}, x.dtype());
    const Tensor up = groupedLinear(rows, m_up, m_group.fusedAccumulation);
    const Tensor active = weightedGate(up, weights);
    const Tensor out = groupedLinear(active, m_down, m_group.fusedAccumulation);
    return view(combined(out, tokens), x.sizes());
}

} // namespace plimsoll::step::megatron
