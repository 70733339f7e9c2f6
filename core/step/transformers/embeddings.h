// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/trainingplan.h"
#include "step/modules.h"

// How transformers' models begin.
namespace plimsoll::step {

// inputs_embeds: the token embeddings of ids. With adapters and checkpointing they are made to need a gradient.
Tensor embedded(const Embedding& tokens, const Tensor& ids, const TrainingPlan& training);

// position_ids: a range, with the number of cached tokens (none) added.
Tensor positionIds(Tape& tape, std::int64_t sequence);
// Those that a training loop gives, one row for all sequences.
Tensor givenPositions(const Tensor& ids);

} // namespace plimsoll::step
