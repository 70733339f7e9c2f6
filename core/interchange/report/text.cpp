// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/report/renderers.h"
#include "interchange/report/said.h"

namespace plimsoll::report {

namespace {

std::string textOf(const Estimate& estimate, const ReportOptions& options)
{
    Head head = report::head(estimate, options);
    head.parameters.pop_back(); // the full stop
    std::string text = head.title + '\n' + head.verdict + '\n' + head.parameters + '\n';
    for (const Table& table : saidTables(estimate, options))
        text += '\n' + table.title + '\n' + asText(table, 2);
    for (const List& list : saidLists(estimate, options)) {
        text += '\n' + list.title + '\n';
        for (const std::string& line : list.lines)
            text += "  - " + line + '\n';
    }
    return text;
}

} // namespace

std::string text(std::span<const ReportEntry> entries, const ReportOptions& options)
{
    std::string all;
    for (const ReportEntry& entry : entries) {
        if (!all.empty())
            all += '\n';
        all += entry.estimate ? textOf(*entry.estimate, options)
                              : entry.name + ": " + entry.estimate.error().message() + '\n';
    }
    return all;
}

} // namespace plimsoll::report
