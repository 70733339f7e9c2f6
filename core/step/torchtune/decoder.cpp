// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/torchtune/decoder.h"

#include "step/ops.h"
#include "step/torchtune/layer.h"
#include "step/transformers/layerstack.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace plimsoll::step {

namespace {

// tensor.chunk(n, dim=1)
std::vector<Tensor> chunked(const Tensor& x, std::int64_t chunks)
{
    const std::int64_t size = ceilDiv(x.size(1), chunks);
    std::vector<std::int64_t> sizes;
    for (std::int64_t left = x.size(1); left > 0; left -= size)
        sizes.push_back(std::min(size, left));
    return split(x, sizes, 1);
}

class TorchtuneDecoder : public LanguageModel
{
public:
    // Parts are made in the order of the builder, and listed in that of TransformerDecoder.
    TorchtuneDecoder(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
        : m_training(scenario.training)
    {
        const ModelSpec& model = scenario.model;
        m_table = makeTable(factory, model);
        const ParameterFactory::Mark start = factory.mark();
        // Up to 0.4 a layer is copied with its table, but for Llama 3.1 and later.
        const bool copied = factory.tape().software.narrowNorm && model.family != Family::Llama;
        m_blocks = LayerStack(factory, scenario, layers, [this, &model, copied](ParameterFactory& parts, std::int64_t) {
            const bool first = !std::exchange(m_hasLayers, true);
            Tensor own = copied && !first ? makeTable(parts, model) : Tensor();
            return std::make_unique<TorchtuneLayer>(parts, model, std::move(own));
        });
        m_embedding = Embedding(factory, "embedding", model.vocab, model.hidden);
        factory.moveLastTo(start);
        const ParameterFactory::Mark head = factory.mark();
        if (model.tiedEmbeddings)
            m_head.weight = m_embedding.weight;
        else
            m_head = Linear(factory, "head", model.hidden, model.vocab, false);
        m_head.module = "head";
        m_norm = Normalization(factory, "final norm", model.hidden, NormKind::RmsInFloat);
        if (!model.tiedEmbeddings)
            factory.moveLastTo(head);
        m_ignored = factory.makeBuffer("labels", {m_training.microBatch, 1}, DType::Int64);
    }

    ModelOutput operator()(const Tensor& ids) const override
    {
        if (m_training.loss == Loss::Chunked)
            return {chunkedLoss(ids), {}};
        Tensor logits = wholeLogits(ids);
        ids.tape().startPhase(Phase::Loss);
        const ModuleScope scope(ids.tape(), "loss", LineItem::LogitsAndLoss);
        Tensor labels = shifted(ids);
        labels = view(labels, {ids.numel()});
        logits = view(logits, {ids.numel(), logits.size(-1)});
        const Tensor logProbabilities = logSoftmax(logits);
        Tensor loss = negativeLogLikelihood(logProbabilities, labels);
        return {std::move(loss), std::move(logits)};
    }

private:
    // build_rope_cache(); Qwen2's repeats each angle.
    static Tensor makeTable(ParameterFactory& factory, const ModelSpec& model)
    {
        Tape& tape = factory.tape();
        const bool repeated = model.family == Family::Qwen2;
        factory.makeBuffer("rotary", {model.headDim / 2}, DType::Float32);
        const Tensor positions = empty(tape, {model.maxPosition}, DType::Float32);
        const Tensor angles = empty(tape, {model.maxPosition, model.headDim / 2}, DType::Float32);
        const Dims each{model.maxPosition, repeated ? model.headDim : model.headDim / 2};
        const Tensor whole = repeated ? empty(tape, each, DType::Float32) : Tensor();
        const Tensor cos = empty(tape, each, DType::Float32);
        const Tensor sin = empty(tape, each, DType::Float32);
        Tensor table = factory.makeBuffer("rotary", {each[0], each[1], 2}, DType::Float32);
        return repeated ? viewOf(table, {each[0], 2 * each[1]}, {2 * each[1], 1}) : table;
    }

    Tensor lastHidden(const Tensor& ids) const
    {
        const ModuleScope scope(ids.tape(), "residual stream");
        return m_blocks(m_embedding(ids),
                        [this](std::int64_t) {
                            LayerInputs inputs;
                            inputs.rotary.cos = m_table;
                            return inputs;
                        })
            .hidden;
    }

    // self.output(h).float()
    Tensor wholeLogits(const Tensor& ids) const
    {
        const Tensor hidden = lastHidden(ids);
        const Tensor normed = m_norm(hidden);
        const ModuleScope scope(ids.tape(), "head", LineItem::LogitsAndLoss);
        const Tensor narrow = m_head(normed);
        return cast(narrow, DType::Float32);
    }

    std::vector<Tensor> logitsInChunks(const Tensor& ids) const
    {
        const Tensor hidden = lastHidden(ids);
        const Tensor normed = m_norm(hidden);
        const ModuleScope scope(ids.tape(), "head", LineItem::LogitsAndLoss);
        const std::vector<Tensor> parts = chunked(normed, m_training.lossChunks);
        std::vector<Tensor> logits;
        for (const Tensor& part : parts)
            logits.push_back(m_head(part));
        return logits;
    }

    // hstack((ids[..., 1:], ignored))
    Tensor shifted(const Tensor& ids) const
    {
        ids.tape().operation = "labels";
        return empty(ids.tape(), ids.sizes(), DType::Int64);
    }

    // CEWithChunkedOutputLoss: each chunk is widened by itself, and its log-probabilities stay for backward.
    Tensor chunkedLoss(const Tensor& ids) const
    {
        Tape& tape = ids.tape();
        const std::vector<Tensor> logits = logitsInChunks(ids);
        tape.startPhase(Phase::Loss);
        const ModuleScope scope(tape, "loss", LineItem::LogitsAndLoss);
        const Tensor labels = shifted(ids);
        const Tensor counted = countOf(labels);
        std::vector<Tensor> flat;
        for (const Tensor& part : chunked(labels, m_training.lossChunks))
            flat.push_back(reshape(part, {part.numel()}));
        std::vector<Tensor> rows;
        for (const Tensor& part : logits)
            rows.push_back(reshape(part, {part.numel() / part.size(-1), part.size(-1)}));
        Tensor sum;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const Tensor part = summedLoss(rows[i], flat[i]);
            sum = sum ? addInPlace(sum, part) : addNumber(part);
        }
        return divide(sum, counted);
    }

    // (labels != ignored).sum()
    static Tensor countOf(const Tensor& labels)
    {
        Tape& tape = labels.tape();
        const Tensor counts = emptyLike(labels, DType::Bool);
        Tensor sum = empty(tape, {}, DType::Int64);
        tape.scratch(wholeReductionScratch(tape.gpu(), counts.numel(), DType::Bool, 8));
        return sum;
    }

    static Tensor summedLoss(const Tensor& logits, const Tensor& labels)
    {
        const Tensor wide = cast(logits, DType::Float32);
        const Tensor logProbabilities = logSoftmax(wide);
        return negativeLogLikelihood(logProbabilities, labels);
    }

    TrainingPlan m_training;
    bool m_hasLayers = false; // while they are made
    Tensor m_table;
    Tensor m_ignored;
    LayerStack m_blocks;
    Embedding m_embedding;
    Normalization m_norm;
    Linear m_head;
};

} // namespace

std::unique_ptr<LanguageModel> makeTorchtuneDecoder(ParameterFactory& factory, const Scenario& scenario,
                                                    const LayerPlan& layers)
{
    return std::make_unique<TorchtuneDecoder>(factory, scenario, layers);
}

} // namespace plimsoll::step
