// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/estimate.h"
#include "memory/timeline.h"

namespace plimsoll {

// The ledger's rows: each line item with its size in full, what of it lives at the peak moment, and how that comes
// about. Items that are so many bytes a parameter say so; the others are sums over the tensors alive, largest first.
std::array<LineItemFigure, lineItemCount> ledger(const Scenario& scenario, const Timeline& timeline,
                                                 const std::vector<LiveTensors>& alive,
                                                 const ParameterCount& parameters);

} // namespace plimsoll
