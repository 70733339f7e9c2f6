// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace plimsoll {

// A piece of text as an error shows it: in quotes, on one line, short, in valid UTF-8.
std::string quotedText(std::string_view text);

// How many of the first bytes make up one character in UTF-8; 0 where they do not.
std::size_t characterLength(std::string_view text);

} // namespace plimsoll
