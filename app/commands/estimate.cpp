// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/commands.h"
#include "inputs.h"
#include "output.h"

namespace plimsoll::app {

namespace {

std::vector<std::string_view> formatIds()
{
    std::vector<std::string_view> ids;
    for (const ReportFormat& format : reportFormats())
        ids.push_back(format.id);
    return ids;
}

} // namespace

std::vector<Option> estimateOptions()
{
    std::vector<Option> options = inputOptions();
    options.push_back({"format", 0, alternatives(formatIds()), "how to write the estimate; text if not given"});
    options.push_back(unitOption());
    return options;
}

ExitStatus runEstimate(const Arguments& arguments, Process)
{
    const Result<std::size_t> format = choiceOf(arguments, "format", formatIds());
    if (!format)
        return refuse(format.error());
    const Result<ByteUnit> unit = unitOf(arguments);
    if (!unit)
        return refuse(unit.error());
    const Result<Inputs> inputs = readInputs(arguments);
    if (!inputs)
        return refuse(inputs.error());
    const bool onlyBad = inputs->entries.size() == 1 && !inputs->asList && !inputs->entries.front().estimate;
    if (!onlyBad && !print(reportFormats()[*format].render(withDefaults(*inputs), {*unit, inputs->asList})))
        return ExitStatus::Failure;
    return inputs->status;
}

} // namespace plimsoll::app
