// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/json/value.hpp>

#include <string>

namespace plimsoll {

// JSON for people: two spaces a level, keys in the order they were put in, short arrays of plain values on one line,
// numbers without exponent where they have no need of one. Ends with a line feed.
std::string toJsonText(const boost::json::value& value);

} // namespace plimsoll
