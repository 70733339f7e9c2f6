// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace plimsoll {

// At most so many values around one that is among them, about five to a doubling and round: 8, 9, 10, 12, 14, 16 times
// powers of two. Only those that are allowed.
std::vector<std::int64_t> valuesAround(std::int64_t current, std::size_t most,
                                       const std::function<bool(std::int64_t)>& isAllowed);

} // namespace plimsoll
