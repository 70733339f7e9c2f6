// SPDX-License-Identifier: GPL-3.0-or-later
// torch::autograd::Engine for one device, in the order in which it makes and frees tensors.
#include "step/autograd.h"
#include "step/checkpoint.h"
#include "step/kernels.h"
#include "step/tape.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace plimsoll::step {

namespace {

// Gradients meeting (InputBuffer::add): added in place if the engine is the first one's only holder, nothing else reads
// its storage (a view's base does) and it is dense; else into a new tensor while both live. DTensors, as all subclasses
// of Tensor, are never added in place; a whole one is first cut as the other is.
void addInto(Tensor& place, const Tensor& gradient, bool distributed)
{
    if (!place) {
        place = gradient;
        return;
    }
    const bool inPlace = !distributed && place.useCount() == 1 && place->storage->tensors == 1
        && isDense(place.sizes(), place.strides());
    if (inPlace)
        return;
    Tensor cut;
    if (distributed && gradient.sizes() != place.sizes())
        cut = emptyLike(place);
    Tensor sum = emptyLike(place);
    cut = {};
    place = std::move(sum);
}

// Whether two tensors of one shape lie alike in memory; strides of single elements do not count.
bool sameLayout(const Tensor& a, const Tensor& b)
{
    for (int i = 0; i < a.dimensions(); ++i) {
        const auto d = static_cast<std::size_t>(i);
        if (a.size(i) != 1 && a.strides()[d] != b.strides()[d])
            return false;
    }
    return true;
}

// AccumulateGrad: the first gradient is taken over where nobody else holds it and it lies as the parameter does, else
// copied in the parameter's layout; later ones are added in place.
void take(const Tensor& leaf, const Tensor& gradient)
{
    leaf.tape().operation = "accumulate gradient";
    Tensor grad = gradient.useCount() == 1 && sameLayout(gradient, leaf)
        ? detach(gradient)
        : empty(leaf.tape(), leaf.sizes(), gradient.dtype(), leaf.strides());
    if (leaf->isParameter)
        leaf.tape().relabel(grad->storage, LineItem::Gradients);
    leaf->grad = boost::intrusive_ptr<TensorData>(grad.data());
}

void accumulate(const Tensor& leaf, const Tensor& gradient)
{
    if (!leaf->grad)
        take(leaf, gradient);
    Tape& tape = leaf.tape();
    if (!leaf->isParameter || !tape.afterAccumulate)
        return;
    tape.inBackward = false;
    tape.afterAccumulate(leaf);
    tape.inBackward = true;
}

// at::sum_to: the gradient of something that was broadcast, summed over the dimensions it was spread on.
Tensor sumTo(const Tensor& gradient, const Dims& sizes)
{
    Tape& tape = gradient.tape();
    const std::size_t lead = gradient.sizes().size() - sizes.size();
    Dims kept(lead, 1);
    kept.insert(kept.end(), sizes.begin(), sizes.end());

    std::int64_t keptStride = -1;
    std::int64_t summedStride = -1;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        std::int64_t& smallest = kept[i] == gradient.sizes()[i] && i >= lead ? keptStride : summedStride;
        if (gradient.sizes()[i] != 1 && (smallest < 0 || gradient.strides()[i] < smallest))
            smallest = gradient.strides()[i];
    }
    const std::int64_t outputs = numel(sizes);
    const bool columns = keptStride >= 0 && (summedStride < 0 || keptStride < summedStride);
    Tensor sum = empty(tape, kept, gradient.dtype());
    tape.scratch(reductionScratch(tape.gpu(), outputs, gradient.numel() / std::max<std::int64_t>(outputs, 1), columns,
                                  gradient.dtype()));
    return lead > 0 ? viewOf(sum, sizes, contiguousStrides(sizes)) : sum;
}

// What the engine does with a node's results (validate_outputs): sums what was broadcast, casts what was promoted.
void validate(const Node& node, Gradients& results)
{
    for (std::size_t i = 0; i < node.next.size(); ++i) {
        if (!node.needs(i) || !results[i]) {
            results[i] = {};
            continue;
        }
        if (results[i].sizes() != node.inputs[i].sizes)
            results[i] = sumTo(results[i], node.inputs[i].sizes);
        const Tensor& leaf = node.next[i].node->leaf;
        const DType wanted = leaf && leaf->gradientType ? *leaf->gradientType : node.inputs[i].dtype;
        if (results[i].dtype() != wanted)
            results[i] = emptyLike(results[i], wanted);
    }
}

// The node's saved tensors as locals of its backward function. Where checkpointing holds them, they are the function's
// own and go as it returns, while the node keeps the call; else the node keeps them until its results are validated.
bool unpack(Node& node, Saved& locals)
{
    bool held = false;
    for (SavedTensor& saved : node.saved) {
        held = held || saved.holder;
        locals.push_back(saved.holder ? unpackHolder(*saved.holder) : saved.tensor);
    }
    return held;
}

