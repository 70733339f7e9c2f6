// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/compile/backwardplan.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace plimsoll::step {

namespace {

using Kind = PlanStep::Kind;

class BackwardPlanner
{
public:
    BackwardPlanner(const RealValues& values, const PlanRequest& request, CompiledPlan& plan)
        : m_values(values),
          m_request(request),
          m_plan(plan),
          m_late(request.checkpointed ? values.late() : std::vector<bool>(values.count(), false))
    {
    }

    // From the output to the input, in the opposite order of forward.
    void run()
    {
        m_arrived.resize(m_values.count());
        m_dropped.resize(m_values.count(), false);
        m_joined.resize(m_values.count(), false);
        m_ready.resize(m_values.count(), noValue);
        m_flowing.push_back({noValue, 0});
        handOn(m_values.output(), 0);
        for (std::size_t i = m_values.capture().ops.size(); i-- > 0;) {
            const CapturedOp& each = m_values.capture().ops[i];
            if (each.kind == OpClass::Product) {
                productBackward(i);
                continue;
            }
            for (const int output : each.outputs) {
                const auto value = static_cast<std::size_t>(output);
                if (!m_values.isReal(value))
                    continue;
                handThrough(value);
                if (m_late[value])
                    makeLate(value);
                dropSaved(value);
            }
        }
        finish();
    }

private:
    // A gradient on its way: a buffer that several kernels may still read.
    struct Flowing
    {
        std::size_t buffer = noValue; // none: the gradient that the block is given, which stays
        int readers = 0;
    };

    void emit(PlanStep step) { m_plan.backward.push_back(step); }

    std::size_t newBuffer(std::int64_t size)
    {
        emit({Kind::Make, m_plan.buffers, size, 0});
        return m_plan.buffers++;
    }

    void letGo(std::size_t flowing)
    {
        Flowing& each = m_flowing[flowing];
        if (--each.readers == 0 && each.buffer != noValue)
            emit({Kind::Drop, each.buffer, 0, 0});
    }

    bool takesGradient(std::size_t value) const
    {
        return m_values.capture().values[value].requiresGrad && m_values.parameterOf(value) == noValue
            && !(m_values.capture().values[value].reduced && !m_values.byProduct(value));
    }

    void handOn(std::size_t value, std::size_t flowing)
    {
        m_arrived[value].push_back(flowing);
        ++m_flowing[flowing].readers;
    }

    // What has arrived for a value that is fused goes on to what it is made of.
    void handThrough(std::size_t value)
    {
        std::vector<std::size_t> targets;
        for (const std::size_t source : m_values.sources(value))
            if (takesGradient(source))
                targets.push_back(source);
        for (const std::size_t flowing : m_arrived[value])
            for (const std::size_t target : targets)
                if (std::ranges::find(m_arrived[target], flowing) == m_arrived[target].end())
                    handOn(target, flowing);
        for (const std::size_t flowing : m_arrived[value])
            letGo(flowing);
    }

    // Adds up what has arrived for a product's output, as one buffer that the product's backward reads.
    std::size_t gathered(std::size_t value)
    {
        if (m_ready[value] != noValue)
            return m_ready[value];
        const std::vector<std::size_t> arrived = std::exchange(m_arrived[value], {});
        if (arrived.size() == 1 && passesUnchanged(value))
            return arrived.front();
        dropSaved(value);
        const std::size_t buffer = newBuffer(m_values.bytes(value));
        for (const std::size_t flowing : arrived)
            letGo(flowing);
        m_flowing.push_back({buffer, 1});
        return m_flowing.size() - 1;
    }

    // Whether the gradient of what is made of a value is the value's own: a product reads it, or a sum of its type
    // does.
    bool passesUnchanged(std::size_t value) const
    {
        if (m_joined[value])
            return false;
        return std::ranges::all_of(m_values.readers(value), [&](std::size_t reader) {
            const CapturedOp& made = m_values.makerOf(reader);
            const bool direct = std::ranges::find(made.inputs, static_cast<int>(value)) != made.inputs.end();
            return made.kind == OpClass::Product
                || (made.name == "add" && direct && m_values.bytes(reader) == m_values.bytes(value));
        });
    }

