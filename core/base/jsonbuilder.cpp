// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/jsonbuilder.h"

#include <boost/json/error.hpp>

#include <charconv>
#include <cmath>

namespace plimsoll {

JsonPath JsonBuilder::path() const
{
    JsonPath path;
    for (const Level& level : m_levels) {
        if (!level.isObject)
            path.emplace_back(level.index);
        else if (level.inMember)
            path.emplace_back(level.key);
    }
    return path;
}

bool JsonBuilder::refuse(Refusal refusal, Code& code)
{
    m_refusal = refusal;
    code = boost::json::error::exception; // any error stops the parser
    return false;
}

bool JsonBuilder::valueEnded()
{
    if (!m_levels.empty()) {
        m_levels.back().inMember = false;
        ++m_levels.back().index;
    }
    return true;
}

bool JsonBuilder::on_document_begin(Code&)
{
    m_stack.reset();
    return true;
}

bool JsonBuilder::on_object_begin(Code&)
{
    m_levels.emplace_back().isObject = true;
    return true;
}

bool JsonBuilder::on_object_end(std::size_t count, Code&)
{
    m_stack.push_object(count);
    m_levels.pop_back();
    return valueEnded();
}

bool JsonBuilder::on_array_begin(Code&)
{
    m_levels.emplace_back();
    return true;
}

bool JsonBuilder::on_array_end(std::size_t count, Code&)
{
    m_stack.push_array(count);
    m_levels.pop_back();
    return valueEnded();
}

bool JsonBuilder::on_key_part(Text part, std::size_t, Code&)
{
    m_key += part;
    m_stack.push_chars(part);
    return true;
}

bool JsonBuilder::on_key(Text part, std::size_t, Code& code)
{
    m_key += part;
    m_stack.push_key(part);
    Level& object = m_levels.back();
    object.key = std::move(m_key);
    object.inMember = true;
    m_key.clear();
    return object.keys.insert(object.key).second || refuse(Refusal::RepeatedKey, code);
}

bool JsonBuilder::on_string_part(Text part, std::size_t, Code&)
{
    m_stack.push_chars(part);
    return true;
}

bool JsonBuilder::on_string(Text part, std::size_t, Code&)
{
    m_stack.push_string(part);
    return valueEnded();
}

bool JsonBuilder::on_int64(std::int64_t value, Text, Code&)
{
    m_stack.push_int64(value);
    return valueEnded();
}

bool JsonBuilder::on_uint64(std::uint64_t value, Text, Code&)
{
    m_stack.push_uint64(value);
    return valueEnded();
}

// The parser's own value may be off in the last place; a number that was written must read back the same.
bool JsonBuilder::on_double(double value, Text digits, Code& code)
{
    double exact = value;
    std::from_chars(digits.data(), digits.data() + digits.size(), exact);
    if (!std::isfinite(exact))
        return refuse(Refusal::NumberTooLarge, code);
    m_stack.push_double(exact);
    return valueEnded();
}

bool JsonBuilder::on_bool(bool value, Code&)
{
    m_stack.push_bool(value);
    return valueEnded();
}

bool JsonBuilder::on_null(Code&)
{
    m_stack.push_null();
    return valueEnded();
}

} // namespace plimsoll
