// SPDX-License-Identifier: GPL-3.0-or-later
#include "patternbrush.h"

#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace plimsoll::ui {

namespace {

constexpr double stripes = 6; // from one to the next, in hair lines, as paintFill() sets them

} // namespace

QBrush fallingBrush(const Fill& fill, double unit, double pixelRatio)
{
    // The tile is whole pixels wide, so that the stripes meet where it repeats.
    const int side = std::max(2, static_cast<int>(std::lround(stripes * unit * pixelRatio)));
    QImage tile(side, side, QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&tile);
    paintFill(painter, QRectF(0, 0, side, side), fill, side / stripes);
    painter.end();
    QBrush brush(tile);
    brush.setTransform(QTransform::fromScale(1 / pixelRatio, 1 / pixelRatio));
    return brush;
}

} // namespace plimsoll::ui
