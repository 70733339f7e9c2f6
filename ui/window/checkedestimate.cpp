// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/checkedestimate.h"

#include "scenario/refusal.h"
#include "window/lever.h"

namespace plimsoll::ui {

namespace {

// A value that the file has no place for, because it follows from others: the lever, and where the file puts it.
std::optional<Error> lostValue(const Scenario& scenario, const Scenario& kept)
{
    for (const Lever& lever : levers()) {
        if (lever.copy || !differs(lever, scenario, kept))
            continue;
        Error error;
        error.path = lever.path;
        error.found = valueIn(lever, scenario).toStdString();
        error.expected = valueIn(lever, kept).toStdString() + ", which follows from the model's other sizes";
        return error;
    }
    return std::nullopt;
}

} // namespace

Result<Estimate> checkedEstimate(const Scenario& scenario, std::span<const Device> devices)
{
    const Result<Scenario> kept = asFilesHold(scenario, devices);
    if (!kept)
        return kept.error();
    if (*kept != scenario)
        if (const std::optional<Error> lost = lostValue(scenario, *kept))
            return *lost;
    return estimate(scenario, devices);
}

} // namespace plimsoll::ui
