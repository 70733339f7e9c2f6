// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/commands.h"
#include "interchange/modellist.h"
#include "output.h"

#include <array>

namespace plimsoll::app {

namespace {

constexpr std::array<std::string_view, 2> formats{"text", "json"};

} // namespace

std::vector<Option> modelsOptions()
{
    return {{"format", 0, alternatives(formats), "how to write the list; text if not given"}};
}

ExitStatus runModels(const Arguments& arguments, Process)
{
    if (!arguments.operands.empty())
        return refuse(usageError("", inQuotes(arguments.operands.front()), "options only"));
    const Result<std::size_t> format = choiceOf(arguments, "format", formats);
    if (!format)
        return refuse(format.error());
    const auto& models = modelCatalog();
    return print(formats[*format] == "json" ? modelListJson(models) : modelListText(models)) ? ExitStatus::Fits
                                                                                             : ExitStatus::Failure;
}

} // namespace plimsoll::app
