// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/jsonreader.h"
#include "scenario/scenario.h"

namespace plimsoll {

// Reads the field "parallelism". The rest of the scenario must have been read: what does not go with it is refused.
void readParallelism(JsonObjectReader reader, Scenario& scenario);

} // namespace plimsoll
