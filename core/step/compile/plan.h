// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/compile/realvalues.h"

#include <vector>

namespace plimsoll::step {

// What compiled code does with memory, in order.
struct PlanStep
{
    enum class Kind {
        Make,      // a buffer of so many bytes
        Drop,      // a buffer
        Workspace, // for the time of a call
        Release,   // compiled code reads it no more; it lives on outside
        Gradient,  // a buffer becomes the gradient of an input of the block
    };

    Kind kind;
    std::size_t buffer = 0;
    std::int64_t bytes = 0;
    std::size_t input = 0;
};

// A compiled block: the buffers of its forward are numbered as the captured values, those of its backward follow.
struct CompiledPlan
{
    std::vector<PlanStep> forward;
    std::vector<PlanStep> backward;
    std::vector<PlanStep> recompute; // of backward, where the block is checkpointed
    std::size_t buffers = 0;
    std::size_t output = 0;
    std::vector<std::size_t> saved;          // values kept for backward, made by the block
    std::vector<std::size_t> outside;        // values kept that come from outside
    std::vector<std::size_t> weightCopies;   // values that are casts of parameters
    std::vector<std::size_t> differentiable; // values from outside that get a gradient; the block's input first
};

// What a plan is made for.
struct PlanRequest
{
    std::size_t input = 0;            // the value that the block is given
    std::size_t output = 0;           // the value that it returns
    std::int64_t workspace = 0;       // of a product
    std::int64_t biasedWorkspace = 0; // of one with a bias
    bool weightsFirst = false;        // gradients of weights before those of activations, in products with a bias too
    bool checkpointed = false;        // forward keeps what comes from outside only; backward begins by making the rest
};

// kept: see savedValues.
CompiledPlan makePlan(const Capture& capture, const std::vector<bool>& kept, const PlanRequest& request);

} // namespace plimsoll::step
