// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/jsonreader.h"
#include "model/modelspec.h"

#include <array>

namespace plimsoll {

using FieldNames = std::array<std::string_view, 8>;

// A field and the names that families give it; the first is the one that is written.
template <class T>
struct Key
{
    T ModelSpec::*field;
    FieldNames names;
};

// The name of a field that the config has, or the first.
inline std::string_view present(const JsonObjectReader& config, const FieldNames& names)
{
    for (std::string_view name : names)
        if (!name.empty() && config.has(name))
            return name;
    return names.front();
}

} // namespace plimsoll
