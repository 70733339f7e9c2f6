// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/checkedestimate.h"

#include "scenario/scenariofile.h"

namespace plimsoll::ui {

Result<Estimate> checkedEstimate(const Scenario& scenario, std::span<const Device> devices)
{
    const Result<ScenarioFile> read = readScenario(writeScenario(scenario, devices), {});
    if (read)
        return estimate(scenario, devices);
    // Places in the text are of no file that the user has.
    Error error = read.error();
    error.file.clear();
    error.line = 0;
    error.column = 0;
    return error;
}

} // namespace plimsoll::ui
