// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"

#include <cstdint>

namespace plimsoll::step::nanotron {

// Over how many GPUs each layer is split, and how its linear layers reach the others.
struct Group
{
    std::int64_t tensor = 1;
    bool sequence = false; // tp_mode REDUCE_SCATTER: between split layers each GPU has its share of the sequence
    bool overlaps = false; // tp_linear_async_communication

    explicit Group(const Scenario& scenario)
        : tensor(scenario.parallelism.tensor),
          sequence(scenario.parallelism.sequenceParallel && scenario.parallelism.tensor > 1),
          overlaps(scenario.training.nanotron.asyncCommunication && sequence)
    {
    }
};

} // namespace plimsoll::step::nanotron
