// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/family.h"

#include <cstdint>

namespace plimsoll {

// Which layers attend to a window where a configuration has one.
enum class WindowUse {
    Asked,   // every layer, where use_sliding_window does not say no
    Always,  // every layer
    ByTurns, // all but every n-th, n by layer_types
};

// What a family's configuration class (transformers 5.24) says where config.json does not, and what its code has
// whatever the file says.
struct FamilyDefaults
{
    Family family;
    bool tied = false;
    bool qkvBias = false;
    bool outputBias = false;
    bool mlpBias = false;
    bool headBias = false;
    std::int64_t headDim = 0;      // 0: hidden / heads
    std::int64_t ffnPerHidden = 0; // 0: the file must say
    std::int64_t maxPosition = 2048;
    double attentionDropout = 0;
    double residualDropout = 0;
    double embeddingDropout = 0;
    double rotary = 1; // the part of a head that is rotated
    WindowUse window = WindowUse::Asked;
    std::int64_t windowSize = 0;
    std::int64_t fullAttentionEvery = 0;
    bool normalizedRouting = false;
    bool learnedPositions = false; // no more positions than the table has rows
    bool wholeHeads = false;       // transformers refuses heads that do not divide the hidden size
};

const FamilyDefaults& defaultsOf(Family family);

} // namespace plimsoll
