// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_stack.hpp>

#include <limits>
#include <unordered_set>

namespace plimsoll {

namespace json = boost::json;

namespace {

constexpr std::size_t noLimit = std::numeric_limits<std::size_t>::max() - 1;

// Builds the value and refuses a key that an object has already.
struct Builder
{
    static constexpr std::size_t max_object_size = noLimit;
    static constexpr std::size_t max_array_size = noLimit;
    static constexpr std::size_t max_key_size = noLimit;
    static constexpr std::size_t max_string_size = noLimit;

    using Code = boost::system::error_code&;

    json::value_stack stack;
    std::vector<std::unordered_set<std::string>> keys; // of the open objects
    std::string key;
    std::string repeated;

    bool on_document_begin(Code)
    {
        stack.reset();
        return true;
    }
    bool on_document_end(Code) { return true; }
    bool on_object_begin(Code)
    {
        keys.emplace_back();
        return true;
    }
    bool on_object_end(std::size_t count, Code)
    {
        keys.pop_back();
        stack.push_object(count);
        return true;
    }
    bool on_array_begin(Code) { return true; }
    bool on_array_end(std::size_t count, Code)
    {
        stack.push_array(count);
        return true;
    }
    bool on_key_part(json::string_view part, std::size_t, Code)
    {
        key += part;
        stack.push_chars(part);
        return true;
    }
    bool on_key(json::string_view part, std::size_t, Code code)
    {
        key += part;
        stack.push_key(part);
        if (!keys.back().insert(key).second) {
            repeated = key;
            code = json::error::exception; // any error stops the parser; `repeated` says which
            return false;
        }
        key.clear();
        return true;
    }
    bool on_string_part(json::string_view part, std::size_t, Code)
    {
        stack.push_chars(part);
        return true;
    }
    bool on_string(json::string_view part, std::size_t, Code)
    {
        stack.push_string(part);
        return true;
    }
    bool on_number_part(json::string_view, Code) { return true; }
    bool on_int64(std::int64_t value, json::string_view, Code)
    {
        stack.push_int64(value);
        return true;
    }
    bool on_uint64(std::uint64_t value, json::string_view, Code)
    {
        stack.push_uint64(value);
        return true;
    }
    bool on_double(double value, json::string_view, Code)
    {
        stack.push_double(value);
        return true;
    }
    bool on_bool(bool value, Code)
    {
        stack.push_bool(value);
        return true;
    }
    bool on_null(Code)
    {
        stack.push_null();
        return true;
    }
    bool on_comment_part(json::string_view, Code) { return true; }
    bool on_comment(json::string_view, Code) { return true; }
};

std::string expectedAfter(const boost::system::error_code& code, const JsonLimits& limits)
{
    if (code == json::error::incomplete)
        return "more text: the file is cut off";
    if (code == json::error::extra_data)
        return "nothing after the end of the value";
    if (code == json::error::too_deep)
        return "at most " + std::to_string(limits.depth) + " levels of nesting";
    if (code == json::error::exponent_overflow || code == json::error::not_number)
        return "a number that fits into 64 bits";
    if (code == json::error::syntax)
        return "JSON";
    return "JSON in UTF-8";
}

std::string foundAt(std::string_view text, std::size_t offset)
{
    if (offset >= text.size())
        return "the end of the file";
    constexpr std::size_t shownBytes = 12;
    std::string found;
    for (char c : text.substr(offset, shownBytes)) {
        if (c == '\n')
            break;
        found += c >= ' ' && c <= '~' ? c : '?';
    }
    return found.empty() ? "the end of the line" : '"' + found + '"';
}

Error placed(std::string_view text, const std::string& file, std::size_t offset)
{
    Error error;
    error.file = file;
    const TextPosition position = positionAt(text, offset);
    error.line = position.line;
    error.column = position.column;
    return error;
}

} // namespace

std::string toText(const JsonPath& path)
{
    std::string text;
    for (const auto& step : path) {
        if (const auto* key = std::get_if<std::string>(&step))
            text += (text.empty() ? "" : ".") + *key;
        else
            text += '[' + std::to_string(std::get<std::size_t>(step)) + ']';
    }
    return text;
}

Error JsonDocument::errorAt(const JsonPath& path, std::string expected, std::string found) const
{
    Error error = placed(text, file, offsetOf(text, path));
    error.path = toText(path);
    error.expected = std::move(expected);
    error.found = std::move(found);
    return error;
}

std::string shown(const json::value& value)
{
    constexpr std::size_t longest = 60;
    if (value.is_object())
        return "an object";
    if (value.is_array())
        return "a list";
    std::string text = json::serialize(value);
    if (text.size() > longest)
        text = text.substr(0, longest) + "…";
    return text;
}

Result<JsonDocument> parseJson(std::string_view text, const std::string& file, const JsonLimits& limits)
{
    if (text.size() > limits.bytes) {
        Error error;
        error.file = file;
        error.expected = "at most " + std::to_string(limits.bytes >> 20) + " MiB";
        error.found = std::to_string(text.size() >> 20) + " MiB";
        return error;
    }
    json::parse_options options;
    options.max_depth = limits.depth;
    json::basic_parser<Builder> parser(options);
    boost::system::error_code code;
    const std::size_t read = parser.write_some(false, text.data(), text.size(), code);
    if (!code && read < text.size() && text.find_first_not_of(" \t\r\n", read) != std::string_view::npos)
        code = json::error::extra_data;
    if (code) {
        Error error = placed(text, file, code == json::error::incomplete ? text.size() : read);
        if (!parser.handler().repeated.empty()) {
            error.path = parser.handler().repeated;
            error.expected = "each key once";
            error.found = "\"" + error.path + "\" a second time";
        } else {
            error.expected = text.empty() ? "JSON" : expectedAfter(code, limits);
            error.found = text.empty() ? "an empty file" : foundAt(text, read);
        }
        return error;
    }
    return JsonDocument{parser.handler().stack.release(), std::string(text), file};
}

} // namespace plimsoll
