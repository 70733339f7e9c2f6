// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/compile/codecache.h"

#include "step/compile/plan.h"

namespace plimsoll::step {

namespace {

template <class List>
void append(std::vector<std::int64_t>& numbers, const List& list)
{
    numbers.push_back(static_cast<std::int64_t>(list.size()));
    numbers.insert(numbers.end(), list.begin(), list.end());
}

void append(std::vector<std::int64_t>& numbers, const CapturedValue& value)
{
    const bool parameter = value.outside && value.outside->isParameter;
    numbers.insert(
        numbers.end(),
        {value.bytes, value.op, value.requiresGrad, value.reduced, static_cast<bool>(value.outside), parameter});
}

void append(std::vector<std::int64_t>& numbers, const CapturedOp& op)
{
    append(numbers, op.inputs);
    append(numbers, op.outputs);
    numbers.push_back(op.whole);
    if (!op.node)
        return;
    for (const InputMeta& input : op.node->inputs) {
        append(numbers, input.sizes);
        numbers.push_back(static_cast<std::int64_t>(input.dtype));
    }
}

} // namespace

CodeKey keyOf(const Capture& capture, const std::vector<bool>& needed, const PlanRequest& request)
{
    CodeKey key;
    key.numbers
        = {static_cast<std::int64_t>(request.input), static_cast<std::int64_t>(request.output), request.checkpointed};
    append(key.numbers, needed);
    for (const CapturedValue& value : capture.values)
        append(key.numbers, value);
    for (const CapturedOp& op : capture.ops) {
        key.operations.push_back(op.name);
        append(key.numbers, op);
    }
    return key;
}

} // namespace plimsoll::step
