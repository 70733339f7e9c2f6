// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/solutionreport.h"

#include "interchange/report/renderers.h"
#include "interchange/sentences.h"

namespace plimsoll {

boost::json::object solutionJson(const Solution& solution, std::string_view field)
{
    return {{"maximize", field}, {"value", solution.value}, {"estimate", report::estimateJson(solution.estimate)}};
}

std::string solutionText(const Solution& solution, std::string_view field, ByteUnit unit)
{
    const DeviceVerdict& verdict = solution.estimate.devices.front();
    const std::string name(field);
    if (solution.value > 0)
        return name + " = " + formatCount(solution.value) + " is the largest that fits.\n"
            + verdictSentence(solution.estimate, unit) + '\n';
    std::string text = name + " = 1 does not fit. " + deviceSentence(verdict, unit) + '\n';
    if (verdict.oom)
        text += "Runs out at " + failureInWords(verdict, unit) + ".\n";
    return text;
}

} // namespace plimsoll
