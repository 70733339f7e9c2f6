// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arguments.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll::app {

enum class ExitStatus { Fits = 0, Failure = 1, BadInput = 2, DoesNotFit = 3 };

// What main() was given; QApplication takes its own options out of it.
struct Process
{
    int& argc;
    char** argv;
};

// A verb of the command line. Each is one file of commands/ and one row of the table.
struct Command
{
    std::string_view name;
    std::string_view operands; // "FILE…" in help texts
    std::string_view summary;
    std::vector<Option> (*options)();
    std::string_view remarks; // further lines of its help
    ExitStatus (*run)(const Arguments& arguments, Process process);
};

std::span<const Command> commands();

// Runs the command that the words name, or opens the window. The words are those after the program's name.
ExitStatus run(std::span<const std::string> words, Process process);

} // namespace plimsoll::app
