// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fill.h"
#include "part.h"

#include <QColor>
#include <QPixmap>

namespace plimsoll::ui {

enum class Theme { Light, Dark };

// Colours by what they mean. Nothing but OOM is oom's red.
struct ThemeColors
{
    QColor surface;
    QColor text;
    QColor muted; // axis, remarks
    QColor grid;
    QColor hull;     // what a card can hold
    QColor loadLine; // where that ends
    QColor oom;
    QColor tight;
    QColor tightGround; // an area of it, paler
    QColor emphasis;    // ground under the smallest tier that fits
    QColor cursor;      // outline of what is selected
};

const ThemeColors& colors(Theme theme);

// How a part is filled: the same in bars, legends, tables and exports. Parts that follow one another differ in
// lightness, so that they stay apart in grey print and for colour-blind eyes; parts alike in lightness differ in
// pattern.
const Fill& fillOf(Part part, Theme theme);

QColor lineItemColor(LineItem item, Theme theme);

// A square of the item's fill, for tables and legends; size in logical pixels.
QPixmap lineItemSwatch(LineItem item, Theme theme, int size);

} // namespace plimsoll::ui
