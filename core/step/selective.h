// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/tape.h"

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <vector>

// Selective checkpointing (torch.utils.checkpoint.create_selective_checkpoint_contexts) with the policy of torchtitan's
// apply_ac: results of attention and of every second matrix product are kept, all else is made again.
namespace plimsoll::step {

using Results = boost::container::small_vector<Tensor, 4>;

// The dispatch modes of one checkpointed call: what its forward kept, for its recomputation to take. A result that the
// recomputation does not come to stays until the call goes.
struct SelectiveMode
{
    std::vector<Results> kept; // in the order of operations; taken ones are empty
    std::size_t taken = 0;
    int products = 0; // that have run, in the forward or in the recomputation
    bool recomputing = false;
};

Results keptResults(SelectiveMode& mode, Results made);
Results takenResults(SelectiveMode& mode);

// The results of an operation that the policy keeps.
template <class Make>
Results keptOrMade(Tape& tape, Make make)
{
    SelectiveMode* mode = tape.selective;
    if (!mode)
        return make();
    return mode->recomputing ? takenResults(*mode) : keptResults(*mode, make());
}

// aten.mm: the first, the third, … are kept.
template <class Make>
Tensor productKeptOrMade(Tape& tape, Make make)
{
    if (!tape.selective || ++tape.selective->products % 2 == 0)
        return make();
    return keptOrMade(tape, [&] { return Results{make()}; }).front();
}

} // namespace plimsoll::step
