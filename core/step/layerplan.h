// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace plimsoll::step {

// Which of a model's layers are recorded. Layers repeat with a period (1, or n where every n-th is checkpointed); of
// four periods and more, the first, a steady one and the last are recorded with what is left over, and the steady one
// stands for the others.
struct LayerPlan
{
    std::int64_t recorded = 0;
    std::int64_t period = 1;
    std::int32_t steadyGroup = -1; // -1: nothing is folded
    std::int64_t repeat = 1;       // how many periods the steady group stands for

    std::int32_t groupOf(std::int64_t layer) const { return static_cast<std::int32_t>(layer / period); }

    static LayerPlan unrolled(std::int64_t layers) { return {layers, 1, -1, 1}; }
    static LayerPlan folded(std::int64_t layers, std::int64_t period)
    {
        const std::int64_t periods = layers / period;
        if (periods < 4)
            return {layers, period, -1, 1};
        return {3 * period + layers % period, period, 1, periods - 2};
    }
};

} // namespace plimsoll::step
