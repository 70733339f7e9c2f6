// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/megatron/chunk.h"

#include "scenario/parallellayout.h"
#include "step/autograd.h"
#include "step/checkpoint.h"
#include "step/megatron/loss.h"
#include "step/ops.h"
#include "step/tape.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step::megatron {

namespace {

// --make-vocab-size-divisible-by
constexpr std::int64_t vocabularyUnit = 128;

// The sum over GPUs of what each found, of which each takes its share of the sequence; back, all of it is gathered.
Tensor scattered(const Tensor& x, std::int64_t gpus)
{
    const NodePtr node = record("reduce-scatter", {x}, [](const Node& n, const Saved&, Gradients& g) {
        return Gradients{empty(*n.tape, n.inputs[0].sizes, g[0].dtype())};
    });
    Dims sizes = x.sizes();
    sizes[0] /= gpus;
    return attach(node, empty(x.tape(), sizes, x.dtype()));
}

// output[mask, :] = 0: the mask is kept, and the gradient copied.
Tensor zeroedWhere(const Tensor& x, const Tensor& mask)
{
    const NodePtr node = record(
        "zero rows", {x}, [](const Node&, const Saved&, Gradients& g) { return Gradients{emptyLike(g[0])}; }, {mask});
    return attach(node, viewOf(x, x.sizes(), x.strides()));
}

Tensor sequenceFirst(const Tensor& x)
{
    return contiguous(transpose(x, 0, 1));
}

} // namespace

Chunk::Chunk(Parameters& p, const Scenario& scenario, const Group& group, PartOf part)
    : m_model(scenario.model),
      m_training(scenario.training),
      m_group(group),
      m_part(part),
      m_vocabulary(roundUp(scenario.model.vocab, vocabularyUnit * group.tensor))
{
    const Dims table{m_vocabulary / group.tensor, m_model.hidden};
    if (part.isFirst()) {
        m_words = p.make("embedding", table, group.tensor);
        if (m_model.positional == Positional::Learned)
            m_positions = p.make("positions", {m_model.maxPosition, m_model.hidden});
    }
    const std::int64_t layers = layersOfPart(m_model.layers, scenario.parallelism, part.part);
    for (std::int64_t i = 0; i < layers; ++i)
        m_layers.emplace_back(p, scenario, group);
    if (part.isLast()) {
        m_norm = makeNorm(p, "final norm", m_model);
        m_output = m_model.tiedEmbeddings && part.isFirst() ? m_words : p.make("head", table, group.tensor);
    }
    if (hasRotaryPositions(m_model)) {
        const ModuleScope scope(p.tape(), "rotary", LineItem::Activations);
        // Of this GPU's part of the sequence; the module's forward is cached.
        const std::int64_t sequence = m_training.sequenceLength / group.context;
        m_angles = empty(p.tape(), {sequence, 1, 1, m_model.headDim}, DType::Float32);
    }
}

// VocabParallelEmbedding
Tensor Chunk::words(const Tensor& ids) const
{
    const ModuleScope scope(ids.tape(), "embedding");
    if (m_group.tensor == 1)
        return embedding(m_words, ids);
    Tape& tape = ids.tape();
    Tensor mask;
    {
        const Tensor below = emptyLike(ids, DType::Bool);
        const Tensor above = emptyLike(ids, DType::Bool);
        mask = emptyLike(ids, DType::Bool);
    }
    const Tensor masked = empty(tape, ids.sizes(), DType::Int64);
    return zeroedWhere(embedding(m_words, masked), mask);
}

// LanguageModelEmbedding. [sequence, batch, hidden]
Tensor Chunk::embedded(const Batch& batch) const
{
    const Tensor found = words(batch.ids);
    Tensor x;
    if (m_positions) {
        const ModuleScope scope(found.tape(), "positions");
        const Tensor placed = embedding(m_positions, batch.positions);
        const Tensor sum = add(found, placed);
        x = sequenceFirst(sum);
        if (m_group.sequence)
            x = scattered(x, m_group.tensor);
    } else {
        x = sequenceFirst(found);
        if (m_group.sequence)
            x = scattered(x, m_group.tensor);
    }
    return dropsHidden(m_model) ? dropout(x) : x;
}

// TransformerBlock: layers one by one, or recomputed so many at a time.
Tensor Chunk::throughLayers(Tensor x, const Tensor& angles) const
{
    const MegatronPlan& plan = m_training.megatron;
    const bool full = m_training.checkpointing == Checkpointing::Full;
    const bool byBlock = plan.recomputeMethod == RecomputeMethod::Block;
    const auto count = static_cast<std::int64_t>(m_layers.size());
    for (std::int64_t i = 0; i < count;) {
        const bool again = full && (!byBlock || i < plan.recomputeLayers);
        const std::int64_t end = again && !byBlock ? std::min(i + plan.recomputeLayers, count) : i + 1;
        const auto run = [this, i, end, angles](Tensor input) {
            for (std::int64_t each = i; each < end; ++each)
                input = m_layers[static_cast<std::size_t>(each)](std::move(input), angles);
            return BlockOutput(std::move(input));
        };
        x = again ? checkpointReentrant(run, x, {angles}).hidden : run(std::move(x)).hidden;
        i = end;
    }
    return x;
}

Tensor Chunk::lossOf(const Tensor& hidden, const Batch& batch) const
{
    Tape& tape = hidden.tape();
    tape.startPhase(Phase::Loss);
    Tensor losses;
    {
        const ModuleScope scope(tape, "head", LineItem::LogitsAndLoss);
        const Tensor logits = ownColumns(hidden, m_output, {}, m_group);
        const Tensor labels = sequenceFirst(batch.labels);
        const Tensor each = vocabularyLoss(logits, labels, m_training.megatron.crossEntropy);
        losses = sequenceFirst(each);
    }
    const ModuleScope scope(tape, "loss", LineItem::LogitsAndLoss);
    const Tensor flat = view(losses, {losses.numel()});
    const Tensor counted = mul(flat, view(batch.lossMask, {batch.lossMask.numel()}));
    return sumOver(counted, 0);
}

Tensor Chunk::operator()(Tensor x, const Batch& batch) const
{
    Tape& tape = m_layers.front().tape();
    const ModuleScope scope(tape, "residual stream");
    if (m_part.isFirst())
        x = embedded(batch);
    x = throughLayers(std::move(x), m_angles);
    if (!m_norm)
        return x;
    const Tensor hidden = normed(x, *m_norm);
    x = {};
    return lossOf(hidden, batch);
}

} // namespace plimsoll::step::megatron
