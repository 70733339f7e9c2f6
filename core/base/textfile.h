// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <cstddef>
#include <string>

namespace plimsoll {

inline constexpr std::size_t largestTextFile = std::size_t{64} << 20; // bytes

// A file's bytes, "-" for standard input; an error where it cannot be read or is larger than largestTextFile.
Result<std::string> readWholeFile(const std::string& path);

// found: its size in bytes, 0 where that is not known.
Error tooLarge(const std::string& file, std::size_t found, std::size_t most);

} // namespace plimsoll
