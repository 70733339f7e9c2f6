// SPDX-License-Identifier: GPL-3.0-or-later
#include "output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

namespace plimsoll::app {

void complain(std::string_view message)
{
    std::string line = "plimsoll: ";
    for (const char c : message)
        line += c == '\n' || c == '\r' ? ' ' : c;
    line += '\n';
    std::fwrite(line.data(), 1, line.size(), stderr);
}

ExitStatus refuse(const Error& error)
{
    complain(error.message());
    return ExitStatus::BadInput;
}

bool print(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0)
        return true;
    complain(std::string("standard output: ") + std::strerror(errno));
    return false;
}

} // namespace plimsoll::app
