// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/commands.h"
#include "inputs.h"
#include "output.h"

namespace plimsoll::app {

namespace {

std::string formatIds()
{
    std::vector<std::string_view> ids;
    for (const ReportFormat& format : reportFormats())
        ids.push_back(format.id);
    return alternatives(ids);
}

} // namespace

std::vector<Option> estimateOptions()
{
    std::vector<Option> options = inputOptions();
    options.push_back({"format", 0, formatIds(), "how to write the estimate; text if not given"});
    options.push_back(unitOption());
    return options;
}

ExitStatus runEstimate(const Arguments& arguments, Process)
{
    const std::string asked = arguments.value("format", reportFormats().front().id);
    const ReportFormat* format = findReportFormat(asked);
    if (!format)
        return refuse(usageError("--format", quoted(asked), formatIds()));
    const Result<ByteUnit> unit = unitOf(arguments);
    if (!unit)
        return refuse(unit.error());
    const Result<Inputs> inputs = readInputs(arguments);
    if (!inputs)
        return refuse(inputs.error());
    const bool onlyBad = inputs->entries.size() == 1 && !inputs->asList && !inputs->entries.front().estimate;
    if (!onlyBad && !print(format->render(inputs->entries, {*unit, inputs->asList})))
        return ExitStatus::Failure;
    return inputs->status;
}

} // namespace plimsoll::app
