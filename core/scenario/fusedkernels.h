// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/family.h"

#include <cstdint>

namespace plimsoll {

// What a fused norm's backward does with the gradient that comes in.
enum class FusedNorm {
    None,    // the family keeps its own norms
    InPlace, // writes over it
    Apart,   // makes a new one
};

// Which parts of a family's code Liger's kernels take the place of.
struct FusedKernels
{
    FusedNorm norm = FusedNorm::None;
    bool rotary = false;
    bool gate = false;           // the product of gate and up
    bool linearLoss = false;     // head and loss in one
    std::int64_t lossBudget = 1; // logits of a chunk, in sizes of all hidden states
    bool activation = false;     // the squared ReLU of an MLP without a gate
    bool experts = false;        // all experts of a layer in one function
};

// None of them: Liger does not know the family.
FusedKernels fusedKernels(Family family);
bool hasFusedKernels(Family family);

} // namespace plimsoll
