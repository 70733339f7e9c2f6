// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/compile/capture.h"

#include "step/ops.h"
#include "step/tape.h"

#include <algorithm>
#include <array>

namespace plimsoll::step {

namespace {

// What inductor leaves to a library: the others it writes itself, and fuses.
OpClass classOf(std::string_view operation)
{
    constexpr std::array products{"linear", "matmul", "flash attention", "memory-efficient attention"};
    return std::ranges::find(products, operation) != products.end() ? OpClass::Product : OpClass::Fusible;
}

} // namespace

void Capture::begin(const char* operation, std::span<const Tensor> inputs)
{
    CapturedOp op;
    op.name = operation;
    op.kind = classOf(operation);
    op.whole = inputs.size() == 1 && inputs[0].bytes() == inputs[0]->storage->bytes;
    for (const Tensor& input : inputs)
        if (input)
            op.inputs.push_back(valueOf(input));
    ops.push_back(std::move(op));
}

void Capture::recorded(const NodePtr& node)
{
    ops.back().node = node;
}

int Capture::made(std::int64_t bytes)
{
    const int id = static_cast<int>(values.size());
    CapturedOp& op = ops.back();
    if (const int known = m_apart ? -1 : castAlready(bytes); known >= 0)
        return known;
    CapturedValue value;
    value.bytes = bytes;
    if (m_apart) {
        values.push_back(std::move(value));
        return id;
    }
    value.op = static_cast<int>(ops.size()) - 1;
    value.requiresGrad = static_cast<bool>(op.node);
    std::int64_t read = 0;
    for (const int input : op.inputs)
        read += values[static_cast<std::size_t>(input)].bytes;
    // Statistics and masks: outputs beside the first of a norm, before it of a dropout.
    const bool statistic = (op.name == "layer norm" || op.name == "RMS norm") && !op.outputs.empty();
    const bool mask = op.name == "dropout" && op.outputs.empty();
    value.reduced = statistic || mask || bytes * 4 < read;
    op.outputs.push_back(id);
    values.push_back(std::move(value));
    return id;
}

// Common subexpressions are one: a tensor that is cast for each of several products is cast once.
int Capture::castAlready(std::int64_t bytes) const
{
    const CapturedOp& op = ops.back();
    if (op.name != "cast" || !op.whole)
        return -1;
    for (const CapturedOp& earlier : ops)
        if (earlier.name == op.name && earlier.whole && earlier.inputs == op.inputs && !earlier.outputs.empty()
            && values[static_cast<std::size_t>(earlier.outputs.front())].bytes == bytes)
            return earlier.outputs.front();
    return -1;
}

int Capture::valueOf(const Tensor& x)
{
    const Storage* storage = x->storage;
    if (storage->allocation < 0)
        return ~storage->allocation;
    const auto [place, isNew] = m_outside.try_emplace(storage, static_cast<int>(values.size()));
    if (isNew) {
        CapturedValue value;
        value.bytes = storage->bytes;
        value.outside = x->base ? Tensor(x->base) : x;
        value.requiresGrad = value.outside.requiresGrad();
        values.push_back(std::move(value));
    }
    return place->second;
}

void Capture::runProductsBackward()
{
    for (std::size_t i = 0; i < ops.size(); ++i) {
        const NodePtr node = ops[i].node;
        if (ops[i].kind != OpClass::Product || !node || node->saved.size() < 4) // attention keeps more than factors
            continue;
        Saved saved;
        for (const SavedTensor& each : node->saved)
            saved.push_back(each.tensor);
        m_scratch.clear();
        m_apart = true;
        {
            Gradients incoming{emptyLike(savedQuery(*node, saved))};
            node->backward(*node, saved, incoming);
        }
        m_apart = false;
        ops[i].backwardScratch = m_scratch;
    }
}

namespace {

// The highest score and the sum of each row in fp32. Where a number has just been multiplied in, the highest is taken
// before and after it (inductor's mul_softmax_pattern), and whether rows are finite, in rows padded to 128 bytes.
std::int64_t rowStatistics(const Dims& sizes, bool scaled)
{
    const std::int64_t rows = numel(sizes) / sizes.back();
    if (!scaled)
        return 2 * 4 * rows;
    const std::int64_t inner = rows / sizes.front();
    const std::int64_t step = inner > 1024 ? roundUp(inner, 128) : inner;
    return 3 * 4 * rows + (sizes.front() - 1) * step + inner;
}

} // namespace

// Whether an operation's input is a product with a number.
bool Capture::isScaled(const CapturedOp& op) const
{
    const int made = values[static_cast<std::size_t>(op.inputs.front())].op;
    if (made < 0)
        return false;
    const CapturedOp& before = ops[static_cast<std::size_t>(made)];
    return before.name == "cast" ? isScaled(before) : before.name == "scale";
}

std::vector<int> Capture::splitSoftmax()
{
    std::vector<int> made;
    for (std::size_t i = 0; i < ops.size(); ++i) {
        if (ops[i].name != "softmax" || !ops[i].node)
            continue;
        CapturedValue rows;
        rows.bytes = rowStatistics(ops[i].node->inputs.front().sizes, isScaled(ops[i]));
        rows.op = static_cast<int>(i);
        rows.reduced = true;
        made.push_back(static_cast<int>(values.size()));
        ops[i].outputs.push_back(made.back());
        values.push_back(std::move(rows));
    }
    return made;
}

std::vector<int> Capture::addSigns()
{
    std::vector<int> made;
    if (std::ranges::none_of(ops, [](const CapturedOp& op) { return op.name == "relu"; }))
        return made;
    std::vector<CapturedOp> all;
    for (CapturedOp& op : ops) {
        for (const int output : op.outputs)
            values[static_cast<std::size_t>(output)].op = static_cast<int>(all.size());
        all.push_back(std::move(op));
        if (all.back().name != "relu" || !all.back().node)
            continue;
        CapturedOp sign;
        sign.name = "sign";
        sign.inputs = all.back().outputs;
        CapturedValue signs;
        signs.bytes = numel(all.back().node->inputs.front().sizes);
        signs.op = static_cast<int>(all.size());
        made.push_back(static_cast<int>(values.size()));
        sign.outputs = {made.back()};
        values.push_back(std::move(signs));
        all.push_back(std::move(sign));
    }
    ops = std::move(all);
    return made;
}

} // namespace plimsoll::step
