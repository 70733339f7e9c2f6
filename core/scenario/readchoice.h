// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/jsonreader.h"
#include "scenario/choices.h"

namespace plimsoll {

template <class Enum>
void readChoice(JsonObjectReader& reader, std::string_view key, Enum& value)
{
    std::vector<std::string_view> ids;
    for (const Choice& each : choices<Enum>())
        ids.push_back(each.id);
    auto index = static_cast<std::size_t>(value);
    reader.oneOf(key, index, ids);
    value = static_cast<Enum>(index);
}

// A field that has one value in this version, in JSON without quotes; null and nothing mean the same.
struct FixedField
{
    std::string_view key;
    std::string_view value;
};

inline void readFixed(JsonObjectReader& reader, std::span<const FixedField> fields)
{
    for (const FixedField& field : fields)
        reader.only(field.key, field.value);
}

} // namespace plimsoll
