// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace plimsoll::test {

// Reads any bytes as a scenario file. What must hold of every answer and does not; empty where all is well: an error is
// one line of UTF-8 that says what was expected, and a scenario is the same after it was written and read again.
std::string brokenPromise(std::string_view bytes);

} // namespace plimsoll::test
