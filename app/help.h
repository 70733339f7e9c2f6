// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command.h"

#include <string>

namespace plimsoll::app {

// The whole program's help: what it does, its commands, exit status.
std::string programHelp();

// One command's help: usage, options, remarks.
std::string commandHelp(const Command& command);

std::string versionLine();

} // namespace plimsoll::app
