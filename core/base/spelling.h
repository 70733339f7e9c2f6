// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace plimsoll {

// How many bytes must be exchanged, added or left out to make one word of the other.
std::size_t editDistance(std::string_view a, std::string_view b);

} // namespace plimsoll
