// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/modelspec.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace plimsoll {

// A decoder shape that somebody trained: a stop of the model size lever.
struct Shape
{
    std::int64_t layers;
    std::int64_t hidden;
    std::int64_t heads;
    std::string_view source;
};

// Published shapes from about ten million to a trillion parameters, smallest first.
std::span<const Shape> shapeLadder();

// The plain decoder in another size, without its name; vocabulary, norm, activation and the other choices stay. The MLP
// is 4 × hidden wide, or 8/3 × hidden rounded up to a multiple of 256 where it is gated (Touvron et al. 2023, arXiv
// 2302.13971). A spec with grouped-query attention keeps at most 8 key-value heads (Grattafiori et al. 2024, arXiv
// 2407.21783, table 3).
ModelSpec inShape(const ModelSpec& spec, const Shape& shape);

// The plain decoder with about that many parameters: the width of the nearest published shape, and as many layers as
// come closest.
ModelSpec withParameters(const ModelSpec& spec, double parameters);

} // namespace plimsoll
