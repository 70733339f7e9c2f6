// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plimsoll::ui {

// The unit all margins and gaps of the window are multiples of, in pixels.
inline constexpr int spacing = 8;

} // namespace plimsoll::ui
