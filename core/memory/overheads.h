// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/bytes.h"
#include "memory/estimate.h"
#include "scenario/parallelplan.h"

#include <string_view>

namespace plimsoll {

// What a CUDA context with PyTorch's kernels loaded takes of a card during training.
struct ContextFigure
{
    Bytes expected;
    Bytes low;
    Bytes high;
    std::string_view source;
};

// By compute capability, as in "9.0"; an unknown or empty one gives the figure for cards that were not measured.
const ContextFigure& contextOf(std::string_view computeCapability);

inline constexpr std::int64_t gpusOfNode = 8; // of one machine

// What NCCL's buffers take of a card that exchanges with so many others, not through PyTorch's allocator.
struct CommunicatorFigure
{
    Bytes expected;
    Bytes low;
    Bytes high;
};

CommunicatorFigure communicatorsOf(const ParallelPlan& plan);
inline constexpr std::string_view communicatorSource
    = "NCCL's buffers grow with channels and communicators: 0.3 to 0.5 GB for one within a node, 1 to 1.6 GB across "
      "nodes (NCCL issues 391, 864 and 986; not well established). memory.communicator_bytes sets them.";

// What the device needs beside the allocator's segments. The plan's own context wins over the generation's.
Overheads overheadsOn(const Device& device, const MemoryPlan& plan);

} // namespace plimsoll
