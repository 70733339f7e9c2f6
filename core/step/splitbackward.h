// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/autograd.h"

#include <memory>
#include <vector>

namespace plimsoll::step {

// Parameters whose gradients the same operations make, and what is needed to make them later.
struct WeightsToDo
{
    std::vector<NodePtr> parameters;                     // the nodes that gather their gradients
    std::vector<NodePtr> between;                        // from there to the operations
    std::vector<NodePtr> operations;                     // which make gradients of a stage's input too
    std::vector<std::unique_ptr<KeptGradients>> arrived; // at each of them
};

// A backward in two parts (torch/distributed/pipelining/_backward.py). The first makes the gradient of a stage's input;
// no node gives up what it saved, and those that lead to parameters keep the gradients that arrive there
// (stage_backward_input). Afterwards the output has no graph.
std::vector<WeightsToDo> backwardToInput(const Tensor& output, Tensor gradient, const Tensor& input,
                                         const std::vector<Tensor>& parameters);
// The second makes the parameters' gradients, one set of operations after the other (stage_backward_weight): the graph
// goes with the last.
void backwardToWeights(std::vector<WeightsToDo> all);

} // namespace plimsoll::step
