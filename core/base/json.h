// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/textfile.h"

#include <boost/json/value.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace plimsoll {

// Where a value stands in a document: keys of objects and places in arrays.
using JsonPath = std::vector<std::variant<std::string, std::size_t>>;

// "training.micro_batch", "[1].model.layers"
std::string toText(const JsonPath& path);

struct JsonLimits
{
    std::size_t bytes = largestTextFile;
    std::size_t depth = 64; // of nested arrays and objects
};

// A parsed text that still knows where each value stood.
struct JsonDocument
{
    boost::json::value root;
    std::string text;
    std::string file; // as the user named it

    // What is wrong with the value at a path; the last step may name a key that is missing.
    Error errorAt(const JsonPath& path, std::string expected, std::string found) const;
};

// Refuses what is cut off, too large, nested too deep, not UTF-8 or followed by something, a key that an object names
// twice, and numbers that no double holds.
Result<JsonDocument> parseJson(std::string_view text, const std::string& file, const JsonLimits& limits = {});

// A value as an error shows it: short, in JSON's form, "an object" or "a list".
std::string shown(const boost::json::value& value);

struct TextPosition
{
    int line = 0;   // 1-based
    int column = 0; // 1-based, in characters
};

TextPosition positionAt(std::string_view text, std::size_t offset);

// Where the value at a path stands in a valid JSON text; where there is none, the innermost value that there is.
std::size_t offsetOf(std::string_view text, const JsonPath& path);

} // namespace plimsoll
