// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/sweepdrawing.h"

#include "format.h"

#include <algorithm>

namespace plimsoll::ui {

std::vector<SweepStop> SweepDrawing::stopsOf(const ChartInput& input) const
{
    return sweepStops(input.estimate.scenario, input.choices.lever);
}

QString SweepDrawing::subject() const
{
    const auto found = std::ranges::find(sweepLevers(), std::string_view(input().choices.lever), &SweepLever::path);
    return found == sweepLevers().end() ? QString() : toQString(found->label);
}

} // namespace plimsoll::ui