    void dropSaved(std::size_t value)
    {
        if (!m_values.isKept(value) || m_values.op(value) < 0 || m_dropped[value])
            return;
        m_dropped[value] = true;
        emit({Kind::Drop, value, 0, 0});
    }

    void parameterGradient(std::size_t parameter, std::int64_t made)
    {
        const auto place = std::ranges::find(m_plan.differentiable, parameter);
        if (place == m_plan.differentiable.end())
            return;
        std::size_t buffer = newBuffer(made);
        if (made != m_values.bytes(parameter)) { // widened to the parameter's type
            const std::size_t narrow = buffer;
            buffer = newBuffer(m_values.bytes(parameter));
            emit({Kind::Drop, narrow, 0, 0});
        }
        emit({Kind::Gradient, buffer, 0, static_cast<std::size_t>(place - m_plan.differentiable.begin())});
        m_graded.push_back(parameter);
    }

    std::size_t flowing(std::size_t buffer)
    {
        m_flowing.push_back({buffer, 0});
        return m_flowing.size() - 1;
    }

    // addmm (bias, first, second) makes the first factor's gradient, then the second's; mm the other way round.
    std::vector<std::size_t> gradientOrder(const CapturedOp& each) const
    {
        if (each.name == "linear" && each.inputs.size() == 3 && !m_request.weightsFirst)
            return {1, 2, 0};
        std::vector<std::size_t> order(each.inputs.size());
        std::iota(order.rbegin(), order.rend(), std::size_t{0});
        return order;
    }

    static bool isRepeated(const CapturedOp& each, std::size_t place)
    {
        const auto after = each.inputs.begin() + static_cast<std::ptrdiff_t>(place) + 1;
        return std::find(after, each.inputs.end(), each.inputs[place]) != each.inputs.end();
    }

    // Of the weight, or the bias, that stands at a place among a product's inputs.
    void weightGradient(const CapturedOp& each, std::size_t place, std::size_t gradient)
    {
        const auto value = static_cast<std::size_t>(each.inputs[place]);
        const std::size_t parameter = m_values.parameterOf(value);
        const bool isBias = each.inputs.size() == 3 && place == 0;
        const std::size_t late = isBias ? noValue : lateAmong(each);
        if (late != noValue) {
            m_waiting.push_back({late, parameter, m_values.bytes(value), gradient});
            ++m_flowing[gradient].readers;
            return;
        }
        parameterGradient(parameter, m_values.bytes(value));
        if (isBias)
            return;
        emit({Kind::Workspace, 0, m_request.workspace, 0});
        dropRead(each);
    }

    // An activation's gradient was the last to read the weight.
    void releaseWeights(const CapturedOp& each)
    {
        for (const int input : each.inputs) {
            const auto value = static_cast<std::size_t>(input);
            if (m_values.parameterOf(value) == noValue || !m_values.isKept(value))
                continue;
            if (m_values.op(value) >= 0)
                dropSaved(value);
            else
                emit({Kind::Release, value, m_values.bytes(value), 0});
        }
    }

    void productBackward(std::size_t index)
    {
        const CapturedOp& each = m_values.capture().ops[index];
        const auto out = static_cast<std::size_t>(each.outputs.front());
        if (m_arrived[out].empty() && m_ready[out] == noValue)
            return;
        const std::size_t gradient = gathered(out);
        const bool linear = isMatrixProduct(each);
        for (const std::size_t place : gradientOrder(each)) {
            const auto value = static_cast<std::size_t>(each.inputs[place]);
            if (isRepeated(each, place)) {
                m_joined[value] = true; // parts of one value, whose gradients are joined
                continue;
            }
            const std::size_t parameter = m_values.parameterOf(value);
            if (parameter != noValue)
                weightGradient(each, place, gradient);
            else if (takesGradient(value))
                handOn(value, flowing(newBuffer(m_values.bytes(value))));
            if (linear && parameter == noValue && takesGradient(value)) {
                emit({Kind::Workspace, 0, m_request.workspace, 0});
                releaseWeights(each);
            }
        }
        for (const std::int64_t size : each.backwardScratch)
            emit({Kind::Workspace, 0, size, 0});
        letGo(gradient);
        for (const int output : each.outputs)
            dropSaved(static_cast<std::size_t>(output));
    }

