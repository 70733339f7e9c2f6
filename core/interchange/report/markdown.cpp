// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/report/renderers.h"
#include "interchange/report/tables.h"
#include "interchange/sentences.h"

namespace plimsoll::report {

namespace {

std::string bullets(const List& list)
{
    std::string text = "\n## " + list.title + "\n\n";
    for (const std::string& line : list.lines)
        text += "- " + line + '\n';
    return text;
}

std::string markdownOf(const Estimate& estimate, const ReportOptions& options)
{
    const ByteUnit unit = options.unit;
    std::string text = "# " + chartTitle(estimate) + "\n\n" + verdictSentence(estimate, unit) + "\n\n";
    if (!options.picture.empty())
        text += "![" + chartTitle(estimate) + "](<" + options.picture + ">)\n\n";
    text += formatCount(estimate.parameters.total) + " parameters, " + formatCount(estimate.parameters.trainable)
        + " of them trained.\n";
    for (const Table& table : tables(estimate, unit))
        text += "\n## " + table.title + "\n\n" + asMarkdown(table);
    for (const List& list : lists(estimate))
        text += bullets(list);
    return text + bullets(versions(estimate));
}

} // namespace

std::string markdown(std::span<const ReportEntry> entries, const ReportOptions& options)
{
    std::string all;
    for (const ReportEntry& entry : entries) {
        if (!all.empty())
            all += '\n';
        all += entry.estimate ? markdownOf(*entry.estimate, options)
                              : "# " + entry.name + "\n\n" + entry.estimate.error().message() + '\n';
    }
    return all;
}

} // namespace plimsoll::report
