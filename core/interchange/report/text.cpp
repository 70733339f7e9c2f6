// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/report/renderers.h"
#include "interchange/report/tables.h"
#include "interchange/sentences.h"

namespace plimsoll::report {

namespace {

std::string textOf(const Estimate& estimate, ByteUnit unit)
{
    std::string text = chartTitle(estimate) + '\n' + verdictSentence(estimate, unit) + '\n';
    text += formatCount(estimate.parameters.total) + " parameters, " + formatCount(estimate.parameters.trainable)
        + " of them trained\n";
    for (const Table& table : tables(estimate, unit))
        text += '\n' + table.title + '\n' + asText(table, 2);
    for (const List& list : lists(estimate)) {
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
        all += entry.estimate ? textOf(*entry.estimate, options.unit)
                              : entry.name + ": " + entry.estimate.error().message() + '\n';
    }
    return all;
}

} // namespace plimsoll::report
