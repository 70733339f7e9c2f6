// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/solve.h"

#include "commands/commands.h"
#include "inputs.h"
#include "output.h"

#include "base/jsonwriter.h"
#include "interchange/solutionreport.h"

#include <boost/json/array.hpp>

namespace plimsoll::app {

namespace {

struct Solutions
{
    std::string text;
    boost::json::array json;
    ExitStatus status = ExitStatus::Fits;
};

// The error of one scenario stands in its place, as in an estimate's array.
void addBad(Solutions& solutions, const std::string& name, const Error& error)
{
    solutions.status = ExitStatus::BadInput;
    solutions.json.push_back(boost::json::object{{"name", name}, {"error", error.message()}});
}

void addSolution(Solutions& solutions, const ReportEntry& entry, std::string_view field, ByteUnit unit)
{
    if (!entry.estimate)
        return addBad(solutions, entry.name, entry.estimate.error()); // has been said already
    const std::vector<DeviceVerdict>& devices = entry.estimate->devices;
    Result<Solution> solution = usageError("--device", devices.empty() ? "none" : "several", "one device");
    if (devices.size() == 1)
        solution = solve(entry.estimate->scenario, devices.front().device, field);
    if (!solution) {
        complain(entry.name + ": " + solution.error().message());
        return addBad(solutions, entry.name, solution.error());
    }
    if (solution->value == 0 && solutions.status == ExitStatus::Fits)
        solutions.status = ExitStatus::DoesNotFit;
    solutions.text += solutionText(*solution, field, unit);
    solutions.json.push_back(solutionJson(*solution, field));
}

} // namespace

std::vector<Option> solveOptions()
{
    std::vector<Option> options = inputOptions();
    options.push_back({"maximize", 0, alternatives(fieldsToMaximize()), "what to make as large as fits"});
    options.push_back(textOrJsonOption("the answer"));
    options.push_back(unitOption());
    return options;
}

ExitStatus runSolve(const Arguments& arguments, Process)
{
    const Result<bool> asJson = wantsJson(arguments);
    if (!asJson)
        return refuse(asJson.error());
    const Result<std::size_t> field = choiceOf(arguments, "maximize", fieldsToMaximize());
    if (!field)
        return refuse(field.error());
    const Result<ByteUnit> unit = unitOf(arguments);
    if (!unit)
        return refuse(unit.error());
    const Result<Inputs> inputs = readInputs(arguments);
    if (!inputs)
        return refuse(inputs.error());
    Solutions solutions;
    for (const ReportEntry& entry : inputs->entries)
        addSolution(solutions, entry, fieldsToMaximize()[*field], *unit);
    const bool alone = solutions.json.size() == 1 && !inputs->asList;
    if (alone && solutions.status == ExitStatus::BadInput)
        return solutions.status;
    const std::string json = alone ? toJsonText(solutions.json.front()) : toJsonText(solutions.json);
    return print(*asJson ? json : solutions.text) ? solutions.status : ExitStatus::Failure;
}

} // namespace plimsoll::app
