// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"

#include <boost/json/parse.hpp>

#include <algorithm>

namespace plimsoll {

namespace {

// Whether the inside of a string of valid JSON spells the key.
bool spells(std::string_view inside, const std::string& key)
{
    if (inside.find('\\') == std::string_view::npos)
        return inside == key;
    return boost::json::parse('"' + std::string(inside) + '"') == boost::json::string_view(key);
}

// Walks a text that is known to be valid JSON.
class Walk
{
public:
    explicit Walk(std::string_view text)
        : m_text(text)
    {
        skipSpace();
    }

    std::size_t offset() const { return m_at; }

    // Steps to the value of a key, the last of that name, or to a place in an array. False: there is none.
    bool enter(const std::string& key)
    {
        if (current() != '{')
            return false;
        const std::size_t start = m_at;
        std::size_t found = start;
        forEachMember([&](std::string_view name, std::size_t value) {
            if (spells(name, key))
                found = value;
        });
        m_at = found;
        return found != start;
    }

    bool enter(std::size_t index)
    {
        if (current() != '[')
            return false;
        const std::size_t start = m_at;
        std::size_t found = start;
        ++m_at;
        skipSpace();
        for (std::size_t i = 0; current() != ']'; ++i) {
            if (i == index)
                found = m_at;
            skipValue();
            skipComma();
        }
        m_at = found;
        return found != start;
    }

private:
    char current() const { return m_at < m_text.size() ? m_text[m_at] : ']'; }

    void skipSpace() { m_at = std::min(m_text.find_first_not_of(" \t\r\n", m_at), m_text.size()); }

    void skipComma()
    {
        skipSpace();
        if (current() == ',') {
            ++m_at;
            skipSpace();
        }
    }

    std::string_view readString()
    {
        const std::size_t first = ++m_at;
        while (m_at < m_text.size() && m_text[m_at] != '"')
            m_at += m_text[m_at] == '\\' ? 2 : 1;
        const std::string_view inside = m_text.substr(first, std::min(m_at, m_text.size()) - first);
        ++m_at;
        return inside;
    }

    template <class F>
    void forEachMember(F f)
    {
        ++m_at;
        skipSpace();
        while (m_at < m_text.size() && m_text[m_at] != '}') {
            const std::string_view name = readString();
            skipSpace();
            ++m_at; // the colon
            skipSpace();
            f(name, m_at);
            skipValue();
            skipComma();
        }
        ++m_at;
    }

    // Nesting is counted, not recursed into.
    void skipValue()
    {
        if (current() != '{' && current() != '[') {
            if (current() == '"')
                readString();
            else
                m_at = std::min(m_text.find_first_of(",]} \t\r\n", m_at), m_text.size());
            return;
        }
        std::size_t depth = 0;
        do {
            const char c = current();
            if (c == '"') {
                readString();
                continue;
            }
            depth += c == '{' || c == '[' ? 1 : 0;
            depth -= c == '}' || c == ']' ? 1 : 0;
            ++m_at;
        } while (depth > 0 && m_at < m_text.size());
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace

std::size_t offsetOf(std::string_view text, const JsonPath& path)
{
    Walk walk(text);
    for (const auto& step : path) {
        const bool entered = std::visit([&walk](const auto& to) { return walk.enter(to); }, step);
        if (!entered)
            break;
    }
    return walk.offset();
}

TextPosition positionAt(std::string_view text, std::size_t offset)
{
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const auto lines = std::count(before.begin(), before.end(), '\n');
    const std::string_view line = before.substr(before.rfind('\n') + 1); // npos + 1 is 0
    const auto isFirstByte = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
    return {static_cast<int>(lines) + 1, static_cast<int>(std::ranges::count_if(line, isFirstByte)) + 1};
}

} // namespace plimsoll
