// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme.h"

#include <QFont>
#include <QRectF>

#include <algorithm>
#include <cmath>

namespace plimsoll::ui {

// Between an axis and its labels, in hair lines.
inline constexpr double tickLabelGap = 4;

// How a chart is drawn. All distances follow the font, so that a chart at twice the font size is the same picture.
struct ChartStyle
{
    Theme theme = Theme::Light;
    QFont font;            // with a pixel size
    double pixelRatio = 1; // pixels for a logical one, where edges are put on whole pixels
    // Some shapes may be drawn with brushes of pixels, which is faster.
    bool isForScreen = false;

    bool operator==(const ChartStyle&) const = default;

    // The width of a hair line: a thirteenth of the font's size, in pixels.
    double unit() const { return font.pixelSize() / 13.0; }

    double snapped(double length) const { return std::round(length * pixelRatio) / pixelRatio; }
    QRectF snapped(const QRectF& rect) const
    {
        const double left = snapped(rect.left());
        const double top = snapped(rect.top());
        return {left, top, snapped(rect.right()) - left, snapped(rect.bottom()) - top};
    }
    // So many hair lines in whole pixels, at least one.
    double hairs(double count) const { return std::max(1 / pixelRatio, snapped(count * unit())); }

    QFont scaled(double factor, QFont::Weight weight = QFont::Normal) const
    {
        QFont result = font;
        result.setPixelSize(std::max(1, static_cast<int>(font.pixelSize() * factor + 0.5)));
        result.setWeight(weight);
        return result;
    }
    QFont bold() const { return scaled(1, QFont::Bold); }
    QFont small() const { return scaled(0.8); }
};

} // namespace plimsoll::ui
