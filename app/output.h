// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "command.h"

#include <string_view>

namespace plimsoll::app {

// One line on standard error, with the program's name before it.
void complain(std::string_view message);

// The error's one line on standard error, and the exit status for bad input.
ExitStatus refuse(const Error& error);

// Text on standard output; false, and a line on standard error, where it cannot be written.
bool print(std::string_view text);

} // namespace plimsoll::app
