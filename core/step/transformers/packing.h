// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/transformers/attention.h"

#include <cstdint>

// Sequences that share a row, told apart by their positions.
namespace plimsoll::step {

// find_packed_sequence_indices: which sequence each token belongs to; none where rows hold one each.
Tensor packedSequenceIndices(Tape& tape, std::int64_t batch, std::int64_t sequence, bool found);

// Which keys each query may read: bool, [B, 1, S, S].
Tensor keysOfSameSequence(Tape& tape, std::int64_t batch, std::int64_t sequence, bool window);

// Flash attention over a row that `sequences` sequences share (transformers' _flash_attention_forward, which finds
// their starts in each layer). Rows beside others are read as wholes.
AttentionOutput attendPacked(const Heads& heads, std::int64_t sequences);

} // namespace plimsoll::step
