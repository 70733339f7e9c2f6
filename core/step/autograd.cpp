// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/autograd.h"

#include "step/checkpoint.h"
#include "step/compile/capture.h"
#include "step/tape.h"

#include <algorithm>
#include <limits>

namespace plimsoll::step {

void intrusive_ptr_add_ref(Node* node)
{
    ++node->references;
}

void intrusive_ptr_release(Node* node)
{
    if (--node->references > 0)
        return;
    if (node->isAccumulator())
        node->leaf->accumulator = nullptr;
    node->tape->nodes.drop(node);
}

namespace {

constexpr std::int64_t accumulatorSequence = std::numeric_limits<std::int64_t>::max();

NodePtr makeNode(Tape& tape, const char* operation)
{
    Node* node = tape.nodes.make(tape, operation);
    const Place place = tape.place();
    node->module = place.module;
    node->item = place.item;
    node->layer = place.layer;
    node->stream = tape.stream;
    return NodePtr(node);
}

NodePtr accumulatorOf(const Tensor& leaf)
{
    if (leaf->accumulator)
        return NodePtr(leaf->accumulator);
    NodePtr node = makeNode(leaf.tape(), "accumulate gradient");
    node->layer = leaf->layer >= 0 ? leaf->layer : node->layer;
    node->sequence = accumulatorSequence;
    node->leaf = leaf;
    node->distributed = leaf->distributed;
    node->inbox.resize(1);
    leaf->accumulator = node.get();
    return node;
}

Edge edgeTo(const Tensor& x)
{
    if (!x || !x.requiresGrad())
        return {};
    if (x.isLeaf())
        return {accumulatorOf(x), 0};
    return {x->gradFn, x->outputNumber};
}

SavedTensor save(Tape& tape, const Tensor& x)
{
    if (x && !tape.savedTensorHooks.empty())
        return saveThroughHook(tape, tape.savedTensorHooks.back(), x);
    return {x, {}};
}

// What is to be compiled is read off the graph, and the parts of a DTensor are told by their nodes.
bool standsIn(const Tape& tape, std::span<const Tensor> inputs)
{
    return tape.standIn && !tape.capture
        && std::none_of(inputs.begin(), inputs.end(), [](const Tensor& x) { return x && x->distributed; });
}

} // namespace

NodePtr standInNode(Tape& tape)
{
    NodePtr node = makeNode(tape, "");
    node->inbox.resize(1);
    return node;
}

NodePtr record(const char* operation, std::span<const Tensor> inputs, Backward backward,
               std::initializer_list<Tensor> saved)
{
    const auto wanted
        = std::find_if(inputs.begin(), inputs.end(), [](const Tensor& x) { return x && x.requiresGrad(); });
    const auto given = std::find_if(inputs.begin(), inputs.end(), [](const Tensor& x) { return static_cast<bool>(x); });
    Tape& tape = given->tape();
    tape.operation = operation;
    if (tape.capture)
        tape.capture->begin(operation, inputs);
    if (!tape.gradMode || wanted == inputs.end())
        return {};

    if (standsIn(tape, inputs)) {
        for (const Tensor& x : saved)
            save(tape, x);
        tape.standIn->distributed = false;
        return NodePtr(tape.standIn);
    }
    NodePtr node = makeNode(tape, operation);
    node->sequence = ++tape.nodeSequence;
    node->backward = backward;
    node->inbox.resize(1);
    for (const Tensor& x : inputs) {
        node->next.push_back(edgeTo(x));
        InputMeta& input = node->inputs.emplace_back();
        if (!x)
            continue;
        input = {x.sizes(), x.dtype()};
        node->distributed |= x->distributed;
    }
    for (const Tensor& x : saved)
        node->saved.push_back(save(tape, x));
    if (tape.capture)
        tape.capture->recorded(node);
    return node;
}

Tensor attach(const NodePtr& node, Tensor out, int outputNumber)
{
    if (!node)
        return out;
    out->requiresGrad = true;
    out->distributed = node->distributed;
    out->gradFn = node;
    out->outputNumber = outputNumber;
    if (node->inbox.size() <= static_cast<std::size_t>(outputNumber))
        node->inbox.resize(static_cast<std::size_t>(outputNumber) + 1);
    return out;
}

void saveOutput(const NodePtr& node, const Tensor& output)
{
    if (!node)
        return;
    SavedTensor saved = save(*node->tape, detach(output));
    if (node != node->tape->standIn)
        node->saved.push_back(std::move(saved));
}

} // namespace plimsoll::step
