// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/json/value.hpp>

#include <string>

namespace plimsoll {

// JSON for people: two spaces a level, keys in the order they were put in, short arrays of plain values on one line,
// numbers without exponent where they have no need of one. Ends with a line feed.
std::string toJsonText(const boost::json::value& value);

// A text, number, true, false or null in JSON; numbers with the fewest digits that read back as the same double. JSON
// has no other numbers than finite ones, so those are null.
std::string toJsonScalar(const boost::json::value& value);

} // namespace plimsoll
