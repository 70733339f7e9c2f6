// SPDX-License-Identifier: GPL-3.0-or-later
// T5: an encoder and a decoder, relative positions as a bias of the scores, made by each stack's first layer.
#include "step/blockcheckpointing.h"
#include "step/ops.h"
#include "step/transformers/attention.h"
#include "step/transformers/embeddings.h"
#include "step/transformers/families/families.h"
#include "step/transformers/maskedhead.h"
#include "step/transformers/t5parts.h"

#include <utility>

namespace plimsoll::step {

namespace {

// T5Stack: the blocks of encoder or decoder.
class T5Stack
{
public:
    T5Stack(ParameterFactory& factory, const Scenario& scenario, T5Side side, std::int64_t layers)
        : m_side(side),
          m_training(scenario.training),
          m_plan(LayerPlan::unrolled(layers)),
          m_checkpointing(scenario.training, layers),
          m_dropout{"dropout", scenario.model.residualDropout > 0}
    {
        for (std::int64_t i = 0; i < layers; ++i)
            m_blocks.push_back(std::make_unique<T5Block>(factory, scenario.model, m_training, side, i == 0));
        m_norm = T5Norm(factory, scenario.model.hidden);
    }

    Tensor operator()(const Tensor& embeddings, const Tensor& encoded) const
    {
        const ModuleScope scope(embeddings.tape(), "residual stream");
        Tensor mask;
        if (m_side == T5Side::Decoder)
            mask = causalMask(embeddings, embeddings.size(0), embeddings.size(1), m_training.attention, {},
                              MaskRules{false, false});
        const auto biases = std::make_shared<T5Biases>(); // what the blocks so far have made
        const auto blockOf = [&](std::int64_t layer) {
            const T5Block& block = *m_blocks[static_cast<std::size_t>(layer)];
            const T5Biases given = *biases;
            const std::weak_ptr<T5Biases> made = biases; // a block that runs again hands nothing on
            return Block{[&block, given, mask, encoded, made](Tensor x) {
                             T5BlockOutput out = block(std::move(x), given, mask, encoded);
                             if (const auto target = made.lock())
                                 *target = std::move(out.biases);
                             return BlockOutput(std::move(out.hidden));
                         },
                         {}};
        };
        Tensor x = m_checkpointing.run(m_plan, m_dropout(embeddings), blockOf).hidden;
        x = m_norm(std::move(x));
        return m_dropout(std::move(x));
    }

private:
    T5Side m_side;
    TrainingPlan m_training;
    LayerPlan m_plan;
    BlockCheckpointing m_checkpointing;
    Dropout m_dropout;
    std::vector<std::unique_ptr<T5Block>> m_blocks;
    T5Norm m_norm;
};

// T5ForConditionalGeneration, its labels as long as its input.
class T5 : public LanguageModel
{
public:
    T5(ParameterFactory& factory, const Scenario& scenario, const LayerPlan&)
        : m_training(scenario.training),
          m_scaled(scenario.model.tiedEmbeddings),
          m_tokens(factory, "embedding", scenario.model.vocab, scenario.model.hidden)
    {
        const ModelSpec& model = scenario.model;
        // Both stacks make embeddings of their own, which are there until all is tied.
        const auto own = [&] { return empty(factory.tape(), m_tokens.weight.sizes(), factory.dtype()); };
        const Tensor encoderEmbedding = own();
        m_encoder = std::make_unique<T5Stack>(factory, scenario, T5Side::Encoder, model.layers);
        const Tensor decoderEmbedding = own();
        m_decoder = std::make_unique<T5Stack>(factory, scenario, T5Side::Decoder, model.decoderLayers);
        // The head is tied whatever the configuration says; that decides on the scale alone (configuration_t5.py).
        m_head = Linear::tied(factory, "head", m_tokens.weight, false);
        m_head.item = LineItem::LogitsAndLoss;
    }

    ModelOutput operator()(const Tensor& ids) const override
    {
        const Tensor encoded = (*m_encoder)(embedded(m_tokens, ids, m_training), {});
        const Tensor shifted = shiftedRight(ids);
        const Tensor decoded = (*m_decoder)(embedded(m_tokens, shifted, m_training), encoded);
        Tensor x = decoded;
        if (m_scaled)
            x = scale(x);
        Tensor logits = m_head(x);
        ids.tape().startPhase(Phase::Loss);
        Tensor loss = wholeLoss(logits, ids);
        return {std::move(loss), std::move(logits), encoded};
    }

private:
    // _shift_right: the decoder reads the labels, one place later.
    static Tensor shiftedRight(const Tensor& labels)
    {
        Tape& tape = labels.tape();
        tape.operation = "decoder ids";
        const Tensor shifted = empty(tape, labels.sizes(), DType::Int64);
        empty(tape, {labels.size(0), labels.size(1) - 1}, DType::Int64);
        empty(tape, labels.sizes(), DType::Bool);
        return shifted;
    }

    TrainingPlan m_training;
    bool m_scaled;
    Embedding m_tokens;
    std::unique_ptr<T5Stack> m_encoder;
    std::unique_ptr<T5Stack> m_decoder;
    Linear m_head;
};

} // namespace

std::unique_ptr<LanguageModel> makeT5(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
{
    return std::make_unique<T5>(factory, scenario, layers);
}

} // namespace plimsoll::step
