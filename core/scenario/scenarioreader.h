// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/jsonreader.h"
#include "scenario/scenariofile.h"

namespace plimsoll {

// Reads the fields of one scenario's object into file; findings tell what was wrong, defaulted or unknown.
void readScenarioFields(JsonObjectReader& reader, ScenarioFile& file, JsonFindings& findings);

} // namespace plimsoll
