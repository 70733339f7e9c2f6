// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/commands.h"
#include "inputs.h"
#include "interchange/devicelist.h"
#include "output.h"

#include <array>

namespace plimsoll::app {

namespace {

constexpr std::array<std::string_view, 2> formats{"text", "json"};

std::string listing(std::size_t format, ByteUnit unit)
{
    return formats[format] == "json" ? deviceListJson(deviceCatalog()) : deviceListText(deviceCatalog(), unit);
}

} // namespace

std::vector<Option> devicesOptions()
{
    return {{"format", 0, alternatives(formats), "how to write the list; text if not given"}, unitOption()};
}

ExitStatus runDevices(const Arguments& arguments, Process)
{
    if (!arguments.operands.empty())
        return refuse(usageError("", inQuotes(arguments.operands.front()), "options only"));
    const Result<ByteUnit> unit = unitOf(arguments);
    if (!unit)
        return refuse(unit.error());
    const Result<std::size_t> format = choiceOf(arguments, "format", formats);
    if (!format)
        return refuse(format.error());
    return print(listing(*format, *unit)) ? ExitStatus::Fits : ExitStatus::Failure;
}

} // namespace plimsoll::app
