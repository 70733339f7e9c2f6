// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace plimsoll {

// What a byte is spent on. The order is the order of every bar, table and export: static items first.
enum class LineItem : std::uint8_t {
    Weights,
    MasterWeights,
    Gradients,
    OptimizerStates,
    WeightCopies,
    Activations,
    LogitsAndLoss,
    Workspace,
    Communication,
};
inline constexpr std::size_t lineItemCount = 9;

struct LineItemInfo
{
    std::string_view id;        // "optimizer_states"
    std::string_view label;     // "optimizer states"
    std::string_view meaning;   // one sentence for tooltips
    std::string_view lever;     // which choice moves it
    std::string_view leverCost; // what that choice costs
    std::string_view source;    // where the rule comes from
};

const std::array<LineItemInfo, lineItemCount>& lineItems();

inline const LineItemInfo& info(LineItem item)
{
    return lineItems()[static_cast<std::size_t>(item)];
}

enum class Phase : std::uint8_t { Load, Forward, Loss, Backward, OptimizerStep };

std::string_view id(Phase phase);    // "optimizer_step"
std::string_view label(Phase phase); // "optimizer step"

} // namespace plimsoll
