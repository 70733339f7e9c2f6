// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/litgpt/decoder.h"

#include "step/litgpt/layer.h"
#include "step/ops.h"
#include "step/transformers/layerstack.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace plimsoll::step {

namespace {

constexpr std::int64_t chunk = 128; // lm_head_chunk_size, and chunked_cross_entropy()'s

std::vector<std::int64_t> chunksOf(std::int64_t count)
{
    std::vector<std::int64_t> sizes;
    for (std::int64_t left = count; left > 0; left -= chunk)
        sizes.push_back(std::min(chunk, left));
    return sizes;
}

// Windows came with 0.4.6.
bool isWindowed(const ModelSpec& model, std::int64_t layer, const LitgptRules& rules)
{
    if (!model.slidingWindow || rules.norm != LitgptNorm::Wide)
        return false;
    return model.fullAttentionEvery == 0 || (layer + 1) % model.fullAttentionEvery != 0;
}

class LitgptDecoder : public LanguageModel
{
public:
    LitgptDecoder(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
        : m_config(scenario.model),
          m_adapted(scenario.training.method != Method::Full)
    {
        const ModelSpec& model = scenario.model;
        m_head = {factory, "head", model.hidden, model.vocab, m_config.headBias, litgptTargets(factory).head};
        m_embedding = Embedding(factory, "embedding", model.vocab, model.hidden);
        m_blocks = LayerStack(factory, scenario, layers, [&model](ParameterFactory& parts, std::int64_t layer) {
            return std::make_unique<LitgptLayer>(parts, model, isWindowed(model, layer, parts.tape().software.litgpt));
        });
        factory.noteLinear("lm head");
        m_norm = {factory, "final norm", model.hidden, m_config};
        makeTables(factory, scenario);
        m_labels = factory.makeBuffer("labels", {scenario.training.microBatch, scenario.training.sequenceLength},
                                      DType::Int64);
    }

    // What fit() does with a batch: the logits of the last one go when the new ones are there.
    ModelOutput operator()(const Tensor& ids) const override
    {
        Tape& tape = ids.tape();
        std::vector<Tensor> logits = widened(m_adapted ? logitsInChunks(ids) : std::vector{wholeLogits(ids)});
        m_logits = std::move(logits);
        tape.startPhase(Phase::Loss);
        const ModuleScope scope(tape, "loss", LineItem::LogitsAndLoss);
        if (m_adapted)
            m_logits.back() = slice(m_logits.back(), 1, m_logits.back().size(1) - 1);
        const Tensor loss = m_adapted ? lossOfChunks() : lossOfWhole();
        m_loss = loss;
        tape.dropHeldByLoss(); // the last one's graph goes as this one takes its name
        return {scale(loss), {}};
    }

private:
    // rope_cache(), for as many positions as the model knows, then for as many as the data has.
    void makeTables(ParameterFactory& factory, const Scenario& scenario)
    {
        const TrainingPlan& t = scenario.training;
        const bool same = t.sequenceLength == scenario.model.maxPosition;
        const bool narrow = same && t.method != Method::Qlora;
        const DType dtype = narrow ? factory.dtype() : DType::Float32;
        m_tables.cos = factory.makeBuffer("rotary", {t.sequenceLength, m_config.rotated}, dtype);
        m_tables.sin = factory.makeBuffer("rotary", {t.sequenceLength, m_config.rotated}, dtype);
    }

    Tensor embedded(const Tensor& ids) const
    {
        Tensor x = m_embedding(ids);
        return m_config.plusOne ? scale(x) : x;
    }

    Tensor lastHidden(const Tensor& ids) const
    {
        const ModuleScope scope(ids.tape(), "residual stream");
        return m_blocks(embedded(ids),
                        [this](std::int64_t) {
                            LayerInputs inputs;
                            inputs.rotary = m_tables;
                            return inputs;
                        })
            .hidden;
    }

    // do_softcapping()
    static Tensor capped(const Tensor& logits)
    {
        Tensor small = scale(logits);
        small = tanh(small);
        return scale(small);
    }

    std::vector<Tensor> logitsInChunks(const Tensor& ids) const
    {
        Tape& tape = ids.tape();
        const Tensor x = m_norm(lastHidden(ids));
        const ModuleScope scope(tape, "head", LineItem::LogitsAndLoss);
        const std::vector<std::int64_t> sizes = chunksOf(x.size(1));
        const std::vector<Tensor> parts = split(x, sizes, 1);
        std::vector<Tensor> logits;
        for (const Tensor& part : parts) {
            const Tensor raw = m_head(part);
            logits.push_back(m_config.capped && tape.software.litgpt.chunkedCap ? capped(raw) : raw);
        }
        return logits;
    }

    Tensor wholeLogits(const Tensor& ids) const
    {
        const Tensor x = m_norm(lastHidden(ids));
        const ModuleScope scope(ids.tape(), "head", LineItem::LogitsAndLoss);
        const Tensor raw = m_head(x);
        return m_config.capped ? capped(raw) : raw;
    }

    // Fabric returns what a model made in the default type (Precision.convert_output).
    static std::vector<Tensor> widened(const std::vector<Tensor>& logits)
    {
        const ModuleScope scope(logits.front().tape(), "head", LineItem::LogitsAndLoss);
        std::vector<Tensor> wide;
        for (const Tensor& part : logits)
            wide.push_back(cast(part, DType::Float32));
        return wide;
    }

    Tensor shiftedLabels() const { return slice(m_labels, 1, m_labels.size(1) - 1); }

    // chunked_cross_entropy() of chunked logits
    Tensor lossOfChunks() const
    {
        const Tensor labels = shiftedLabels();
        std::vector<Tensor> rows;
        for (const Tensor& part : m_logits)
            rows.push_back(reshape(part, {part.size(0) * part.size(1), part.size(2)}));
        std::vector<Tensor> flat;
        const std::vector<std::int64_t> sizes = chunksOf(labels.size(1));
        for (const Tensor& part : split(labels, sizes, 1))
            flat.push_back(reshape(part, {part.numel()}));
        return averaged(rows, flat, labels);
    }

    // The same of whole ones, shifted by the caller.
    Tensor lossOfWhole() const
    {
        const Tensor& logits = m_logits.front();
        const Tensor shifted = slice(logits, 1, logits.size(1) - 1);
        const Tensor all = reshape(shifted, {shifted.size(0) * shifted.size(1), shifted.size(2)});
        const Tensor labels = reshape(shiftedLabels(), {all.size(0)});
        const std::vector<std::int64_t> sizes = chunksOf(all.size(0));
        const std::vector<Tensor> rows = split(all, sizes, 0);
        const std::vector<Tensor> flat = split(labels, sizes, 0);
        return averaged(rows, flat, labels);
    }

    static Tensor averaged(const std::vector<Tensor>& rows, const std::vector<Tensor>& labels, const Tensor& all)
    {
        Tape& tape = all.tape();
        std::vector<Tensor> losses;
        for (std::size_t i = 0; i < labels.size(); ++i)
            losses.push_back(lossOfEach(logSoftmax(rows[i]), labels[i]));
        Tensor counted;
        {
            const Tensor isCounted = emptyLike(all, DType::Bool);
            counted = empty(tape, {}, DType::Int64);
            const Tensor numbers = emptyLike(isCounted, DType::Int64); // sums of bools are of such copies
            tape.scratch(wholeReductionScratch(tape.gpu(), numbers.numel(), DType::Int64, 8));
        }
        const auto total = [&losses] { return sum(cat(losses, 0)); };
        const Tensor summed = total();
        const auto atLeastOne = [&counted] {
            const Tensor one = emptyLike(counted);
            return emptyLike(counted);
        };
        return divide(summed, atLeastOne());
    }

    LitgptConfig m_config;
    bool m_adapted;
    RotaryTables m_tables;
    Tensor m_labels;
    LitgptLinear m_head;
    Embedding m_embedding;
    LayerStack m_blocks;
    LitgptNormalization m_norm;
    mutable std::vector<Tensor> m_logits; // the script's locals
    mutable Tensor m_loss;
};

} // namespace

std::unique_ptr<LanguageModel> makeLitgptDecoder(ParameterFactory& factory, const Scenario& scenario,
                                                 const LayerPlan& layers)
{
    return std::make_unique<LitgptDecoder>(factory, scenario, layers);
}

} // namespace plimsoll::step
