// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/stepcost.h"

namespace plimsoll {

// Forward and backward cost 1 and 2; a checkpointed block's forward runs twice.
double recomputeFactor(Checkpointing checkpointing, std::int64_t layers, std::int64_t every)
{
    switch (checkpointing) {
    case Checkpointing::None:
        return 1.0;
    case Checkpointing::Full:
    case Checkpointing::Sqrt:
    case Checkpointing::Offloaded:
        return 4.0 / 3.0;
    case Checkpointing::Selective:
        return 7.0 / 6.0; // every second product is kept
    case Checkpointing::EveryNth:
        break;
    }
    const std::int64_t checkpointed = (layers + every - 1) / every;
    return 1.0 + static_cast<double>(checkpointed) / static_cast<double>(layers) / 3.0;
}

} // namespace plimsoll
