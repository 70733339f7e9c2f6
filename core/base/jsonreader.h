// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"

#include <boost/json/object.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

// What reading a document came upon.
struct JsonFindings
{
    std::optional<Error> error;        // the first one; reading goes on, so that callers need not look at each field
    std::vector<std::string> defaults; // "training.precision: bf16-autocast", in the order they were taken
    std::vector<std::string> unknown;  // "training.micro_bach: not known; did you mean micro_batch?"
};

// Reads an object's fields into values. A field that is absent (or null) keeps what the value holds, and that default
// is noted; a field of the wrong kind is an error at its place.
class JsonObjectReader
{
public:
    struct Range
    {
        std::int64_t least = 0;
        std::int64_t most = 0;
    };

    // path: of the object in the document. Both must outlive the reader.
    JsonObjectReader(const JsonDocument& document, const boost::json::value& value, JsonPath path,
                     JsonFindings& findings);

    bool has(std::string_view key) const;
    // Whether the field is that very text.
    bool holds(std::string_view key, std::string_view text) const;
    const boost::json::value* find(std::string_view key); // marks the key as known; none where absent or null

    void whole(std::string_view key, std::int64_t& value, Range range);
    void whole(std::string_view key, std::optional<std::int64_t>& value, Range range);
    // least is allowed, most only where mostIncluded.
    void number(std::string_view key, double& value, double least, double most, bool mostIncluded);
    void flag(std::string_view key, bool& value);
    void text(std::string_view key, std::string& value);
    // index: of the id that stands there.
    void oneOf(std::string_view key, std::size_t& index, std::span<const std::string_view> ids);
    // The key is known but has one value so far.
    void only(std::string_view key, std::string_view id);

    JsonObjectReader object(std::string_view key);
    bool isObject() const { return m_object != nullptr; }

    void refuse(std::string_view key, std::string expected);
    void refuse(std::string_view key, std::string expected, std::string found);

    // Notes keys that nobody asked for.
    void finish();

    const JsonDocument& document() const { return m_document; }
    const JsonPath& path() const { return m_path; }
    JsonPath pathOf(std::string_view key) const;

private:
    void took(std::string_view key, const std::string& value);

    const JsonDocument& m_document;
    const boost::json::object* m_object = nullptr;
    JsonPath m_path;
    JsonFindings& m_findings;
    std::vector<std::string> m_known;
};

// The id nearest to a word, where one is near enough to be meant.
std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> ids);

// "a, b or c"
std::string listed(std::span<const std::string_view> ids);

} // namespace plimsoll
