// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/system/result.hpp>

#include <string>

namespace plimsoll {

// What is wrong, where, and what would be right. Errors are values; they become text at the edge.
struct Error
{
    std::string file; // the file as the user named it, "-" for standard input, empty if there is none
    int line = 0;     // 1-based place in the file, 0 where there is none
    int column = 0;
    std::string path;     // the field, as in "training.micro_batch" or "[1].model.layers"; empty for the whole file
    std::string found;    // what stands there, as in "-3" or "\"adamx\""; empty where nothing does
    std::string expected; // what would be valid, as in "a whole number from 1 to 16,777,216"

    Error() = default; // no aggregate: a text is not an Error, so Result<std::string> can hold either

    // One line: "worked.json:12:18: training.micro_batch: expected a whole number …, found -3".
    std::string message() const;

    bool operator==(const Error&) const = default;
};

template <class T>
using Result = boost::system::result<T, Error>;

// Called by Result::value() on an error; a program bug, since callers look first.
[[noreturn]] void throw_exception_from_error(const Error& error, const boost::source_location& location);

} // namespace plimsoll
