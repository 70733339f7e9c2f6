// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>

#include <algorithm>

namespace plimsoll::ui {

// The type of stop labels, costs and effects.
inline QFont smallFont(QFont font)
{
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * 0.88);
    else
        font.setPixelSize(std::max(9, font.pixelSize() * 88 / 100));
    return font;
}

// Text of second rank: two thirds of the way from the background to the text, so that it stays readable in both themes.
inline QColor quietColor(const QPalette& palette)
{
    const QColor text = palette.color(QPalette::WindowText);
    const QColor ground = palette.color(QPalette::Window);
    const auto between = [](int from, int to) { return from + (to - from) * 2 / 3; };
    return {between(ground.red(), text.red()), between(ground.green(), text.green()),
            between(ground.blue(), text.blue())};
}

} // namespace plimsoll::ui
