// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/report/renderers.h"
#include "interchange/report/said.h"

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
    const Head head = report::head(estimate, options);
    std::string text = "# " + head.title + "\n\n" + head.verdict + "\n\n";
    if (!options.picture.empty())
        text += "![" + head.title + "](<" + options.picture + ">)\n\n";
    text += head.parameters + '\n';
    for (const Table& table : saidTables(estimate, options))
        text += "\n## " + table.title + "\n\n" + asMarkdown(table);
    for (const List& list : saidLists(estimate, options))
        text += bullets(list);
    return text + bullets(saidVersions(estimate, options));
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
