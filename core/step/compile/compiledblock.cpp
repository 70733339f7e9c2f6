// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/compile/compiledblock.h"

#include "step/compile/capture.h"
#include "step/compile/partition.h"
#include "step/compile/plan.h"
#include "step/tape.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

namespace plimsoll::step {

namespace {

// While it lives, the tape writes to the capture: nothing is allocated, and graph and casts are the capture's own.
class CaptureScope
{
public:
    CaptureScope(Tape& tape, Capture& capture)
        : m_tape(tape),
          m_grad(tape, true),
          m_hooks(std::exchange(tape.savedTensorHooks, {})),
          m_leaves(std::exchange(tape.autocastLeaves, {})),
          m_operation(tape.operation)
    {
        for (const Tensor& leaf : m_leaves)
            m_copies.push_back(std::exchange(leaf->autocastCopy, {}));
        tape.capture = &capture;
    }
    ~CaptureScope()
    {
        for (const Tensor& leaf : m_tape.autocastLeaves)
            leaf->autocastCopy.reset();
        m_tape.capture = nullptr;
        m_tape.autocastLeaves = std::move(m_leaves);
        for (std::size_t i = 0; i < m_copies.size(); ++i)
            m_tape.autocastLeaves[i]->autocastCopy = std::move(m_copies[i]);
        m_tape.savedTensorHooks = std::move(m_hooks);
        m_tape.operation = m_operation;
    }
    CaptureScope(const CaptureScope&) = delete;
    CaptureScope& operator=(const CaptureScope&) = delete;

private:
    Tape& m_tape;
    GradMode m_grad;
    std::vector<SavedTensorHook> m_hooks;
    std::vector<Tensor> m_leaves;
    std::vector<boost::intrusive_ptr<TensorData>> m_copies;
    const char* m_operation;
};

// What the nodes that lead to the output keep: what backward reads.
std::vector<bool> readByBackward(Capture& capture, const Tensor& output)
{
    std::vector<bool> needed(capture.values.size(), false);
    std::vector<Node*> seen;
    std::vector<Node*> todo{output->gradFn.get()};
    while (!todo.empty()) {
        Node* node = todo.back();
        todo.pop_back();
        if (!node || std::exchange(node->visited, true))
            continue;
        seen.push_back(node);
        const bool readsSigns = std::string_view(node->operation) == "relu"; // see Capture::addSigns
        for (const SavedTensor& saved : node->saved)
            if (saved.tensor && !readsSigns) {
                const auto value = static_cast<std::size_t>(capture.valueOf(saved.tensor));
                needed.resize(capture.values.size(), false);
                needed[value] = true;
            }
        for (const Edge& edge : node->next)
            todo.push_back(edge.node.get());
    }
    for (Node* node : seen)
        node->visited = false;
    return needed;
}

void need(std::vector<bool>& needed, int value)
{
    const auto place = static_cast<std::size_t>(value);
    needed.resize(std::max(needed.size(), place + 1), false);
    needed[place] = true;
}

std::shared_ptr<const CompiledPlan> planOf(Tape& tape, Capture& capture, std::vector<bool> needed,
                                           const PlanRequest& request)
{
    CodeKey key = keyOf(capture, needed, request);
    const auto known = std::ranges::find(tape.codeCache, key, &CompiledCode::key);
    if (known != tape.codeCache.end())
        return known->plan;
    capture.runProductsBackward();
    needed.resize(capture.values.size(), false);
    auto plan = std::make_shared<const CompiledPlan>(makePlan(capture, savedValues(capture, needed), request));
    tape.codeCache.push_back({std::move(key), plan});
    return plan;
}

struct Compiled
{
    std::shared_ptr<const CompiledPlan> plan;
    std::vector<Tensor> inputs; // that get a gradient
    std::vector<Tensor> keptFromOutside;
    Dims sizes; // of the output
    Dims strides;
    DType dtype = DType::Float32;
};

Compiled compile(const CheckpointedCall& block, const Tensor& input, bool checkpointed)
{
    Tape& tape = input.tape();
    Capture capture;
    capture.values.reserve(256);
    capture.ops.reserve(256);
    Compiled compiled;
    {
        const CaptureScope scope(tape, capture);
        Tensor leaf = detach(input);
        leaf->requiresGrad = true;
        const auto inputValue = static_cast<std::size_t>(capture.valueOf(leaf));
        const Tensor output = block(leaf).hidden;
        std::vector<bool> needed = readByBackward(capture, output);
        for (const int value : capture.splitSoftmax())
            need(needed, value);
        for (const int value : capture.addSigns())
            need(needed, value);
        needed.resize(capture.values.size(), false);
        const auto outputValue = static_cast<std::size_t>(capture.valueOf(output));
        compiled.plan = planOf(
            tape, capture, std::move(needed),
            {inputValue, outputValue, tape.gpu().cublasWorkspace, tape.gpu().cublasLtWorkspace, false, checkpointed});
        compiled.sizes = output.sizes();
        compiled.strides = output.strides();
        compiled.dtype = output.dtype();
        const auto original
            = [&](std::size_t value) { return value == inputValue ? input : capture.values[value].outside; };
        for (const std::size_t value : compiled.plan->differentiable)
            compiled.inputs.push_back(original(value));
        for (const std::size_t value : compiled.plan->outside)
            compiled.keptFromOutside.push_back(original(value));
        capture.values.clear();
        capture.ops.clear();
    }
    return compiled;
}

Tensor buffer(Tape& tape, std::int64_t bytes)
{
    return empty(tape, {bytes}, DType::UInt8);
}

void run(Tape& tape, const std::vector<PlanStep>& steps, std::vector<Tensor>& buffers, Gradients* gradients)
{
    for (const PlanStep& step : steps) {
        switch (step.kind) {
        case PlanStep::Kind::Make:
            buffers[step.buffer] = buffer(tape, step.bytes);
            break;
        case PlanStep::Kind::Drop:
            buffers[step.buffer] = {};
            break;
        case PlanStep::Kind::Workspace:
            tape.scratch({step.bytes});
            break;
        case PlanStep::Kind::Release:
            break;
        case PlanStep::Kind::Gradient:
            if (gradients)
                (*gradients)[step.input] = std::exchange(buffers[step.buffer], {});
            break;
        }
    }
}

// Buffers have no shape: gradients take that of what they are of.
void shapeGradients(const Node& node, Gradients& gradients)
{
    for (std::size_t i = 0; i < gradients.size(); ++i) {
        if (!gradients[i])
            continue;
        gradients[i]->sizes = node.inputs[i].sizes;
        gradients[i]->strides = contiguousStrides(node.inputs[i].sizes);
        gradients[i]->dtype = node.inputs[i].dtype;
    }
}

Gradients compiledBackward(const Node& node, Saved&& saved)
{
    Tape& tape = *node.tape;
    const CompiledPlan& plan = *node.extras->compiled;
    std::vector<Tensor> buffers(plan.buffers);
    const bool recomputes = node.numbers.front() != 0;
    if (recomputes) {
        run(tape, plan.recompute, buffers, nullptr);
    } else {
        for (std::size_t i = 0; i < plan.saved.size(); ++i)
            buffers[plan.saved[i]] = std::move(saved[plan.outside.size() + i]);
    }
    saved.resize(plan.outside.size());
    Gradients gradients(node.next.size());
    run(tape, plan.backward, buffers, &gradients);
    shapeGradients(node, gradients);
    return gradients;
}

} // namespace

Tensor compiledCall(const CheckpointedCall& block, const Tensor& input, bool checkpointed)
{
    Tape& tape = input.tape();
    const Compiled compiled = compile(block, input, checkpointed);
    const CompiledPlan& plan = *compiled.plan;
    const NodePtr node = record("compiled block", compiled.inputs, nullptr);
    std::vector<Tensor> buffers(plan.buffers);
    run(tape, plan.forward, buffers, nullptr);
    for (const std::size_t copy : plan.weightCopies)
        if (buffers[copy])
            tape.relabel(buffers[copy]->storage, LineItem::WeightCopies);
    Tensor output = std::exchange(buffers[plan.output], {});
    if (node) {
        node->withExtras().boxed = compiledBackward;
        node->withExtras().compiled = compiled.plan;
        node->numbers = {checkpointed};
        for (const Tensor& kept : compiled.keptFromOutside)
            saveOutput(node, kept);
        for (const std::size_t value : plan.saved)
            if (!checkpointed)
                saveOutput(node, buffers[value]);
    }
    buffers.clear();
    output->sizes = compiled.sizes;
    output->strides = compiled.strides;
    output->dtype = compiled.dtype;
    return attach(node, std::move(output));
}

} // namespace plimsoll::step
