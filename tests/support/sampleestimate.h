// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/estimate.h"

#include <vector>

// Estimates filled by hand, so that what renders them is tested without the engine.
namespace plimsoll::sample {

// Row seed-000 of tests/data/runs.jsonl: 59,091,579,048 bytes live in backward, 60,433,629,184 reserved; on devices().
Estimate workedExample();

// The same with full checkpointing: 20.2 GB, in the optimizer step.
Estimate checkpointed();

// Six cards, not in order of capacity. The worked example is too big for two, tight on one and fits three.
std::vector<Device> devices();

// 24 cards spread over the catalog, from the smallest to the largest.
std::vector<Device> manyDevices();

// The card on which the worked example is tight: 64 GB, not in the catalog.
Device tightDevice();

// The estimate judged anew on other devices.
Estimate on(Estimate estimate, const std::vector<Device>& devices);

// The estimate with all that depends on the batch so many times as large.
Estimate withActivations(Estimate estimate, std::int64_t factor);

} // namespace plimsoll::sample
