// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "advice/explainoom.h"
#include "base/format.h"
#include "memory/estimate.h"

#include <boost/json/object.hpp>

#include <string>

namespace plimsoll {

// What an out-of-memory message is about, and how its figures compare with the scenario's estimate.
std::string oomText(const OomExplanation& explanation, const Estimate& estimate, ByteUnit unit = ByteUnit::GB);

boost::json::object oomJson(const OomExplanation& explanation, const Estimate& estimate);

} // namespace plimsoll
