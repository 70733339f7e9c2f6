// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "interchange/report.h"

#include <boost/json/object.hpp>

namespace plimsoll::report {

// Aligned columns for a terminal.
std::string text(std::span<const ReportEntry> entries, const ReportOptions& options);

// One object, or an array of them: version 1 of the estimate format.
std::string json(std::span<const ReportEntry> entries, const ReportOptions& options);

// One table (RFC 4180), all sizes in bytes; the column "section" says what a row is about.
std::string csv(std::span<const ReportEntry> entries, const ReportOptions& options);

// Headings and pipe tables, for planning documents.
std::string markdown(std::span<const ReportEntry> entries, const ReportOptions& options);

// The object that json() writes for an estimate.
boost::json::object estimateJson(const Estimate& estimate);

} // namespace plimsoll::report
