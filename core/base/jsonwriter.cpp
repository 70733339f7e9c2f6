// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/jsonwriter.h"

#include <boost/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace plimsoll {

namespace {

namespace json = boost::json;

bool isPlain(const json::value& value)
{
    return value.is_primitive() && !value.is_string();
}

class Writer
{
public:
    std::string text(const json::value& value)
    {
        write(value);
        m_text += '\n';
        return std::move(m_text);
    }

private:
    void write(const json::value& value)
    {
        if (value.is_object())
            write(value.get_object());
        else if (value.is_array())
            write(value.get_array());
        else
            m_text += toJsonScalar(value);
    }

    void write(const json::object& object)
    {
        enclose('{', '}', object, [this](const json::key_value_pair& entry) {
            m_text += json::serialize(json::value(entry.key())) + ": ";
            write(entry.value());
        });
    }

    void write(const json::array& array)
    {
        if (!std::ranges::all_of(array, isPlain)) {
            enclose('[', ']', array, [this](const json::value& element) { write(element); });
            return;
        }
        m_text += '[';
        for (const json::value& element : array) {
            if (m_text.back() != '[')
                m_text += ", ";
            m_text += toJsonScalar(element);
        }
        m_text += ']';
    }

    template <class Container, class WriteElement>
    void enclose(char open, char close, const Container& container, WriteElement writeElement)
    {
        m_text += open;
        ++m_level;
        bool first = true;
        for (const auto& element : container) {
            if (!first)
                m_text += ',';
            first = false;
            newLine();
            writeElement(element);
        }
        --m_level;
        if (!first)
            newLine();
        m_text += close;
    }

    void newLine()
    {
        m_text += '\n';
        m_text.append(2 * m_level, ' ');
    }

    std::string m_text;
    std::size_t m_level = 0;
};

} // namespace

std::string toJsonScalar(const json::value& value)
{
    if (!value.is_double())
        return json::serialize(value);
    if (!std::isfinite(value.get_double()))
        return "null";
    std::array<char, 64> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value.get_double());
    return {buffer.data(), end.ptr};
}

std::string toJsonText(const json::value& value)
{
    return Writer().text(value);
}

} // namespace plimsoll
