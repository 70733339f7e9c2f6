// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/lineitem.h"

#include <cstdint>
#include <vector>

namespace plimsoll {

// One tensor's storage, or a kernel's scratch.
struct Allocation
{
    std::int64_t bytes = 0;     // as requested
    const char* module = "";    // where in the model: "mlp.up"
    const char* operation = ""; // by what it is made: "linear"
    LineItem item = LineItem::Activations;
    bool inBackward = false;
    std::int8_t stream = 0; // of CUDA, in whose pools the allocator looks; 0: where the model computes
};

// A run of events of one phase and one layer. A section of the steady layer stands for all the layers like it.
struct Section
{
    std::uint32_t firstEvent = 0;
    Phase phase = Phase::Load;
    std::int64_t repeat = 1;
    std::int32_t layer = -1; // the group of layers that folds as one; -1: outside of them
};

// Sections that follow one another as many times as micro-batches do the same: from first, before end. Each time takes
// or gives back as much; which of the copies a tensor is of does not matter.
struct Loop
{
    std::size_t first = 0;
    std::size_t end = 0;
    std::int64_t times = 1;
};

// What one steady training step asks of the allocator, in order: an event i makes allocation i, an event ~i frees it.
// The sections cover the events. Model, optimizer states and kept gradients are made in phase Load.
struct StepProgram
{
    std::vector<Allocation> allocations;
    std::vector<std::int32_t> events;
    std::vector<Section> sections;
    std::vector<Loop> loops;          // in order, none within another
    std::uint32_t cacheEmptiedAt = 0; // event before which torch.cuda.empty_cache() was called
    bool loadsElsewhere = false;      // the model is whole on the host only: what comes before counts on no card
    std::size_t steadyFrom = 0;       // the section with which the steady step begins
    // Event with which the second step begins where it is recorded by itself, between the first and the steady one.
    std::uint32_t secondStepAt = 0;
    std::uint32_t stepEnd = 0;   // event before which the steady step has ended; the batch is still there
    std::int64_t parameters = 0; // elements
    std::int64_t trainable = 0;
    std::int64_t hostBytes = 0;       // at most, of tensors that wait in host memory
    std::int64_t hostPinnedBytes = 0; // of them, page-locked

    std::uint32_t sectionEnd(std::size_t section) const
    {
        return section + 1 < sections.size() ? sections[section + 1].firstEvent
                                             : static_cast<std::uint32_t>(events.size());
    }
};

} // namespace plimsoll
