// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBrush>

#include <vector>

class QPainter;
class QRectF;

namespace plimsoll::ui {

enum class Pattern : std::uint8_t { Solid, Dots, Vertical, Horizontal, Falling, Grid, Outline };

struct Fill
{
    QColor color;
    Pattern pattern = Pattern::Solid;

    bool operator==(const Fill&) const = default;
};

// What a fill stands out from the surface by: its outline where it has one, else its colour.
QColor strongestColor(const Fill& fill);

// Everything is drawn as shapes, not as brushes of pixels, so that it scales and stays sharp in SVG and PDF.
// Patterns hang on the painter's origin: segments side by side continue each other. unit is the width of a hair line.
void paintFill(QPainter& painter, const QRectF& rect, const Fill& fill, double unit);

// The same in a shape made of upright rectangles side by side, whose marks go on from one to the next: for output that
// knows no clipping.
void paintFill(QPainter& painter, const std::vector<QRectF>& columns, const Fill& fill, double unit);

// Rising stripes over what is there already, half of it covered.
void paintHatch(QPainter& painter, const QRectF& rect, const QColor& color, double unit);

// The same stripes as a brush of pixels: many times faster, but for painters of that pixel ratio only.
QBrush hatchBrush(const QColor& color, double unit, double pixelRatio);

} // namespace plimsoll::ui
