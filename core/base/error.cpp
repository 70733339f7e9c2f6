// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"

#include <stdexcept>

namespace plimsoll {

std::string Error::message() const
{
    std::string text;
    if (!file.empty()) {
        text += file == "-" ? "standard input" : file;
        text += ':';
        if (line > 0)
            text += std::to_string(line) + ':' + std::to_string(column) + ':';
        text += ' ';
    }
    if (!path.empty())
        text += path + ": ";
    text += "expected " + expected;
    if (!found.empty())
        text += ", found " + found;
    return text;
}

void throw_exception_from_error(const Error& error, const boost::source_location&)
{
    throw std::logic_error(error.message());
}

} // namespace plimsoll
