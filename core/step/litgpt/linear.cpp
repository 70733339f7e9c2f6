// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/litgpt/linear.h"

#include "step/fourbitweight.h"
#include "step/modules.h"
#include "step/ops.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

namespace plimsoll::step {

LitgptTargets litgptTargets(const ParameterFactory& factory)
{
    const TrainingPlan& plan = factory.training();
    if (plan.method == Method::Full)
        return {};
    const bool head = std::ranges::find(plan.lora.targets, "head") != plan.lora.targets.end();
    return {{factory.adapts("attention q"), factory.adapts("attention k"), factory.adapts("attention v")},
            factory.adapts("attention out"),
            factory.adapts("mlp"),
            head};
}

LitgptLinear::LitgptLinear(ParameterFactory& factory, const char* module, std::int64_t in, std::int64_t out,
                           bool withBias, bool adapted)
    : m_module(module),
      m_isHead(std::string_view(module) == "head")
{
    const TrainingPlan& plan = factory.training();
    // BitsandbytesPrecision quantizes each layer as it is made, the head too, from a copy in fp16.
    std::shared_ptr<FourBitWeight> packed;
    if (plan.method == Method::Qlora) {
        const bool nested = plan.quantization.format == QuantizationFormat::Nf4Double;
        packed = std::make_shared<FourBitWeight>(factory, module, in, out, nested, DType::Float16);
    } else {
        m_weight = factory.make(module, {out, in});
    }
    if (withBias)
        m_bias = factory.make(module, {out});
    if (packed) {
        packed->pack(factory);
        packed->takeWide();
        m_quantized = std::move(packed);
    }
    if (adapted)
        makeAdapter(factory, plan.lora.rank, in);
    if (adapted)
        m_up = factory.makeTrainable("adapter B", {out, plan.lora.rank}, factory.dtype());
}

void LitgptLinear::makeAdapter(ParameterFactory& factory, std::int64_t rows, std::int64_t columns)
{
    m_dropout = factory.training().lora.dropout > 0;
    m_down = factory.makeTrainable("adapter A", {rows, columns}, factory.dtype());
}

Tensor LitgptLinear::pretrained(const Tensor& x) const
{
    return m_quantized ? m_quantized->multiply(x, m_bias) : linear(x, m_weight, m_bias);
}

Tensor LitgptLinear::dropped(const Tensor& x) const
{
    return m_dropout ? dropout(x) : x;
}

Tensor LitgptLinear::operator()(Tensor x) const
{
    Tape& tape = x.tape();
    const ModuleScope scope(tape, m_module, m_isHead ? LineItem::LogitsAndLoss : tape.place().item);
    Tensor frozen = pretrained(x);
    if (!m_down)
        return frozen;
    const auto more = [&] {
        const ModuleScope ofAdapter(tape, "adapter");
        Tensor y = dropped(x);
        y = matmulTransposed(y, m_down);
        y = matmulTransposed(y, m_up);
        return scale(y);
    };
    Tensor lora = more();
    Tensor out = add(frozen, lora);
    dropLocals({&x, &frozen, &lora});
    return out;
}

LitgptQkv::LitgptQkv(ParameterFactory& factory, std::int64_t hidden, std::int64_t heads, std::int64_t groups,
                     std::int64_t headDim, bool withBias)
    : LitgptLinear(factory, "attention qkv", hidden, (heads + 2 * groups) * headDim, withBias, false),
      m_grouped(heads != groups),
      m_out((heads + 2 * groups) * headDim)
{
    const std::array<std::int64_t, 3> rows{heads * headDim, groups * headDim, groups * headDim};
    const std::array<bool, 3> enabled = litgptTargets(factory).queryKeyValue;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (enabled[i])
            m_rows.push_back(rows[i]);
    if (m_rows.empty())
        return;
    m_whole = m_rows.size() == rows.size();
    const std::int64_t rank = factory.training().lora.rank;
    makeAdapter(factory, rank * static_cast<std::int64_t>(m_rows.size()), hidden);
    const std::int64_t all = std::accumulate(m_rows.begin(), m_rows.end(), std::int64_t{0});
    m_up = factory.makeTrainable("adapter B", {all, rank}, factory.dtype());
    m_indexed = all;
    if (!m_whole && !factory.tape().software.litgpt.padsBySequence) // made by the first call
        m_index = factory.makeBuffer("adapter", {all}, DType::Int64);
}

// conv1d: each part of B over its part of A's results, [B, C, T].
Tensor LitgptQkv::convolved(const Tensor& x) const
{
    const Tensor weight = unsqueeze(m_up, -1);
    if (!m_grouped)
        return pointwiseConvolution(x, weight);
    const std::vector<std::int64_t> ranks(m_rows.size(), x.size(1) / static_cast<std::int64_t>(m_rows.size()));
    const std::vector<Tensor> parts = split(x, ranks, 1);
    const std::vector<Tensor> weights = split(weight, m_rows, 0);
    std::vector<Tensor> results;
    for (std::size_t i = 0; i < parts.size(); ++i)
        results.push_back(pointwiseConvolution(parts[i], weights[i]));
    return cat(results, 1);
}

Tensor LitgptQkv::padded(const Tensor& x) const
{
    if (m_whole)
        return x;
    Tape& tape = x.tape();
    if (tape.software.litgpt.padsBySequence)
        return paddedBySequence(x);
    const Tensor zeros = empty(tape, {x.size(0), x.size(1), m_out}, x.dtype());
    const Tensor index = tape.software.litgpt.copiesIndex ? emptyLike(m_index) : m_index;
    return copiedIntoColumns(zeros, index, x);
}

// Up to 0.3.0: of the transposed rows, into a copy of the zeros.
Tensor LitgptQkv::paddedBySequence(const Tensor& input) const
{
    Tape& tape = input.tape();
    const Tensor x = transpose(input, 0, 1);
    Tensor result;
    {
        const Tensor zeros = empty(tape, {x.size(0) * x.size(1), m_out}, x.dtype());
        const Tensor rows = reshape(x, {x.size(0) * x.size(1), x.size(2)});
        const Tensor index = empty(tape, {m_indexed}, DType::Int64); // for each call
        result = copiedIntoColumns(emptyLike(zeros), index, rows);
    }
    return transpose(view(result, {x.size(0), x.size(1), m_out}), 0, 1);
}

Tensor LitgptQkv::operator()(Tensor x) const
{
    Tape& tape = x.tape();
    const ModuleScope scope(tape, m_module);
    Tensor frozen = pretrained(x);
    if (!m_down)
        return frozen;
    const ModuleScope ofAdapter(tape, "adapter");
    Tensor afterDown = linear(dropped(x), m_down, {});
    Tensor afterUp = transpose(convolved(transpose(afterDown, -2, -1)), -2, -1);
    Tensor lora = scale(padded(afterUp));
    Tensor out = add(frozen, lora);
    dropLocals({&x, &frozen, &afterDown, &afterUp, &lora});
    return out;
}

} // namespace plimsoll::step
