// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme.h"

#include <QPalette>

namespace plimsoll::ui {

enum class ThemeChoice { System, Light, Dark };

// The theme a palette belongs to, by how light its ground is.
Theme themeOf(const QPalette& palette);

// The palette of a window that has chosen its theme; with ThemeChoice::System one that leaves all to the system.
QPalette paletteOf(ThemeChoice choice);

} // namespace plimsoll::ui
