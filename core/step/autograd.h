// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/lineitem.h"
#include "step/tensor.h"

#include <boost/container/small_vector.hpp>

#include <functional>
#include <initializer_list>
#include <memory>
#include <span>

namespace plimsoll::step {

struct CheckpointFrame;
struct SavedHolder;

void intrusive_ptr_add_ref(CheckpointFrame* frame);
void intrusive_ptr_release(CheckpointFrame* frame);
void intrusive_ptr_add_ref(SavedHolder* holder);
void intrusive_ptr_release(SavedHolder* holder);

using Gradients = boost::container::small_vector<Tensor, 3>;

// The place of a saved tensor in a checkpointed call.
struct SavedHolder
{
    SavedHolder(Tape& tapeOf, CheckpointFrame* frameOf, std::size_t indexOf)
        : tape(&tapeOf),
          frame(frameOf),
          index(indexOf)
    {
    }

    Tape* tape;
    std::int32_t references = 0;
    boost::intrusive_ptr<CheckpointFrame> frame;
    std::size_t index;
    Tensor tensor;
};

// What a node keeps for its backward: the tensor, or under checkpointing a holder to be filled by recomputation.
struct SavedTensor
{
    Tensor tensor;
    boost::intrusive_ptr<SavedHolder> holder;
};

// torch.autograd.graph.saved_tensors_hooks: what happens to tensors that nodes save while the hook is in force.
struct SavedTensorHook
{
    CheckpointFrame* frame = nullptr;
    bool recomputing = false;
};

struct Edge
{
    NodePtr node; // none where no gradient is wanted
    int input = 0;
};

// Shape and type of a node's input: what its gradient must come out as.
struct InputMeta
{
    Dims sizes;
    DType dtype = DType::Float32;
};

// The tensors a node saved, unpacked: locals of its backward function.
using Saved = boost::container::small_vector<Tensor, 7>;

struct Node;
struct CompiledPlan;

// Makes the gradients of the node's inputs from those of its outputs. Must not hold tensors but through its arguments:
// what a backward function captures, PyTorch would have to save.
using Backward = Gradients (*)(const Node& node, const Saved& saved, Gradients& incoming);
// The same of code that lets what was saved go as soon as it has read it.
using BoxedBackward = Gradients (*)(const Node& node, Saved&& saved);

// Gradients that arrived at a node, kept beside it (Node.register_prehook), and what then runs.
struct KeptGradients
{
    Backward backward = nullptr;
    Gradients arrived;
};

// What few nodes need.
struct NodeExtras
{
    KeptGradients* kept = nullptr;
    BoxedBackward boxed = nullptr;                    // instead of Node::backward
    std::shared_ptr<const CompiledPlan> compiled;     // of a compiled block
    boost::intrusive_ptr<CheckpointFrame> checkpoint; // of a reentrant checkpoint: the call to run again
    std::function<void()> beforeBackward;             // Tensor.register_hook on what the node made
};

// An operation recorded for backward (torch::autograd::Node). Hundreds live at once: small is fast.
struct Node
{
    Node(Tape& tapeOf, const char* operationOf)
        : tape(&tapeOf),
          operation(operationOf)
    {
    }

    Tape* tape;
    const char* operation;
    const char* module = "";
    LineItem item = LineItem::Activations;
    std::int32_t layer = -1;
    std::int32_t references = 0;
    std::int32_t dependencies = 0;
    bool visited = false;
    bool distributed = false;  // what it makes is a DTensor
    std::int8_t stream = 0;    // on which its forward ran, and its backward does
    std::int64_t sequence = 0; // nodes made later run earlier
    Backward backward = nullptr;
    Tensor leaf; // of an AccumulateGrad node: the leaf whose gradient ends here
    boost::container::small_vector<Edge, 3> next;
    boost::container::small_vector<InputMeta, 3> inputs;
    boost::container::small_vector<SavedTensor, 4> saved;
    boost::container::small_vector<Tensor, 1> inbox;         // gradients that have arrived, one place for each output
    boost::container::small_vector<std::int64_t, 4> numbers; // sizes and flags the backward function needs
    std::unique_ptr<NodeExtras> extras;

    bool isAccumulator() const { return static_cast<bool>(leaf); }
    bool needs(std::size_t input) const { return next[input].node != nullptr; }
    NodeExtras& withExtras()
    {
        if (!extras)
            extras = std::make_unique<NodeExtras>();
        return *extras;
    }
};

// A node for an operation on inputs, the inputs it saves packed before the operation runs; none where no gradient
// flows. A missing tensor in inputs is an optional input that was not given.
NodePtr record(const char* operation, std::span<const Tensor> inputs, Backward backward,
               std::initializer_list<Tensor> saved = {});
inline NodePtr record(const char* operation, std::initializer_list<Tensor> inputs, Backward backward,
                      std::initializer_list<Tensor> saved = {})
{
    return record(operation, std::span(inputs.begin(), inputs.size()), backward, saved);
}

// A node that stands for all those of a graph which is never run.
NodePtr standInNode(Tape& tape);

// Makes out the node's output. Without a node, out stays outside the graph.
Tensor attach(const NodePtr& node, Tensor out, int outputNumber = 0);
// The node keeps one of its outputs for backward.
void saveOutput(const NodePtr& node, const Tensor& output);

struct Root
{
    Tensor tensor;
    Tensor gradient;
};

// torch.autograd.backward(): the engine runs the graph from its roots, latest node first; gradients gather in leaves'
// grad.
void backward(std::initializer_list<Root> roots);

} // namespace plimsoll::step
