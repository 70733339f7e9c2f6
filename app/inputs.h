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
    std::vector<ReportEntry> entries; // in order; those that are bad hold their error
    bool asList = false;              // several files, or a file that holds an array
    ExitStatus status = ExitStatus::Fits;
};

// --device, --set
std::vector<Option> inputOptions();

// Reads the operands, applies --set and estimates on the devices asked for. Errors and warnings have been said on
// standard error; an error that concerns the command line itself is returned.
Result<Inputs> readInputs(const Arguments& arguments);

// --unit
Option unitOption();
Result<ByteUnit> unitOf(const Arguments& arguments);

// "text|json|csv"
std::string alternatives(std::span<const std::string_view> ids);

} // namespace plimsoll::app
