// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"

#include <boost/json/basic_parser.hpp>
#include <boost/json/value_stack.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <unordered_set>
#include <vector>

namespace plimsoll {

// Takes a parser's events (boost::json::basic_parser), builds the value, and keeps where the parser stands. Stops at a
// key that its object has already, and at a number that no double holds.
class JsonBuilder
{
public:
    enum class Refusal { None, RepeatedKey, NumberTooLarge };

    Refusal refusal() const { return m_refusal; }
    JsonPath path() const; // of the value that is being read, or of the object or array around it
    boost::json::value take() { return m_stack.release(); }

    static constexpr std::size_t max_object_size = std::numeric_limits<std::size_t>::max() - 1;
    static constexpr std::size_t max_array_size = max_object_size;
    static constexpr std::size_t max_key_size = max_object_size;
    static constexpr std::size_t max_string_size = max_object_size;

    using Text = boost::json::string_view;
    using Code = boost::system::error_code;

    bool on_document_begin(Code&);
    bool on_document_end(Code&) { return true; }
    bool on_object_begin(Code&);
    bool on_object_end(std::size_t count, Code&);
    bool on_array_begin(Code&);
    bool on_array_end(std::size_t count, Code&);
    bool on_key_part(Text part, std::size_t, Code&);
    bool on_key(Text part, std::size_t, Code& code);
    bool on_string_part(Text part, std::size_t, Code&);
    bool on_string(Text part, std::size_t, Code&);
    bool on_number_part(Text, Code&) { return true; }
    bool on_int64(std::int64_t value, Text, Code&);
    bool on_uint64(std::uint64_t value, Text, Code&);
    bool on_double(double value, Text digits, Code& code);
    bool on_bool(bool value, Code&);
    bool on_null(Code&);
    bool on_comment_part(Text, Code&) { return true; }
    bool on_comment(Text, Code&) { return true; }

private:
    struct Level
    {
        bool isObject = false;
        bool inMember = false; // between a key and the end of its value
        std::string key;
        std::size_t index = 0; // in an array, of the value that comes next
        std::unordered_set<std::string> keys;
    };

    bool refuse(Refusal refusal, Code& code);
    bool valueEnded();

    boost::json::value_stack m_stack;
    std::vector<Level> m_levels;
    std::string m_key;
    Refusal m_refusal = Refusal::None;
};

} // namespace plimsoll
