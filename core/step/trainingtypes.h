// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"
#include "step/dtype.h"

#include <optional>

namespace plimsoll::step {

// In which types a scenario trains: what autocast narrows to, if it is on, what weights are when the run begins, and
// what the model is made in.
std::optional<DType> autocastType(const Scenario& scenario);
DType weightType(Precision precision);
DType parameterType(const Scenario& scenario);

} // namespace plimsoll::step
