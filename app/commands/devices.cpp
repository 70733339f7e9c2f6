// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/commands.h"
#include "inputs.h"
#include "interchange/devicelist.h"
#include "output.h"

namespace plimsoll::app {

namespace {

std::string listing(bool json, ByteUnit unit)
{
    return json ? deviceListJson(deviceCatalog()) : deviceListText(deviceCatalog(), unit);
}

} // namespace

std::vector<Option> devicesOptions()
{
    return {textOrJsonOption("the list"), unitOption()};
}

ExitStatus runDevices(const Arguments& arguments, Process)
{
    if (!arguments.operands.empty())
        return refuse(usageError("", inQuotes(arguments.operands.front()), "options only"));
    const Result<ByteUnit> unit = unitOf(arguments);
    if (!unit)
        return refuse(unit.error());
    const Result<bool> json = wantsJson(arguments);
    if (!json)
        return refuse(json.error());
    return print(listing(*json, *unit)) ? ExitStatus::Fits : ExitStatus::Failure;
}

} // namespace plimsoll::app
