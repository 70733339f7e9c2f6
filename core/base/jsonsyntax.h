// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

// Why a text is not JSON, in words: what stands at an offset and what would be right there.
struct SyntaxProblem
{
    std::size_t offset = 0;
    std::string expected;
    std::string found;
};

// The first thing in a text that JSON (RFC 8259) has no place for; none where all of it is JSON.
std::optional<SyntaxProblem> syntaxProblem(std::string_view text);

} // namespace plimsoll
