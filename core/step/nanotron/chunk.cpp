// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/nanotron/chunk.h"

#include "scenario/nanotronrules.h"
#include "step/checkpoint.h"
#include "step/nanotron/linear.h"
#include "step/nanotron/loss.h"
#include "step/ops.h"
#include "step/tape.h"

#include <utility>

namespace plimsoll::step::nanotron {

namespace {

// out * (~mask[..., None]): the mask is kept.
Tensor withoutOthers(const Tensor& found, const Tensor& mask)
{
    const NodePtr node = record("mask rows", {found},
                                [](const Node&, const Saved&, Gradients& g) { return Gradients{emptyLike(g[0])}; });
    const Tensor mine = emptyLike(mask, DType::Bool);
    Tensor out = emptyLike(found);
    saveOutput(node, mine);
    return attach(node, std::move(out));
}

} // namespace

Chunk::Chunk(Parameters& p, const Scenario& scenario, PartOf place)
    : m_group(scenario),
      m_place(place),
      m_recomputes(scenario.training.checkpointing == Checkpointing::Full)
{
    const ModelSpec& model = scenario.model;
    const std::int64_t t = m_group.tensor;
    const Dims table{roundUp(model.vocab, t) / t, model.hidden};
    if (place.isFirst())
        m_words = p.make("embedding", table, t);
    const std::int64_t layers = nanotronLayers(scenario)[static_cast<std::size_t>(place.part)];
    for (std::int64_t i = 0; i < layers; ++i)
        m_layers.emplace_back(p, scenario, m_group);
    if (place.isLast()) {
        m_norm = p.make("final norm", {model.hidden});
        m_head = model.tiedEmbeddings && place.isFirst() ? m_words : p.make("head", table, t);
    }
}

// TensorParallelEmbedding, of ids [sequence, batch].
Tensor Chunk::embedded(const Tensor& ids) const
{
    const ModuleScope scope(ids.tape(), "embedding");
    const Tensor turned = transpose(ids, 0, 1);
    if (m_group.tensor == 1)
        return embedding(m_words, turned);
    Tensor mask;
    {
        const Tensor below = emptyLike(turned, DType::Bool);
        const Tensor above = emptyLike(turned, DType::Bool);
        mask = emptyLike(turned, DType::Bool);
    }
    Tensor masked = emptyLike(turned);
    masked = emptyLike(turned);
    Tensor found = embedding(m_words, masked);
    found = withoutOthers(found, mask);
    return summed(found, m_group);
}

Tensor Chunk::throughLayers(Tensor x, const Tensor& mask) const
{
    for (const Layer& layer : m_layers) {
        const auto run = [&layer, mask](Tensor input) { return BlockOutput(layer(input, mask)); };
        x = m_recomputes ? checkpointReentrant(run, x, {mask}).hidden : layer(x, mask);
    }
    return x;
}

// The narrow logits live until the model's forward returns.
Tensor Chunk::logitsOf(const Tensor& x) const
{
    Tensor hidden;
    {
        const ModuleScope scope(x.tape(), "residual stream");
        hidden = normed(x, m_norm);
    }
    x.tape().startPhase(Phase::Loss);
    const ModuleScope scope(x.tape(), "head", LineItem::LogitsAndLoss);
    const Tensor narrow = columns(hidden, m_head, m_group);
    return cast(narrow, DType::Float32);
}

// Loss, masked_mean; divided by the number of micro-batches.
Tensor Chunk::lossOf(const Tensor& logits, const Batch& batch) const
{
    const ModuleScope scope(logits.tape(), "loss", LineItem::LogitsAndLoss);
    const Tensor labels = contiguous(transpose(batch.labels, 0, 1));
    const Tensor losses = transpose(shardedLoss(logits, labels), 0, 1);
    const Tensor flat = reshape(losses, {losses.numel()});
    const Tensor counted = mul(flat, view(batch.labelMask, {batch.labelMask.numel()}));
    const Tensor all = sumOver(counted, 0);
    return scale(all);
}

Tensor Chunk::operator()(const Tensor& input, const Tensor& mask, const Batch& batch) const
{
    Tensor x = input;
    Tensor first;
    if (m_place.isFirst()) {
        first = embedded(batch.ids);
        x = first;
    }
    x = throughLayers(std::move(x), m_place.isFirst() ? batch.mask : mask);
    if (!m_place.isLast())
        return x;
    const Tensor logits = logitsOf(x);
    first = {};
    x = {};
    return lossOf(logits, batch);
}

} // namespace plimsoll::step::nanotron
