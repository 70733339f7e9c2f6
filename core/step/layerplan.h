// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace plimsoll::step {

// Which of a model's layers are recorded. After some lead layers that differ (dense ones before experts), layers repeat
// with a period (1, or n where every n-th is checkpointed or attends to all). Of four periods and more, the first, a
// steady one and the last are recorded with what is left over, and the steady one stands for the others.
struct LayerPlan
{
    std::int64_t recorded = 0;
    std::int64_t lead = 0;
    std::int64_t period = 1;
    std::int32_t steadyGroup = -1; // -1: nothing is folded
    std::int64_t repeat = 1;       // how many periods the steady group stands for

    std::int32_t groupOf(std::int64_t layer) const
    {
        return static_cast<std::int32_t>(layer < lead ? layer : lead + (layer - lead) / period);
    }
    // The layer of the model that a recorded layer is; of folded ones the first.
    std::int64_t layerOf(std::int64_t recordedLayer) const
    {
        const bool afterFold = steadyGroup >= 0 && groupOf(recordedLayer) > steadyGroup;
        return afterFold ? recordedLayer + (repeat - 1) * period : recordedLayer;
    }

    // The same without the last period, for which the steady one stands too; none where more than it comes after that.
    std::optional<LayerPlan> withoutLast() const
    {
        if (steadyGroup < 0 || recorded != lead + 3 * period)
            return std::nullopt;
        return LayerPlan{recorded - period, lead, period, steadyGroup, repeat + 1};
    }

    static LayerPlan unrolled(std::int64_t layers) { return {layers, 0, 1, -1, 1}; }
    static LayerPlan folded(std::int64_t layers, std::int64_t period, std::int64_t lead)
    {
        const std::int64_t periods = (layers - lead) / period;
        if (periods < 4)
            return {layers, lead, period, -1, 1};
        return {lead + 3 * period + (layers - lead) % period, lead, period, static_cast<std::int32_t>(lead + 1),
                periods - 2};
    }
};

} // namespace plimsoll::step
