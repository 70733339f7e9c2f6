// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/modelspec.h"

#include <cstdint>
#include <vector>

// A model's size as one number to move.
namespace plimsoll {

// The parameters, exactly: of the plain decoder in closed form, of a family's model by recording its code.
std::int64_t parametersOf(const ModelSpec& model);

// The sizes to choose from, smallest first: for the plain decoder those of the ladder of shapes, for a family's model
// its own and those of its siblings in the catalog.
std::vector<double> sizesOf(const ModelSpec& model);

// The model with about that many parameters: a sibling where it has as many, else the nearest of them with as many
// layers as come closest. Dropout stays.
ModelSpec inSize(const ModelSpec& model, double parameters);

} // namespace plimsoll
