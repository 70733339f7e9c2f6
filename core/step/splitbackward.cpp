// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/splitbackward.h"

#include "step/tape.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace plimsoll::step {

namespace {

using Nodes = std::vector<NodePtr>;
using NodeSet = std::unordered_set<const Node*>;

// Who hands on to each node, of all that a root reaches (construct_reverse_graph).
class ReverseGraph
{
public:
    explicit ReverseGraph(const NodePtr& root)
    {
        Nodes todo{root};
        NodeSet seen{root.get()};
        while (!todo.empty()) {
            const NodePtr node = std::move(todo.back());
            todo.pop_back();
            for (const Edge& edge : node->next) {
                if (!edge.node)
                    continue;
                m_above[edge.node.get()].push_back(node);
                if (seen.insert(edge.node.get()).second)
                    todo.push_back(edge.node);
            }
        }
    }

    struct Closure
    {
        Nodes within;
        Nodes reached; // of those that end it
    };
    // The nodes through which something comes to one of them (reverse_closure).
    Closure above(const NodePtr& from, const NodeSet& ends) const
    {
        Closure closure{{from}, {}};
        NodeSet seen{from.get()};
        for (std::size_t i = 0; i < closure.within.size(); ++i) {
            const auto found = m_above.find(closure.within[i].get());
            if (found == m_above.end())
                continue;
            for (const NodePtr& node : found->second)
                if (seen.insert(node.get()).second)
                    (ends.contains(node.get()) ? closure.reached : closure.within).push_back(node);
        }
        return closure;
    }

private:
    std::unordered_map<const Node*, Nodes> m_above;
};

Gradients keepArrived(const Node& node, const Saved& saved, Gradients& incoming)
{
    KeptGradients& kept = *node.extras->kept;
    kept.arrived = incoming;
    return kept.backward ? kept.backward(node, saved, incoming) : Gradients(node.next.size());
}

// Nodes that run in the place of others, of which they have what those saved: a part of a graph, run by itself.
class StandIns
{
public:
    void add(const NodePtr& node, bool takesSaved)
    {
        const NodePtr copy(node->tape->nodes.make(*node->tape, node->operation));
        copy->operation = node->operation;
        copy->module = node->module;
        copy->item = node->item;
        copy->layer = node->layer;
        copy->distributed = node->distributed;
        copy->stream = node->stream;
        copy->sequence = node->sequence;
        copy->backward = node->backward;
        copy->inputs = node->inputs;
        copy->numbers = node->numbers;
        copy->inbox.resize(node->inbox.size());
        if (takesSaved)
            copy->saved = std::move(node->saved);
        else
            copy->saved = node->saved;
        m_copies.emplace(node.get(), copy);
        m_nodes.push_back(node);
    }
    // What arrives at the node is kept there too.
    void keep(const NodePtr& node, KeptGradients& kept)
    {
        Node& copy = *m_copies.at(node.get());
        kept.backward = node->isAccumulator() ? nullptr : copy.backward;
        copy.backward = &keepArrived;
        copy.withExtras().kept = &kept;
    }
    // Nothing flows but to nodes that have been added.
    void join()
    {
        for (const NodePtr& node : m_nodes)
            for (const Edge& edge : node->next) {
                const auto to = m_copies.find(edge.node.get());
                m_copies.at(node.get())->next.push_back(to == m_copies.end() ? Edge{} : Edge{to->second, edge.input});
            }
    }
    NodePtr of(const NodePtr& node) const { return m_copies.at(node.get()); }
    // The originals' own graphs hold the copies no longer than they run.
    void run(const NodePtr& node, int output, const Tensor& like, Tensor gradient)
    {
        const Tensor root = detach(like);
        root->gradFn = of(node);
        root->outputNumber = output;
        m_copies.clear();
        m_nodes.clear();
        backward({{root, std::move(gradient)}});
    }

private:
    std::unordered_map<const Node*, NodePtr> m_copies;
    Nodes m_nodes;
};

void setGradient(const Tensor& leaf, const Tensor& gradient)
{
    if (leaf->grad)
        return; // added in place
    if (leaf->isParameter)
        leaf.tape().relabel(gradient->storage, LineItem::Gradients);
    leaf->grad = boost::intrusive_ptr<TensorData>(detach(gradient).data());
}

// Which parameters go together (get_param_groups).
std::vector<WeightsToDo> grouped(const ReverseGraph& graph, const NodeSet& ofInput,
                                 const std::vector<Tensor>& parameters)
{
    std::vector<WeightsToDo> groups;
    std::unordered_map<const Node*, std::size_t> groupOf;
    for (const Tensor& parameter : parameters) {
        if (!parameter->accumulator)
            continue;
        const NodePtr accumulator(parameter->accumulator);
        ReverseGraph::Closure closure = graph.above(accumulator, ofInput);
        if (closure.reached.empty())
            continue;
        const auto known
            = std::ranges::find_if(closure.reached, [&](const NodePtr& node) { return groupOf.contains(node.get()); });
        if (known == closure.reached.end())
            groups.emplace_back();
        WeightsToDo& group = known == closure.reached.end() ? groups.back() : groups[groupOf.at(known->get())];
        const auto place = static_cast<std::size_t>(&group - groups.data());
        group.parameters.push_back(accumulator);
        group.between.insert(group.between.end(), closure.within.begin() + 1, closure.within.end());
        for (const NodePtr& node : closure.reached)
            if (groupOf.emplace(node.get(), place).second) {
                group.operations.push_back(node);
                group.arrived.push_back(std::make_unique<KeptGradients>());
            }
    }
    return groups;
}

} // namespace

