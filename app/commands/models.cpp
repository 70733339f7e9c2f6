// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/commands.h"
#include "inputs.h"
#include "interchange/modellist.h"
#include "output.h"

namespace plimsoll::app {

std::vector<Option> modelsOptions()
{
    return {textOrJsonOption("the list")};
}

ExitStatus runModels(const Arguments& arguments, Process)
{
    if (!arguments.operands.empty())
        return refuse(usageError("", inQuotes(arguments.operands.front()), "options only"));
    const Result<bool> json = wantsJson(arguments);
    if (!json)
        return refuse(json.error());
    const auto& models = modelCatalog();
    return print(*json ? modelListJson(models) : modelListText(models)) ? ExitStatus::Fits : ExitStatus::Failure;
}

} // namespace plimsoll::app
