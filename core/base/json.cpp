// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"

#include "base/jsonbuilder.h"
#include "base/jsonsyntax.h"
#include "base/jsonwriter.h"
#include "base/textfile.h"
#include "base/utf8.h"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/error.hpp>

#include <algorithm>
#include <cctype>

namespace plimsoll {

namespace json = boost::json;

namespace {

constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

Error placed(std::string_view text, const std::string& file, std::size_t offset)
{
    Error error;
    error.file = file;
    const TextPosition position = positionAt(text, offset);
    error.line = position.line;
    error.column = position.column;
    return error;
}

// Where the text of a key that ends at an offset begins.
std::size_t startOfString(std::string_view text, std::size_t end)
{
    std::size_t at = end > 0 && text[end - 1] == '"' ? end - 1 : end;
    while (at > 0) {
        at = text.rfind('"', at - 1);
        if (at == std::string_view::npos)
            return 0;
        std::size_t backslashes = 0;
        while (backslashes < at && text[at - 1 - backslashes] == '\\')
            ++backslashes;
        if (backslashes % 2 == 0)
            return at;
    }
    return 0;
}

std::size_t startOfNumber(std::string_view text, std::size_t end)
{
    const std::size_t before = text.substr(0, end).find_last_not_of("+-.0123456789eE");
    return before == std::string_view::npos ? 0 : before + 1;
}

// Where in the document an offset between two tokens or in a text is.
JsonPath pathAt(std::string_view text, std::size_t offset, const json::parse_options& options)
{
    json::basic_parser<JsonBuilder> parser(options);
    boost::system::error_code ignored;
    parser.write_some(true, text.data(), offset, ignored);
    parser.write_some(true, " ", 1, ignored); // ends a number
    return parser.handler().path();
}

// What stopped the parser at an offset.
Error refusal(std::string_view text, const std::string& file, const JsonBuilder& builder,
              const boost::system::error_code& code, const json::parse_options& options, std::size_t stopped)
{
    SyntaxProblem problem{stopped, "JSON in UTF-8", quotedText(text.substr(std::min(stopped, text.size())))};
    JsonPath path = builder.path();
    if (builder.refusal() == JsonBuilder::Refusal::RepeatedKey) {
        const auto* key = std::get_if<std::string>(&path.back());
        problem = {startOfString(text, stopped), "each key once",
                   (key ? quotedText(*key) : std::string("a key")) + " a second time"};
    } else if (builder.refusal() == JsonBuilder::Refusal::NumberTooLarge || code == json::error::exponent_overflow) {
        const std::size_t start = startOfNumber(text, stopped);
        const std::size_t end = std::min(text.find_first_not_of("+-.0123456789eE", start), text.size());
        problem = {start, "a number up to 1.8e308", quotedText(text.substr(start, end - start))};
    } else if (code == json::error::too_deep) {
        problem = {stopped, "at most " + std::to_string(options.max_depth) + " levels of nesting", "one more"};
    } else if (std::optional<SyntaxProblem> syntax = syntaxProblem(text)) {
        problem = std::move(*syntax);
        path = pathAt(text, problem.offset, options);
    }
    Error error = placed(text, file, problem.offset);
    error.path = toText(path);
    error.expected = std::move(problem.expected);
    error.found = std::move(problem.found);
    return error;
}

} // namespace

std::string toText(const JsonPath& path)
{
    const auto isPlain = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; };
    std::string text;
    for (const auto& step : path) {
        const auto* key = std::get_if<std::string>(&step);
        if (!key)
            text += '[' + std::to_string(std::get<std::size_t>(step)) + ']';
        else
            text += (text.empty() ? "" : ".")
                + (!key->empty() && std::ranges::all_of(*key, isPlain) ? *key : quotedText(*key));
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
    if (value.is_object())
        return "an object";
    if (value.is_array())
        return "a list";
    if (value.is_string())
        return quotedText(std::string_view(value.get_string()));
    return toJsonScalar(value);
}

Result<JsonDocument> parseJson(std::string_view text, const std::string& file, const JsonLimits& limits)
{
    if (text.size() > limits.bytes)
        return tooLarge(file, text.size(), limits.bytes);
    if (text.starts_with(byteOrderMark))
        text.remove_prefix(byteOrderMark.size());
    json::parse_options options;
    options.max_depth = limits.depth;
    json::basic_parser<JsonBuilder> parser(options);
    boost::system::error_code code;
    const std::size_t read = parser.write_some(false, text.data(), text.size(), code);
    if (!code && text.find_first_not_of(" \t\r\n", read) != std::string_view::npos)
        code = json::error::extra_data;
    if (code)
        return refusal(text, file, parser.handler(), code, options, read);
    return JsonDocument{parser.handler().take(), std::string(text), file};
}

} // namespace plimsoll
