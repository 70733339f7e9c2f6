// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/compile/plan.h"

#include "step/compile/backwardplan.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace plimsoll::step {

namespace {

using Kind = PlanStep::Kind;

std::int64_t workspaceOf(const CapturedOp& product, const PlanRequest& request)
{
    return product.inputs.size() == 3 ? request.biasedWorkspace : request.workspace;
}

// Kernels in the order of what they make. returned: the value that leaves; none in a recomputation, which makes
// only what backward reads.
std::vector<PlanStep> forward(const RealValues& values, const PlanRequest& request, std::size_t returned, bool keeps)
{
    const bool recomputes = returned == noValue;
    const std::vector<bool> late = recomputes ? values.late() : std::vector<bool>(values.count(), false);
    std::vector<std::size_t> order;
    const std::vector<bool> wanted = values.wanted(returned, keeps);
    for (std::size_t value = 0; value < values.count(); ++value)
        if (wanted[value] && values.op(value) >= 0 && !late[value])
            order.push_back(value);
    std::ranges::stable_sort(order, {}, [&values](std::size_t value) { return values.op(value); });
    std::vector<std::size_t> lastReader(values.count(), noValue);
    for (const std::size_t value : order)
        for (const std::size_t source : values.sources(value))
            lastReader[source] = value;
    std::vector<PlanStep> steps;
    for (const std::size_t value : order) {
        const auto dies = [&](std::size_t source) {
            return values.op(source) >= 0 && lastReader[source] == value && !(keeps && values.isKept(source))
                && source != returned;
        };
        std::vector<std::size_t> dying;
        std::ranges::copy_if(values.sources(value), std::back_inserter(dying), dies);
        // An element-wise kernel writes over an input that dies with it.
        const auto over = values.byProduct(value) ? dying.end() : std::ranges::find_if(dying, [&](std::size_t source) {
            return values.bytes(source) == values.bytes(value);
        });
        if (over != dying.end()) {
            steps.push_back({Kind::Drop, *over, 0, 0});
            dying.erase(over);
        }
        steps.push_back({Kind::Make, value, values.bytes(value), 0});
        if (values.byProduct(value) && isMatrixProduct(values.makerOf(value)))
            steps.push_back({Kind::Workspace, 0, workspaceOf(values.makerOf(value), request), 0});
        for (const std::size_t source : dying)
            steps.push_back({Kind::Drop, source, 0, 0});
        if (lastReader[value] == noValue && !(keeps && values.isKept(value)) && value != returned)
            steps.push_back({Kind::Drop, value, 0, 0});
    }
    return steps;
}

CompiledPlan planned(const RealValues& values, const PlanRequest& request)
{
    CompiledPlan plan;
    plan.buffers = values.count();
    plan.output = values.output();
    plan.differentiable.push_back(values.input());
    for (std::size_t value = 0; value < values.count(); ++value) {
        const CapturedValue& captured = values.capture().values[value];
        if (values.isKept(value))
            (captured.op < 0 ? plan.outside : plan.saved).push_back(value);
        if (captured.op < 0 && captured.outside && captured.requiresGrad && value != values.input())
            plan.differentiable.push_back(value);
        if (captured.op >= 0 && values.isReal(value) && values.parameterOf(value) != noValue)
            plan.weightCopies.push_back(value);
    }
    plan.forward = forward(values, request, values.output(), !request.checkpointed);
    if (request.checkpointed)
        plan.recompute = forward(values, request, noValue, true);
    planBackward(values, request, plan);
    return plan;
}

// The most that backward holds at once beside what comes from outside.
std::int64_t backwardPeak(const CompiledPlan& plan, const Capture& capture)
{
    std::vector<std::int64_t> sizes(plan.buffers, 0);
    std::int64_t live = 0;
    std::int64_t peak = 0;
    const auto make = [&](std::size_t buffer, std::int64_t bytes) {
        sizes[buffer] = bytes;
        live += bytes;
        peak = std::max(peak, live);
    };
    for (const std::size_t value : plan.outside)
        make(value, capture.values[value].bytes);
    if (plan.recompute.empty())
        for (const std::size_t value : plan.saved)
            make(value, capture.values[value].bytes);
    for (const auto* steps : {&plan.recompute, &plan.backward})
        for (const PlanStep& step : *steps) {
            if (step.kind == Kind::Make)
                make(step.buffer, step.bytes);
            else if (step.kind == Kind::Drop || step.kind == Kind::Release)
                live -= std::exchange(sizes[step.buffer], 0);
        }
    return peak;
}

} // namespace

CompiledPlan makePlan(const Capture& capture, const std::vector<bool>& kept, const PlanRequest& request)
{
    // inductor reorders kernels where that lowers the peak it expects.
    const RealValues values(capture, kept, request.input, request.output);
    CompiledPlan plan = planned(values, request);
    PlanRequest other = request;
    other.weightsFirst = true;
    CompiledPlan reordered = planned(values, other);
    return backwardPeak(reordered, capture) < backwardPeak(plan, capture) ? reordered : plan;
}

} // namespace plimsoll::step
