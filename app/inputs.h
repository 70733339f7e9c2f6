// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arguments.h"
#include "command.h"
#include "interchange/report.h"

#include <vector>

namespace plimsoll::app {

// What the scenarios of a command line come to.
struct Inputs
{
    std::vector<ReportEntry> entries;               // in order; those that are bad hold their error
    std::vector<std::vector<std::string>> defaults; // of each entry: the defaults that its file leaves to be taken
    bool asList = false;                            // several files, or a file that holds an array
    ExitStatus status = ExitStatus::Fits;
};

// --device, --set
std::vector<Option> inputOptions();

// Reads the operands, applies --set and estimates on the devices asked for. Errors and warnings have been said on
// standard error; an error that concerns the command line itself is returned.
Result<Inputs> readInputs(const Arguments& arguments);

// The entries with the defaults taken among their assumptions, as reports say them.
std::vector<ReportEntry> withDefaults(const Inputs& inputs);

// --format of commands that know text and json; what: "the list".
Option textOrJsonOption(std::string_view what);
Result<bool> wantsJson(const Arguments& arguments);

// --unit
Option unitOption();
Result<ByteUnit> unitOf(const Arguments& arguments);

} // namespace plimsoll::app