std::vector<WeightsToDo> backwardToInput(const Tensor& output, Tensor gradient, const Tensor& input,
                                         const std::vector<Tensor>& parameters)
{
    const NodePtr target(input->accumulator);
    const NodePtr root = output->gradFn;
    std::vector<WeightsToDo> groups;
    KeptGradients ofInput;
    StandIns standIns;
    {
        const ReverseGraph graph(root);
        const Nodes path = graph.above(target, {}).within;
        NodeSet onPath;
        for (const NodePtr& node : path) {
            onPath.insert(node.get());
            standIns.add(node, false);
        }
        groups = grouped(graph, onPath, parameters);
    }
    for (WeightsToDo& group : groups)
        for (std::size_t i = 0; i < group.operations.size(); ++i)
            standIns.keep(group.operations[i], *group.arrived[i]);
    standIns.keep(target, ofInput);
    standIns.join();
    standIns.run(root, output->outputNumber, output, std::move(gradient));
    if (!ofInput.arrived.empty())
        setGradient(input, ofInput.arrived.front());
    output->gradFn.reset();
    return groups;
}

void backwardToWeights(std::vector<WeightsToDo> all)
{
    // Names that hold what they name until they name another.
    std::vector<std::unique_ptr<KeptGradients>> arrived;
    NodePtr operation;
    std::vector<KeptGradients> made;
    for (WeightsToDo& group : all) {
        arrived = std::move(group.arrived);
        operation = group.operations.back();
        std::vector<KeptGradients> gradients(group.parameters.size());
        StandIns standIns;
        for (const Nodes* nodes : {&group.operations, &group.between, &group.parameters})
            for (const NodePtr& node : *nodes)
                standIns.add(node, true);
        for (std::size_t i = 0; i < gradients.size(); ++i)
            standIns.keep(group.parameters[i], gradients[i]);
        standIns.join();
        const Tensor first = group.parameters.front()->leaf;
        const NodePtr root = group.operations.front();
        group.operations.clear();
        group.between.clear();
        Gradients& roots = arrived.front()->arrived;
        const NodePtr copy = standIns.of(root);
        const auto output = static_cast<std::size_t>(
            std::ranges::find_if(roots, [](const Tensor& each) { return static_cast<bool>(each); }) - roots.begin());
        for (std::size_t i = output + 1; i < roots.size(); ++i)
            copy->inbox[i] = roots[i];
        standIns.run(root, static_cast<int>(output), first, roots[output]);
        made = std::move(gradients);
        for (std::size_t i = 0; i < made.size(); ++i)
            if (!made[i].arrived.empty())
                setGradient(group.parameters[i]->leaf, made[i].arrived.front());
    }
}

} // namespace plimsoll::step
