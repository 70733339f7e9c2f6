// SPDX-License-Identifier: GPL-3.0-or-later
#include "readscenario.h"

#include "base/utf8.h"
#include "scenario/scenariofile.h"

#include <algorithm>

namespace plimsoll::test {

namespace {

bool isOneLine(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        if (length == 0 || text[0] == '\n' || text[0] == '\0')
            return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string brokenBy(const Error& error)
{
    const std::string message = error.message();
    constexpr std::size_t longest = 2'000;
    if (error.expected.empty() || message.size() > longest || !isOneLine(message))
        return "a message that is not one short line: " + message;
    if (error.line < 1 || error.column < 1)
        return "no place in: " + message;
    return {};
}

std::string brokenBy(const ScenarioFile& file)
{
    const std::string written = writeScenario(file.scenario, file.devices);
    const Result<ScenarioFile> again = readScenario(written, "again.json");
    if (!again)
        return "what was written is refused: " + again.error().message() + '\n' + written;
    if (again->scenario != file.scenario || again->devices != file.devices)
        return "what was written reads differently: " + written;
    if (inWords(file.scenario).empty())
        return "no words for: " + written;
    return {};
}

} // namespace

std::string brokenPromise(std::string_view bytes)
{
    for (const Result<ScenarioFile>& file : readScenarios(bytes, "fuzz.json")) {
        std::string broken = file ? brokenBy(*file) : brokenBy(file.error());
        if (!broken.empty())
            return broken;
    }
    return {};
}

} // namespace plimsoll::test
