// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/explainoom.h"

#include "base/jsonwriter.h"
#include "base/textfile.h"
#include "commands/commands.h"
#include "inputs.h"
#include "interchange/oomreport.h"
#include "output.h"

namespace plimsoll::app {

std::vector<Option> explainOomOptions()
{
    std::vector<Option> options = inputOptions();
    options.push_back(textOrJsonOption("the answer"));
    options.push_back(unitOption());
    return options;
}

ExitStatus runExplainOom(const Arguments& arguments, Process)
{
    const Result<bool> json = wantsJson(arguments);
    if (!json)
        return refuse(json.error());
    const Result<ByteUnit> unit = unitOf(arguments);
    if (!unit)
        return refuse(unit.error());
    if (arguments.operands.size() != 2)
        return refuse(usageError("FILE TEXT", std::to_string(arguments.operands.size()) + " operands",
                                 "a scenario file and the message, in quotes or - for standard input"));
    Arguments fileOnly = arguments;
    fileOnly.operands.resize(1);
    const Result<Inputs> inputs = readInputs(fileOnly);
    if (!inputs)
        return refuse(inputs.error());
    if (inputs->entries.size() != 1)
        return refuse(usageError("FILE", std::to_string(inputs->entries.size()) + " scenarios", "one scenario"));
    const Result<Estimate>& estimate = inputs->entries.front().estimate;
    if (!estimate)
        return ExitStatus::BadInput; // has been said
    const std::string& given = arguments.operands.back();
    const Result<std::string> text = given == "-" ? readWholeFile(given) : Result<std::string>(given);
    if (!text)
        return refuse(text.error());
    const Result<OomExplanation> explanation = explainOom(estimate->scenario, *text);
    if (!explanation)
        return refuse(explanation.error());
    const std::string answer
        = *json ? toJsonText(oomJson(*explanation, *estimate)) : oomText(*explanation, *estimate, *unit);
    return print(answer) ? ExitStatus::Fits : ExitStatus::Failure;
}

} // namespace plimsoll::app
