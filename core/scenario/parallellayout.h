// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/combinations.h"

#include <optional>

namespace plimsoll {

// What of tensor and pipeline parallelism does not go with the model, the number of GPUs or the training, with the
// nearest values that do: a field of "parallelism".
std::optional<Misfit> layoutMisfit(const Scenario& scenario);

// Whether a family's layers are named as torchtitan's plan splits them; its trunk can be cut into stages.
bool splitsIntoColumns(Family family);
bool splitsIntoStages(Family family);

// How many layers each of the pipeline's parts has: evenly many, the first ones what is left over.
std::int64_t layersOfPart(std::int64_t layers, const ParallelPlan& plan, std::int64_t part);

// What tensor must divide with every stack: heads of both kinds and the MLP's width; and where each GPU has a part of
// the sequence, that.
std::optional<Misfit> headsMisfit(const Scenario& scenario);
std::optional<Misfit> sequenceShareMisfit(const Scenario& scenario);

} // namespace plimsoll
