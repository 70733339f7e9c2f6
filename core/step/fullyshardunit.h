// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/fullyshard.h"
#include "step/tape.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace plimsoll::step {

// A parameter: the gathered one, which the model's code reads, and this GPU's piece of it, which the optimizer updates.
struct FullyShard::Piece
{
    Tensor gathered; // its storage comes and goes
    Tensor piece;
    std::int64_t elements = 0; // of the piece
};

struct FullyShard::Unit
{
    std::int64_t number = -1; // of a block, or of several as one
    std::int32_t layer = noLayer;
    bool reshards = true; // after its forward
    std::vector<Piece> pieces;
    State state = State::Idle;
    bool isGathered = false;
    Tensor pending;                    // gathered, not yet taken apart
    Tensor summed;                     // with HSDP: what was reduced, until the backward is through
    std::vector<std::size_t> forwards; // places in the order of forwards
};

} // namespace plimsoll::step
