// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/format.h"

#include <cstdint>
#include <string>
#include <string_view>

// Numbers that would do beside one that does not, in words.
namespace plimsoll {

// "4 or 8": the divisors of a number beside one that is none.
std::string nearestDivisors(std::int64_t number, std::int64_t wanted);
std::string nearestMultiples(std::int64_t unit, std::int64_t wanted);
// "heads (32)"
std::string named(std::string_view name, std::int64_t value);

} // namespace plimsoll
