// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/refusal.h"

#include "scenario/scenariofile.h"

namespace plimsoll {

Result<Scenario> asFilesHold(const Scenario& scenario, std::span<const Device> devices)
{
    const Result<ScenarioFile> read = readScenario(writeScenario(scenario, devices), {});
    if (read)
        return read->scenario;
    Error error = read.error();
    error.file.clear();
    error.line = 0;
    error.column = 0;
    return error;
}

} // namespace plimsoll
