// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/report/said.h"

#include "interchange/sentences.h"

namespace plimsoll::report {

namespace {

List saidList(List list, const ReportOptions& options)
{
    list.title = said(ReportText::Sentence, list.title, options);
    for (std::string& line : list.lines)
        line = said(ReportText::Sentence, line, options);
    return list;
}

} // namespace

std::string said(ReportText kind, const std::string& english, const ReportOptions& options)
{
    return options.say && !english.empty() ? options.say(kind, english) : english;
}

Head head(const Estimate& estimate, const ReportOptions& options)
{
    const std::string parameters = formatCount(estimate.parameters.total) + " parameters, "
        + formatCount(estimate.parameters.trainable) + " of them trained.";
    return {said(ReportText::Title, chartTitle(estimate), options),
            said(ReportText::Sentence, verdictSentence(estimate, options.unit), options),
            said(ReportText::Sentence, parameters, options)};
}

std::vector<Table> saidTables(const Estimate& estimate, const ReportOptions& options)
{
    std::vector<Table> all = tables(estimate, options.unit);
    for (Table& table : all) {
        table.title = said(ReportText::Sentence, table.title, options);
        for (Column& column : table.columns)
            column.title = said(ReportText::Cell, column.title, options);
        for (Row& row : table.rows)
            for (std::string& cell : row)
                cell = said(ReportText::Cell, cell, options);
    }
    return all;
}

std::vector<List> saidLists(const Estimate& estimate, const ReportOptions& options)
{
    std::vector<List> all = lists(estimate);
    for (List& list : all)
        list = saidList(std::move(list), options);
    return all;
}

List saidVersions(const Estimate& estimate, const ReportOptions& options)
{
    return saidList(versions(estimate), options);
}

} // namespace plimsoll::report
