// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "interchange/report.h"
#include "interchange/report/tables.h"

// Reports for people in the language that is asked for.
namespace plimsoll::report {

std::string said(ReportText kind, const std::string& english, const ReportOptions& options);

// What stands above the tables: the scenario, the verdict, how many parameters there are.
struct Head
{
    std::string title;
    std::string verdict;
    std::string parameters;
};

Head head(const Estimate& estimate, const ReportOptions& options);
std::vector<Table> saidTables(const Estimate& estimate, const ReportOptions& options);
std::vector<List> saidLists(const Estimate& estimate, const ReportOptions& options);
List saidVersions(const Estimate& estimate, const ReportOptions& options);

} // namespace plimsoll::report
