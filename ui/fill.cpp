// SPDX-License-Identifier: GPL-3.0-or-later
#include "fill.h"

#include <QImage>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace plimsoll::ui {

namespace {

// In hair lines.
constexpr double hatchStep = 7;
constexpr double fallingStep = 6;
constexpr double fallingWidth = 1.5;

QColor mixed(const QColor& color, const QColor& other, double share)
{
    const auto mix = [share](int a, int b) { return static_cast<int>(std::lround(a + share * (b - a))); };
    return QColor(mix(color.red(), other.red()), mix(color.green(), other.green()), mix(color.blue(), other.blue()));
}

bool isPale(const QColor& color)
{
    return qGray(color.rgb()) > 110;
}

// What a pattern's marks are drawn in: paler on dark colours, darker on pale ones.
QColor inkOn(const QColor& color)
{
    return isPale(color) ? mixed(color, Qt::black, 0.45) : mixed(color, Qt::white, 0.55);
}

// The first multiple of step at or above value.
double firstAbove(double value, double step)
{
    return std::ceil(value / step) * step;
}

// Marks are handed out as rectangles.
template <class Sink>
void forVertical(const QRectF& rect, double step, double width, const Sink& sink)
{
    for (double x = firstAbove(rect.left(), step); x + width <= rect.right(); x += step)
        sink(QRectF(x, rect.top(), width, rect.height()));
}

template <class Sink>
void forHorizontal(const QRectF& rect, double step, double width, const Sink& sink)
{
    for (double y = rect.top() + step / 2; y + width <= rect.bottom(); y += step)
        sink(QRectF(rect.left(), y, rect.width(), width));
}

template <class Sink>
void forDots(const QRectF& rect, double step, double size, const Sink& sink)
{
    for (double y = rect.top() + step / 3; y + size <= rect.bottom(); y += step)
        for (double x = firstAbove(rect.left(), step); x + size <= rect.right(); x += step)
            sink(QRectF(x, y, size, size));
}

// The upright and level marks of a pattern.
template <class Sink>
void forMarks(const QRectF& rect, Pattern pattern, double unit, const Sink& sink)
{
    if (pattern == Pattern::Dots)
        forDots(rect, 5 * unit, 2 * unit, sink);
    if (pattern == Pattern::Vertical || pattern == Pattern::Grid)
        forVertical(rect, 5 * unit, unit, sink);
    if (pattern == Pattern::Horizontal)
        forHorizontal(rect, 4 * unit, unit, sink);
    if (pattern == Pattern::Grid)
        forHorizontal(rect, 5 * unit, unit, sink);
}

// The part of rect in which low <= x + slope * y <= high, with slope 1 or -1: a diagonal band. Cut by hand, because
// SVG output knows no clipping.
QPolygonF band(const QRectF& rect, double slope, double low, double high)
{
    QPolygonF shape{rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft()};
    const auto cut = [&shape, slope](double sign, double bound) {
        const auto outside = [&](const QPointF& p) { return sign * (p.x() + slope * p.y() - bound); };
        QPolygonF kept;
        for (qsizetype i = 0; i < shape.size(); ++i) {
            const QPointF a = shape[i];
            const QPointF b = shape[(i + 1) % shape.size()];
            if (outside(a) <= 0)
                kept << a;
            if ((outside(a) < 0) != (outside(b) < 0) && outside(a) != outside(b))
                kept << a + (b - a) * (outside(a) / (outside(a) - outside(b)));
        }
        shape = kept;
    };
    cut(-1, low);
    cut(1, high);
    return shape;
}

void paintDiagonals(QPainter& painter, const QRectF& rect, const QColor& ink, double slope, double step, double width)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    const double first = slope > 0 ? rect.left() + rect.top() : rect.left() - rect.bottom();
    const double last = first + rect.width() + rect.height();
    for (double low = firstAbove(first - width, step); low < last; low += step)
        painter.drawConvexPolygon(band(rect, slope, low, low + width));
    painter.restore();
}

void paintOutline(QPainter& painter, const QRectF& rect, const QColor& ink, double width)
{
    if (rect.width() <= 2 * width)
        return painter.fillRect(rect, ink);
    painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), width), ink);
    painter.fillRect(QRectF(rect.left(), rect.bottom() - width, rect.width(), width), ink);
    painter.fillRect(QRectF(rect.left(), rect.top(), width, rect.height()), ink);
    painter.fillRect(QRectF(rect.right() - width, rect.top(), width, rect.height()), ink);
}

// Grey, since what is outlined is grey, and as far from both surfaces.
const QColor outlineInk(0x80, 0x87, 0x8e);

} // namespace

QColor strongestColor(const Fill& fill)
{
    return fill.pattern == Pattern::Outline ? outlineInk : fill.color;
}

void paintFill(QPainter& painter, const QRectF& rect, const Fill& fill, double unit)
{
    painter.fillRect(rect, fill.color);
    const QColor ink = inkOn(fill.color);
    if (fill.pattern == Pattern::Falling)
        return paintDiagonals(painter, rect, ink, -1, fallingStep * unit, fallingWidth * unit);
    if (fill.pattern == Pattern::Outline)
        return paintOutline(painter, rect, outlineInk, unit);
    forMarks(rect, fill.pattern, unit, [&](const QRectF& mark) { painter.fillRect(mark, ink); });
}

void paintFill(QPainter& painter, const std::vector<QRectF>& columns, const Fill& fill, double unit)
{
    QRectF bounds;
    for (const QRectF& column : columns) {
        bounds |= column;
        painter.fillRect(column, fill.color);
    }
    const QColor ink = inkOn(fill.color);
    if (fill.pattern == Pattern::Falling)
        for (const QRectF& column : columns)
            paintDiagonals(painter, column, ink, -1, fallingStep * unit, fallingWidth * unit);
    // A mark reaches over few columns, which stand in order.
    forMarks(bounds, fill.pattern, unit, [&](const QRectF& mark) {
        const auto first = std::ranges::lower_bound(columns, mark.left(), {}, &QRectF::right);
        for (auto column = first; column != columns.end() && column->left() < mark.right(); ++column)
            if (const QRectF piece = column->intersected(mark); !piece.isEmpty())
                painter.fillRect(piece, ink);
    });
}

void paintHatch(QPainter& painter, const QRectF& rect, const QColor& color, double unit)
{
    paintDiagonals(painter, rect, color, 1, hatchStep * unit, hatchStep / 2 * unit);
}

QBrush hatchBrush(const QColor& color, double unit, double pixelRatio)
{
    // The tile is whole pixels wide, so that the stripes meet where it repeats.
    const int side = std::max(2, static_cast<int>(std::lround(hatchStep * unit * pixelRatio)));
    QImage tile(side, side, QImage::Format_ARGB32_Premultiplied);
    tile.fill(Qt::transparent);
    QPainter painter(&tile);
    paintDiagonals(painter, QRectF(0, 0, side, side), color, 1, side, side / 2.0);
    painter.end();
    QBrush brush(tile);
    brush.setTransform(QTransform::fromScale(1 / pixelRatio, 1 / pixelRatio));
    return brush;
}

} // namespace plimsoll::ui
