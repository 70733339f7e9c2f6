// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/tensor.h"

#include <cstdint>

// torch.distributed.tensor on one GPU of a tensor-parallel group: what its redistributions make and free (PyTorch's
// placement_types.py, _functional_collectives.py). Sequences lie along dimension 1.
namespace plimsoll::step {

enum class Placement {
    Replicated, // every GPU holds all; a gradient is each GPU's part of a sum, and is summed on the way back
    Sharded,    // each GPU holds its share
};

Tensor toDistributed(const Tensor& x, Placement placement); // DTensor.from_local
Tensor toLocal(const Tensor& x);                            // DTensor.to_local

Tensor allReduced(const Tensor& x);                         // parts of a sum to the sum
Tensor reduceScattered(const Tensor& x, std::int64_t gpus); // parts of a sum to a share of the sum's sequence
Tensor allGathered(const Tensor& x, std::int64_t gpus);     // a share of the sequence to all of it

} // namespace plimsoll::step