// Code that lets what was saved go as it reads it: the node keeps nothing meanwhile.
Gradients callBoxed(Node& node)
{
    Saved saved;
    unpack(node, saved);
    for (SavedTensor& each : node.saved)
        each = {};
    node.tape->operation = node.operation;
    return node.extras->boxed(node, std::move(saved));
}

Gradients callBackward(Node& node, Gradients& incoming)
{
    Saved saved;
    const bool held = unpack(node, saved);
    node.tape->operation = node.operation;
    Gradients results = node.backward(node, saved, incoming);
    while (held && !saved.empty())
        saved.pop_back();
    return results;
}

// The gradients of the node's inputs, one for each; none where none is wanted or none has arrived.
Gradients evaluate(Node& node)
{
    Gradients incoming;
    bool any = false;
    for (Tensor& gradient : node.inbox) {
        any = any || gradient;
        incoming.push_back(std::exchange(gradient, {}));
    }
    if (any && node.extras && node.extras->beforeBackward)
        node.extras->beforeBackward();
    const bool boxed = node.extras && node.extras->boxed;
    Gradients results = !any ? Gradients(node.next.size()) : boxed ? callBoxed(node) : callBackward(node, incoming);
    validate(node, results);
    incoming.clear();
    node.saved.clear();
    return results;
}

class Run
{
public:
    explicit Run(std::initializer_list<Root> roots)
        : m_tape(&roots.begin()->tensor.tape())
    {
        for (const Root& root : roots)
            countDependencies(root.tensor->gradFn.get());
        for (const Root& root : roots)
            addInto(root.tensor->gradFn->inbox[static_cast<std::size_t>(root.tensor->outputNumber)], root.gradient,
                    root.tensor->distributed);
        for (const Root& root : roots)
            if (root.tensor->gradFn->dependencies == 0)
                push(root.tensor->gradFn);
    }

    void toTheEnd()
    {
        while (!m_ready.empty()) {
            std::pop_heap(m_ready.begin(), m_ready.end());
            NodePtr node = std::move(m_ready.back().node);
            m_ready.pop_back();
            m_tape->setPlace({node->module, node->item, node->layer});
            m_tape->inBackward = true;
            if (node->isAccumulator()) {
                if (Tensor gradient = std::exchange(node->inbox[0], {}))
                    accumulate(node->leaf, gradient);
            } else {
                const StreamScope stream(*m_tape, node->stream);
                handOn(std::move(node));
            }
        }
    }

private:
    struct Ready
    {
        std::int64_t sequence;
        std::int64_t tick; // ready earlier
        NodePtr node;

        bool operator<(const Ready& other) const
        {
            return sequence != other.sequence ? sequence < other.sequence : tick > other.tick;
        }
    };

    void countDependencies(Node* root)
    {
        if (std::exchange(root->visited, true))
            return;
        std::vector<Node*> todo{root};
        while (!todo.empty()) {
            Node* node = todo.back();
            todo.pop_back();
            for (const Edge& edge : node->next) {
                if (!edge.node)
                    continue;
                ++edge.node->dependencies;
                if (!edge.node->visited) {
                    edge.node->visited = true;
                    todo.push_back(edge.node.get());
                }
            }
        }
    }

    void push(NodePtr node)
    {
        node->visited = false;
        const std::int64_t sequence = node->sequence;
        m_ready.push_back({sequence, m_tick++, std::move(node)});
        std::push_heap(m_ready.begin(), m_ready.end());
    }

    void handOn(NodePtr node)
    {
        Gradients results = evaluate(*node);
        const auto edges = std::move(node->next);
        node.reset();
        for (std::size_t i = 0; i < edges.size(); ++i) {
            const NodePtr& target = edges[i].node;
            if (!target)
                continue;
            if (Tensor result = std::exchange(results[i], {})) {
                const StreamScope reader(*m_tape, target->stream); // InputBuffer::add
                m_tape->readElsewhere(result->storage);
                addInto(target->inbox[static_cast<std::size_t>(edges[i].input)], result, target->distributed);
            }
            if (--target->dependencies == 0)
                push(target);
        }
    }

    Tape* m_tape;
    std::vector<Ready> m_ready; // a heap: std::priority_queue would hand out copies
    std::int64_t m_tick = 0;
};

} // namespace

void backward(std::initializer_list<Root> roots)
{
    Tape& tape = roots.begin()->tensor.tape();
    const Place outer = tape.place();
    const bool outerInBackward = tape.inBackward;
    const bool outerThread = std::exchange(tape.onBackwardThread, true);
    {
        const GradMode noGrad(tape, false);
        Run(roots).toTheEnd();
    }
    tape.inBackward = outerInBackward;
    tape.onBackwardThread = outerThread;
    tape.setPlace(outer);
}

} // namespace plimsoll::step
