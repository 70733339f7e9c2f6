// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "scenario/scenario.h"

#include <optional>

namespace plimsoll {

// The error that names the sizes whose product makes a tensor too large to be counted (above 2^50 bytes, a pebibyte),
// or nothing. Below it no sum within a layer can pass 2^63.
std::optional<Error> checkSizes(const Scenario& scenario);

// The error that names a target of adapters beside which no layer of the model stands, and the layers there are. What
// trains nothing cannot be recorded.
std::optional<Error> checkTargets(const Scenario& scenario);

} // namespace plimsoll
