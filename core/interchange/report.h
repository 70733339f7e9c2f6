// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/format.h"
#include "memory/estimate.h"

#include <span>
#include <string>
#include <string_view>

namespace plimsoll {

// A scenario that was to be estimated: what came of it, and the name to call it by where nothing came of it.
struct ReportEntry
{
    std::string name;
    Result<Estimate> estimate;
};

// What a text of a report is, to whoever says it in another language.
enum class ReportText { Title, Sentence, Cell };

struct ReportOptions
{
    ByteUnit unit = ByteUnit::GB; // of rounded figures; those in full are in bytes
    bool asList = false;          // a JSON array also where there is one entry only
    std::string picture = {};     // a file that Markdown shows under the verdict; none where empty
    // What formats for people, text and Markdown, say instead of the English; English where there is none.
    std::string (*say)(ReportText kind, const std::string& english) = nullptr;
};

// A way to write estimates down. Each is one file of interchange/report and one row of the table.
struct ReportFormat
{
    std::string_view id;     // "markdown"
    std::string_view suffix; // of a file's name, without the dot: "md"
    std::string_view label;  // for people: "Markdown"
    std::string (*render)(std::span<const ReportEntry> entries, const ReportOptions& options);
};

// The first is the default.
std::span<const ReportFormat> reportFormats();

// The format of that id, or nullptr.
const ReportFormat* findReportFormat(std::string_view id);

} // namespace plimsoll
