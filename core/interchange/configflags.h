// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/jsonreader.h"
#include "interchange/familydefaults.h"
#include "model/modelspec.h"

namespace plimsoll {

// The fields of a config.json that choose: biases, ties, dropout, the activation. What is of the wrong kind is named in
// the findings, and the family's own is taken.
void readFlagsAndRates(JsonObjectReader& config, ModelSpec& model, const FamilyDefaults& usual, JsonFindings& findings);
void readActivation(JsonObjectReader& config, ModelSpec& model, JsonFindings& findings);

} // namespace plimsoll
