// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/livecourse.h"

namespace plimsoll {

// What the caching allocator holds of an endless card in each of a course's moments, in the third step: at most, as the
// events of a phase spread over its moments. It gives nothing back by itself, so that most runs are level by then.
// Empty where there are too many layers to simulate. Costs about as much as an estimate.
std::vector<Bytes> reservedAlong(const LiveCourse& course, const Scenario& scenario,
                                 std::string_view computeCapability);

} // namespace plimsoll