    // A weight's gradient was the last to read what the product read.
    void dropRead(const CapturedOp& each)
    {
        for (const int input : each.inputs) {
            const auto value = static_cast<std::size_t>(input);
            const bool first
                = std::ranges::find_if(m_values.capture().ops,
                                       [input](const CapturedOp& other) {
                                           return other.kind == OpClass::Product
                                               && std::ranges::find(other.inputs, input) != other.inputs.end();
                                       })
                      ->node
                == each.node;
            if (first && m_values.op(value) >= 0 && !m_values.byProduct(value)
                && m_values.parameterOf(value) == noValue)
                dropSaved(value);
        }
    }

    std::size_t lateAmong(const CapturedOp& each) const
    {
        for (const int input : each.inputs)
            if (m_late[static_cast<std::size_t>(input)])
                return static_cast<std::size_t>(input);
        return noValue;
    }

    // One kernel makes a value and the gradients of what it is made of; then comes the product that waited for it.
    void makeLate(std::size_t value)
    {
        emit({Kind::Make, value, m_values.bytes(value), 0});
        for (const std::size_t source : m_values.sources(value)) {
            const bool alone = m_values.readers(source) == std::vector<std::size_t>{value};
            if (!takesGradient(source) || !alone || !m_values.byProduct(source))
                continue;
            m_flowing.push_back({newBuffer(m_values.bytes(source)), 1});
            m_ready[source] = m_flowing.size() - 1;
        }
        for (const std::size_t source : m_values.sources(value))
            if (m_ready[source] != noValue) {
                for (const std::size_t flowing : std::exchange(m_arrived[source], {}))
                    letGo(flowing);
                dropSaved(source);
            }
        for (const Waiting& each : m_waiting)
            if (each.value == value) {
                parameterGradient(each.parameter, each.bytes);
                emit({Kind::Workspace, 0, m_request.workspace, 0});
                letGo(each.gradient);
            }
    }

    // The input's gradient, and those of parameters that fused kernels read.
    void finish()
    {
        for (const std::size_t value : m_plan.differentiable)
            if (value != m_values.input() && std::ranges::find(m_graded, value) == m_graded.end())
                parameterGradient(value, m_values.bytes(value));
        const std::size_t buffer = newBuffer(m_values.bytes(m_values.input()));
        for (const std::size_t flowing : m_arrived[m_values.input()])
            letGo(flowing);
        emit({Kind::Gradient, buffer, 0, 0});
    }

    // A parameter's gradient that waits for a value to be made again.
    struct Waiting
    {
        std::size_t value;
        std::size_t parameter;
        std::int64_t bytes;
        std::size_t gradient;
    };

    const RealValues& m_values;
    const PlanRequest& m_request;
    CompiledPlan& m_plan;
    std::vector<bool> m_late;
    std::vector<Waiting> m_waiting;
    std::vector<std::size_t> m_ready; // for each value: its gradient, where a kernel has made it already
    std::vector<Flowing> m_flowing;
    std::vector<std::vector<std::size_t>> m_arrived; // for each value
    std::vector<bool> m_dropped;
    std::vector<bool> m_joined;
    std::vector<std::size_t> m_graded; // parameters
};

} // namespace

void planBackward(const RealValues& values, const PlanRequest& request, CompiledPlan& plan)
{
    BackwardPlanner(values, request, plan).run();
}

} // namespace plimsoll::step
