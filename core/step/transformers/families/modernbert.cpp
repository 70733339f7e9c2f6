// SPDX-License-Identifier: GPL-3.0-or-later
// ModernBERT: a pre-norm encoder with rotary positions, gated MLPs and windows that look both ways.
#include "step/ops.h"
#include "step/transformers/activations.h"
#include "step/transformers/embeddings.h"
#include "step/transformers/families/families.h"
#include "step/transformers/layerstack.h"
#include "step/transformers/maskedhead.h"
#include "step/transformers/rotarybuffers.h"

#include <array>
#include <utility>

namespace plimsoll::step {

namespace {

Tensor turnedWide(const Tensor& x, const RotaryTables& tables)
{
    const Tensor straight = mul(cast(x, DType::Float32), tables.cos);
    Tensor across;
    {
        const Tensor wide = cast(x, DType::Float32);
        across = rotateHalf(wide);
    }
    across = mul(across, tables.sin);
    return add(straight, across);
}

// In fp32, back in the heads' type.
void rotateWide(Heads& heads, const RotaryTables& tables)
{
    const ModuleScope scope(heads.query.tape(), "rotary");
    const RotaryTables perHead{unsqueeze(tables.cos, 1), unsqueeze(tables.sin, 1)};
    const Tensor query = turnedWide(heads.query, perHead);
    const Tensor key = turnedWide(heads.key, perHead);
    Tensor narrowQuery = cast(query, heads.query.dtype());
    heads.key = cast(key, heads.key.dtype());
    heads.query = std::move(narrowQuery);
}

// init.trunc_normal_: which values lie outside, and whether any does; on a card that draws none again.
void initializeTruncated(Tape& tape, std::int64_t elements)
{
    const ModuleScope scope(tape, "initialisation", LineItem::Workspace);
    tape.operation = "truncated normal";
    Tensor below = empty(tape, {elements}, DType::Bool);
    Tensor above = empty(tape, {elements}, DType::Bool);
    const Tensor outside = empty(tape, {elements}, DType::Bool);
    below = {};
    above = {};
    const Tensor any = empty(tape, {}, DType::Bool);
    Scratch scratch = wholeReductionScratch(tape.gpu(), elements, DType::Float32);
    if (!scratch.empty())
        scratch.front() /= sizeOf(DType::Float32);
    tape.scratch(scratch);
}

class ModernBertLayer : public DecoderLayer
{
public:
    ModernBertLayer(ParameterFactory& factory, const ModelSpec& model, std::int64_t layer)
        : m_heads(model.heads),
          m_normed(layer > 0)
    {
        if (m_normed)
            m_norm1 = Normalization(factory, "norm 1", model.hidden, NormKind::LayerNoBias);
        m_rules.dropout = model.attentionDropout > 0;
        m_qkv = Linear(factory, "attention qkv", model.hidden, 3 * model.hidden, model.qkvBias);
        m_out = Linear(factory, "attention out", model.hidden, model.hidden, model.outputBias);
        m_outDropout = {"attention dropout", m_rules.dropout};
        m_norm2 = Normalization(factory, "norm 2", model.hidden, NormKind::LayerNoBias);
        m_up = Linear(factory, "mlp Wi", model.hidden, 2 * model.ffn, model.mlpBias);
        m_activation = activationOf(model, gelu);
        m_dropout = {"mlp dropout", model.residualDropout > 0};
        m_down = Linear(factory, "mlp Wo", model.ffn, model.hidden, model.mlpBias);
    }

    BlockOutput operator()(Tensor input, const LayerInputs& inputs) const override
    {
        const ModuleScope scope(input.tape(), "residual stream");
        const AttentionOutput attended = attention(m_normed ? m_norm1(input) : input, inputs);
        Tensor x = add(input, attended.hidden);
        const Tensor fed = mlp(m_norm2(x));
        return add(x, fed);
    }

private:
    AttentionOutput attention(Tensor x, const LayerInputs& inputs) const
    {
        Tensor qkv = m_qkv(x);
        qkv = view(qkv, {x.size(0), x.size(1), 3, m_heads, x.size(2) / m_heads});
        Heads h;
        {
            const std::vector<Tensor> parts = unbind(qkv, 2);
            h = {parts[0], parts[1], parts[2]};
        }
        h.query = transpose(h.query, 1, 2);
        h.key = transpose(h.key, 1, 2);
        h.value = transpose(h.value, 1, 2);
        rotateWide(h, inputs.rotary);
        AttentionOutput out = attend(h, inputs, m_rules);
        out.hidden = fromHeads(out.hidden);
        out.hidden = m_outDropout(m_out(out.hidden));
        return out;
    }

