// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/estimate.h"

#include <span>

namespace plimsoll::ui {

// The estimate of a scenario that a file could hold: the levers are held to the reader's rules, so that each rule
// stands in one place and what is saved can be opened again.
Result<Estimate> checkedEstimate(const Scenario& scenario, std::span<const Device> devices);

} // namespace plimsoll::ui
