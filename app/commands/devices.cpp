// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/commands.h"
#include "inputs.h"
#include "interchange/devicelist.h"
#include "output.h"

#include <array>

namespace plimsoll::app {

namespace {

constexpr std::array<std::string_view, 2> formats{"text", "json"};

} // namespace

std::vector<Option> devicesOptions()
{
    return {{"format", 0, alternatives(formats), "how to write the list; text if not given"}, unitOption()};
}

ExitStatus runDevices(const Arguments& arguments, Process)
{
    if (!arguments.operands.empty())
        return refuse(usageError("", quoted(arguments.operands.front()), "options only"));
    const Result<ByteUnit> unit = unitOf(arguments);
    if (!unit)
        return refuse(unit.error());
    const std::string format = arguments.value("format", formats.front());
    if (format != "text" && format != "json")
        return refuse(usageError("--format", quoted(format), alternatives(formats)));
    const bool written
        = print(format == "json" ? deviceListJson(deviceCatalog()) : deviceListText(deviceCatalog(), *unit));
    return written ? ExitStatus::Fits : ExitStatus::Failure;
}

} // namespace plimsoll::app