    Tensor mlp(Tensor x) const
    {
        const ModuleScope scope(x.tape(), "mlp activation");
        Tensor inner;
        Tensor gate;
        {
            const Tensor both = m_up(x);
            const std::int64_t ffn = both.size(-1) / 2;
            const std::vector<Tensor> halves = split(both, std::array{ffn, ffn});
            inner = halves[0];
            gate = halves[1];
        }
        Tensor product = mul(m_activation(inner), gate);
        product = m_dropout(std::move(product));
        return m_down(std::move(product));
    }

    std::int64_t m_heads;
    bool m_normed;
    AttentionRules m_rules;
    Normalization m_norm1;
    Linear m_qkv;
    Linear m_out;
    Dropout m_outDropout;
    Normalization m_norm2;
    Linear m_up;
    ActivationFunction m_activation = gelu;
    Dropout m_dropout;
    Linear m_down;
};

class ModernBert : public LanguageModel
{
public:
    ModernBert(ParameterFactory& factory, const Scenario& scenario, const LayerPlan& layers)
        : m_model(scenario.model),
          m_training(scenario.training),
          m_tokens(factory, "embedding", m_model.vocab, m_model.hidden),
          m_embeddingNorm(factory, "embedding norm", m_model.hidden, NormKind::LayerNoBias),
          m_dropout{"embedding dropout", m_model.embeddingDropoutRate > 0}
    {
        const ModelSpec& model = m_model;
        m_layers = LayerStack(factory, scenario, layers, [&model](ParameterFactory& parts, std::int64_t layer) {
            return std::make_unique<ModernBertLayer>(parts, model, layer);
        });
        m_norm = Normalization(factory, "final norm", m_model.hidden, NormKind::LayerNoBias);
        const int kinds = hasWindows() ? 2 : 1;
        for (int i = 0; i < kinds; ++i)
            makeRotaryBuffers(factory, m_model.headDim);
        initialize(factory.tape(), layers);
        for (int i = 0; i < kinds; ++i)
            initializeRotaryBuffers(factory.tape(), m_model.headDim);
        MaskedHeadRules head;
        head.activation = gelu;
        head.norm = NormKind::LayerNoBias;
        head.denseBias = false;
        head.widened = true;
        head.sharedBias = false;
        head.initialize = initializeTruncated;
        m_head = MaskedHead(factory, m_model, m_tokens.weight, head);
    }

    ModelOutput operator()(const Tensor& ids) const override
    {
        const Tensor hidden = trunk(ids);
        return m_head(hidden, ids);
    }

private:
    bool attendsToAll(std::int64_t layer) const { return layer % m_model.fullAttentionEvery == 0; }
    bool hasWindows() const { return m_model.layers > 1 && m_model.fullAttentionEvery > 1; }

    Tensor trunk(const Tensor& ids) const
    {
        Tape& tape = ids.tape();
        const ModuleScope scope(tape, "residual stream");
        tape.operation = "position ids";
        const Tensor positions = empty(tape, {ids.size(1)}, DType::Int64);
        const Tensor embeddings = embed(ids);
        const Tensor mask
            = windowMask(embeddings, ids.size(0), ids.size(1), m_training.attention, *m_model.slidingWindow);
        const RotaryTables wide = rotaryTables(embeddings, ids.size(1), m_model.headDim);
        const RotaryTables near
            = hasWindows() ? rotaryTables(embeddings, ids.size(1), m_model.headDim) : RotaryTables{};
        const BlockOutput last = m_layers(embeddings, [&](std::int64_t layer) {
            LayerInputs inputs;
            inputs.attention = m_training.attention;
            inputs.rotary = attendsToAll(layer) ? wide : near;
            if (!attendsToAll(layer))
                inputs.mask = mask;
            return inputs;
        });
        return m_norm(last.hidden);
    }

    void initialize(Tape& tape, const LayerPlan& layers) const
    {
        const std::int64_t square = m_model.hidden * m_model.hidden;
        const std::int64_t mlp = m_model.hidden * m_model.ffn;
        initializeTruncated(tape, m_model.vocab * m_model.hidden);
        for (std::int64_t i = 0; i < layers.recorded; ++i) {
            tape.setLayer(layers.groupOf(i));
            for (const std::int64_t elements : {3 * square, square, 2 * mlp, mlp})
                initializeTruncated(tape, elements);
        }
        tape.setLayer(noLayer);
    }

    Tensor embed(const Tensor& ids) const
    {
        Tensor x = embedded(m_tokens, ids, m_training);
        x = m_embeddingNorm(std::move(x));
        return m_dropout(std::move(x));
    }

    ModelSpec m_model;
    TrainingPlan m_training;
    Embedding m_tokens;
    Normalization m_embeddingNorm;
    Dropout m_dropout;
    LayerStack m_layers;
    Normalization m_norm;
    MaskedHead m_head;
};

} // namespace

std::unique_ptr<LanguageModel> makeModernBert(ParameterFactory& factory, const Scenario& scenario,
                                              const LayerPlan& layers)
{
    return std::make_unique<ModernBert>(factory, scenario, layers);
}

} // namespace plimsoll::step
