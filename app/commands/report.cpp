// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/reportfile.h"

#include "commands/commands.h"
#include "display.h"
#include "inputs.h"
#include "output.h"
#include "views.h"

#include <QApplication>

#include <array>

namespace plimsoll::app {

namespace {

constexpr std::array<std::string_view, 2> suffixes{"pdf", "md"};

} // namespace

std::vector<Option> reportOptions()
{
    std::vector<Option> options{{"output", 'o', "OUT", "the report to write: .pdf, or .md with the chart beside it"}};
    for (const Option& option : inputOptions())
        options.push_back(option);
    options.push_back(viewOption("the chart in it"));
    options.push_back(unitOption());
    return options;
}

ExitStatus runReport(const Arguments& arguments, Process process)
{
    const Result<QString> path = outputOf(arguments, suffixes, "a file to write, ending in .pdf or .md");
    if (!path)
        return refuse(path.error());
    ui::ChartOptions chart;
    const Result<ui::ViewId> view = viewOf(arguments);
    if (!view)
        return refuse(view.error());
    chart.view = *view;
    const Result<ByteUnit> unit = unitOf(arguments);
    if (!unit)
        return refuse(unit.error());
    chart.unit = *unit;
    const Result<Inputs> inputs = readInputs(arguments);
    if (!inputs)
        return refuse(inputs.error());
    useNoDisplay();
    const QApplication application(process.argc, process.argv);
    const std::vector<ReportEntry> entries = withDefaults(*inputs);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (!entries[i].estimate)
            continue;
        const Result<void> written = ui::writeReport(*entries[i].estimate, chart, numbered(*path, i, entries.size()));
        if (!written)
            return refuse(written.error());
    }
    return inputs->status;
}

} // namespace plimsoll::app
