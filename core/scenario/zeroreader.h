// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/jsonreader.h"
#include "scenario/scenario.h"

namespace plimsoll {

// Reads "zero" of "parallelism": DeepSpeed's names, without "stage3_". "auto" is what transformers puts there.
void readZero(JsonObjectReader reader, Scenario& scenario);

// What ZeRO does not go with elsewhere in the scenario; `reader` stands in "parallelism".
void checkZero(JsonObjectReader& reader, const Scenario& scenario);

} // namespace plimsoll
