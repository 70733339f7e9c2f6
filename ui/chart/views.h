// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/drawing.h"

#include <memory>
#include <span>
#include <string_view>

namespace plimsoll::ui {

enum class ViewId { Tiers, Step, Figures, Sweep, Map, Scenarios };
inline constexpr std::size_t viewCount = 6;

// One view of a scenario: a tab of the window and a value of "plimsoll chart --view".
struct ViewInfo
{
    ViewId id;
    std::string_view name; // on the command line: "step"
    const char* title;     // of the tab, translated in the context "Views"
    const char* meaning;   // one sentence
    std::unique_ptr<Drawing> (*make)();
};

// In the order of the enumerators.
std::span<const ViewInfo> views();

inline const ViewInfo& info(ViewId view)
{
    return views()[static_cast<std::size_t>(view)];
}

} // namespace plimsoll::ui
