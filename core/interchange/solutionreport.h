// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "advice/solve.h"
#include "base/format.h"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>

namespace plimsoll {

// {"maximize": "training.micro_batch", "value": 394, "estimate": {…}}
boost::json::object solutionJson(const Solution& solution, std::string_view field);

// "training.micro_batch = 394 is the largest that fits H100 SXM5 80GB (…)." and the verdict with it; or what stands in
// the way of 1.
std::string solutionText(const Solution& solution, std::string_view field, ByteUnit unit);

} // namespace plimsoll
