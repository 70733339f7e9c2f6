// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"

#include <cstdint>

namespace plimsoll::step::megatron {

// Over how many GPUs the model is cut, and how the layers' code runs there.
struct Group
{
    std::int64_t tensor = 1;
    bool sequence = false; // between split layers each GPU has its share of the sequence
    std::int64_t context = 1;
    ContextExchange exchange = ContextExchange::Ring;
    std::int64_t expert = 1;
    bool engine = true;            // Transformer Engine's layers, or Megatron's own
    bool fusedAccumulation = true; // weight gradients are summed into main_grad by the product itself

    Group() = default;
    explicit Group(const Scenario& scenario)
        : tensor(scenario.parallelism.tensor),
          sequence(scenario.parallelism.sequenceParallel && scenario.parallelism.tensor > 1),
          context(scenario.parallelism.context),
          exchange(scenario.training.megatron.contextExchange),
          expert(scenario.parallelism.expert),
          engine(scenario.training.megatron.layers == MegatronLayers::TransformerEngine),
          fusedAccumulation(scenario.training.megatron.fusedAccumulation)
    {
    }
};

} // namespace plimsoll::step::megatron
