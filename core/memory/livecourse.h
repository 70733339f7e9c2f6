// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/timeline.h"

#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

// Live bytes through one steady step, in the order in which it allocates and frees: what a chart of the step draws.
struct LiveCourse
{
    // A stretch of events at its highest point.
    struct Moment
    {
        Phase phase = Phase::Forward;
        Bytes total;
        ItemBytes items{};     // they sum to total
        std::string operation; // "mlp up: linear, backward"
    };

    std::vector<Moment> moments;
    std::size_t peak = 0; // the first of the moments with the most bytes
};

// The course in about so many moments, none of which reaches over two phases. The highest of them is the step's peak,
// to the byte, on a card of that compute capability. The scenario must be one that estimate() accepts.
LiveCourse liveCourse(const Scenario& scenario, std::string_view computeCapability = {}, std::int64_t moments = 480);

} // namespace plimsoll
