// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/jsonreader.h"

#include "base/format.h"
#include "base/spelling.h"

#include <boost/json/serialize.hpp>

#include <cmath>

namespace plimsoll {

namespace json = boost::json;

namespace {

std::optional<std::int64_t> wholeNumber(const json::value& value)
{
    if (value.is_int64())
        return value.get_int64();
    constexpr double exact = 9007199254740992.0; // 2^53: up to there a double counts
    if (value.is_double() && std::abs(value.get_double()) <= exact
        && value.get_double() == std::floor(value.get_double()))
        return static_cast<std::int64_t>(value.get_double());
    return std::nullopt;
}

std::string shownNumber(double value)
{
    return formatNumber(value, 4);
}

} // namespace

std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> ids)
{
    constexpr std::size_t longestCompared = 64;
    if (word.size() > longestCompared)
        return std::nullopt;
    std::optional<std::string_view> best;
    std::size_t bestDistance = std::max<std::size_t>(1, (word.size() + 1) / 3) + 1; // one slip in three letters
    for (std::string_view id : ids)
        if (const std::size_t distance = editDistance(word, id); distance < bestDistance) {
            bestDistance = distance;
            best = id;
        }
    return best;
}

std::string listed(std::span<const std::string_view> ids)
{
    std::string text;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (i > 0)
            text += i + 1 == ids.size() ? " or " : ", ";
        text += ids[i];
    }
    return text;
}

JsonObjectReader::JsonObjectReader(const JsonDocument& document, const json::value& value, JsonPath path,
                                   JsonFindings& findings)
    : m_document(document),
      m_object(value.if_object()),
      m_path(std::move(path)),
      m_findings(findings)
{
    if (!m_object && !value.is_null() && !m_findings.error)
        m_findings.error = m_document.errorAt(m_path, "an object", shown(value));
}

JsonPath JsonObjectReader::pathOf(std::string_view key) const
{
    JsonPath path = m_path;
    path.emplace_back(std::string(key));
    return path;
}

bool JsonObjectReader::has(std::string_view key) const
{
    return m_object && m_object->contains(key);
}

bool JsonObjectReader::holds(std::string_view key, std::string_view text) const
{
    const json::value* value = m_object ? m_object->if_contains(key) : nullptr;
    return value && value->is_string() && std::string_view(value->get_string()) == text;
}

const json::value* JsonObjectReader::find(std::string_view key)
{
    m_known.emplace_back(key);
    const json::value* value = m_object ? m_object->if_contains(key) : nullptr;
    return value && !value->is_null() ? value : nullptr;
}

void JsonObjectReader::refuse(std::string_view key, std::string expected, std::string found)
{
    if (!m_findings.error)
        m_findings.error = m_document.errorAt(pathOf(key), std::move(expected), std::move(found));
}

void JsonObjectReader::refuse(std::string_view key, std::string expected)
{
    const json::value* value = m_object ? m_object->if_contains(key) : nullptr;
    refuse(key, std::move(expected), value ? shown(*value) : "nothing");
}

void JsonObjectReader::took(std::string_view key, const std::string& value)
{
    m_findings.defaults.push_back(toText(pathOf(key)) + ": " + value);
}

void JsonObjectReader::whole(std::string_view key, std::int64_t& value, Range range)
{
    std::optional<std::int64_t> read = value;
    const bool absent = !has(key) || m_object->at(key).is_null();
    whole(key, read, range);
    if (absent)
        took(key, formatCount(value));
    value = read.value_or(value);
}

void JsonObjectReader::whole(std::string_view key, std::optional<std::int64_t>& value, Range range)
{
    const json::value* read = find(key);
    if (!read)
        return;
    const std::optional<std::int64_t> number = wholeNumber(*read);
    if (number && *number >= range.least && *number <= range.most)
        value = number;
    else
        refuse(key, "a whole number from " + formatCount(range.least) + " to " + formatCount(range.most));
}

void JsonObjectReader::number(std::string_view key, double& value, double least, double most, bool mostIncluded)
{
    const json::value* read = find(key);
    if (!read) {
        took(key, shownNumber(value));
        return;
    }
    const double number = read->is_number() ? read->to_number<double>() : std::nan("");
    if (number >= least && (mostIncluded ? number <= most : number < most))
        value = number;
    else
        refuse(key, "a number from " + shownNumber(least) + (mostIncluded ? " to " : " to below ") + shownNumber(most));
}

void JsonObjectReader::flag(std::string_view key, bool& value)
{
    const json::value* read = find(key);
    if (!read)
        took(key, value ? "true" : "false");
    else if (read->is_bool())
        value = read->get_bool();
    else
        refuse(key, "true or false");
}

void JsonObjectReader::text(std::string_view key, std::string& value)
{
    const json::value* read = find(key);
    if (!read)
        return;
    if (read->is_string())
        value = std::string(read->get_string());
    else
        refuse(key, "a text");
}

void JsonObjectReader::oneOf(std::string_view key, std::size_t& index, std::span<const std::string_view> ids)
{
    const json::value* read = find(key);
    if (!read) {
        took(key, std::string(ids[index]));
        return;
    }
    const std::string_view id = read->is_string() ? std::string_view(read->get_string()) : std::string_view();
    const auto found = std::find(ids.begin(), ids.end(), id);
    if (read->is_string() && found != ids.end()) {
        index = static_cast<std::size_t>(found - ids.begin());
        return;
    }
    const std::optional<std::string_view> near = nearest(id, ids);
    refuse(key, "one of " + listed(ids) + (near ? " (" + std::string(*near) + "?)" : ""));
}

void JsonObjectReader::only(std::string_view key, std::string_view id)
{
    const json::value* read = find(key);
    const bool same
        = !read || (read->is_string() && std::string_view(read->get_string()) == id) || json::serialize(*read) == id;
    if (!same)
        refuse(key, std::string(id) + ", the only value this version computes");
}

JsonObjectReader JsonObjectReader::object(std::string_view key)
{
    static const json::value none;
    const json::value* value = find(key);
    return {m_document, value ? *value : none, pathOf(key), m_findings};
}

void JsonObjectReader::finish()
{
    if (!m_object)
        return;
    const std::vector<std::string_view> known(m_known.begin(), m_known.end());
    for (const auto& member : *m_object) {
        const std::string_view key = member.key();
        if (std::find(known.begin(), known.end(), key) != known.end())
            continue;
        const std::optional<std::string_view> near = nearest(key, known);
        m_findings.unknown.push_back(toText(pathOf(key)) + ": not known, and ignored"
                                     + (near ? "; did you mean " + std::string(*near) + "?" : ""));
    }
}

} // namespace plimsoll
