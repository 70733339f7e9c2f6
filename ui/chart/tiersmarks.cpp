// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/tiersmarks.h"

#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace plimsoll::ui {

namespace {

void paintFrame(QPainter& painter, const QRectF& rect, const QColor& color, double width)
{
    painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), width), color);
    painter.fillRect(QRectF(rect.left(), rect.bottom() - width, rect.width(), width), color);
    painter.fillRect(QRectF(rect.left(), rect.top(), width, rect.height()), color);
    painter.fillRect(QRectF(rect.right() - width, rect.top(), width, rect.height()), color);
}

void paintLoadLine(QPainter& painter, double x, double top, double bottom, const ChartStyle& style)
{
    const ThemeColors& color = colors(style.theme);
    const double width = style.hairs(3);
    const QRectF line(style.snapped(x - width / 2), top, width, bottom - top);
    const double halo = style.hairs(1);
    painter.fillRect(line.adjusted(-halo, 0, halo, 0), color.surface);
    painter.fillRect(line, color.loadLine);
}

// A whisker from left to right, no higher than the strip that it is drawn in.
void paintBand(QPainter& painter, double left, double right, const QRectF& strip, const ChartStyle& style)
{
    const double width = style.hairs(1);
    if (right - left < 4 * width || strip.height() < 3 * width)
        return; // too small to be seen as what it is
    const QColor& ink = colors(style.theme).loadLine;
    const double cap = std::min(3.5 * style.unit(), strip.height() / 2);
    const QRectF line = style.snapped(QRectF{left, strip.center().y() - width / 2, right - left, width});
    painter.fillRect(line, ink);
    for (const double x : {line.left(), line.right() - width})
        painter.fillRect(style.snapped(QRectF{x, line.center().y() - cap, width, 2 * cap}), ink);
}

// Where the bar is cut because it is too long: two slanted gaps, and an arrow at its end.
void paintBreak(QPainter& painter, const QRectF& bar, const ChartStyle& style)
{
    const double unit = style.unit();
    const ThemeColors& color = colors(style.theme);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color.surface);
    const double overhang = 2 * unit;
    for (const double x : {bar.right() - 24 * unit, bar.right() - 16 * unit}) {
        painter.drawConvexPolygon(QPolygonF{{x, bar.bottom() + overhang},
                                            {x + 3 * unit, bar.bottom() + overhang},
                                            {x + 9 * unit, bar.top() - overhang},
                                            {x + 6 * unit, bar.top() - overhang}});
    }
    painter.setBrush(color.oom);
    const double half = std::min(bar.height() / 2, 7 * unit);
    painter.drawConvexPolygon(QPolygonF{{bar.right(), bar.center().y() - half},
                                        {bar.right() + half, bar.center().y()},
                                        {bar.right(), bar.center().y() + half}});
    painter.restore();
}

// The pinned scenario: its outline around the bar.
void paintGhost(QPainter& painter, const QRectF& bar, const ChartStyle& style)
{
    const double out = style.hairs(3);
    QPen pen(colors(style.theme).muted, style.hairs(1), Qt::DashLine);
    pen.setJoinStyle(Qt::MiterJoin);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar.adjusted(0, -out, 0, out));
}

void paintMarksOf(QPainter& painter, const TiersScene& scene, std::size_t index)
{
    const TierBar& bar = scene.chart.bars[index];
    const ChartStyle& style = scene.style;
    const QRectF whole = scene.stretch(index, Bytes(), bar.total);
    if (bar.baseline)
        paintGhost(painter, scene.stretch(index, Bytes(), *bar.baseline), style);
    if (bar.excess() > Bytes())
        paintExcess(painter, scene.stretch(index, bar.usable, bar.total), style, scene.hatch);
    const QRectF hull = scene.hull(index);
    const double overhang = style.snapped(std::min(2 * style.unit(), scene.pitch / 10));
    paintLoadLine(painter, hull.right(), hull.top() - overhang, hull.bottom() + overhang, style);
    if (bar.total.toDouble() > scene.axisBytes())
        paintBreak(painter, whole, style);
    else if (bar.high > bar.low)
        paintBand(painter, scene.xOf(bar.low), scene.xOf(bar.high),
                  QRectF(whole.bottomLeft(), QPointF(whole.right(), hull.bottom())), style);
}

void paintTick(QPainter& painter, const QRectF& square, const QColor& color, double width)
{
    painter.setPen(QPen(color, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    const auto at
        = [&](double x, double y) { return square.topLeft() + QPointF(x * square.width(), y * square.height()); };
    painter.drawPolyline(QPolygonF{at(0.1, 0.55), at(0.4, 0.85), at(0.95, 0.15)});
}

void paintTriangle(QPainter& painter, const QRectF& square, const QColor& color, const QColor& ink)
{
    const auto at
        = [&](double x, double y) { return square.topLeft() + QPointF(x * square.width(), y * square.height()); };
    painter.setPen(QPen(color, square.width() * 0.12, Qt::SolidLine, Qt::SquareCap, Qt::RoundJoin));
    painter.setBrush(color);
    painter.drawConvexPolygon(QPolygonF{at(0.5, 0.08), at(0.96, 0.92), at(0.04, 0.92)});
    painter.setPen(QPen(ink, square.width() * 0.14, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(at(0.5, 0.34), at(0.5, 0.64));
    painter.drawLine(at(0.5, 0.72), at(0.5, 0.86));
}

void paintCross(QPainter& painter, const QRectF& square, const QColor& color, const QColor& ink)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(square);
    painter.setPen(QPen(ink, square.width() * 0.15, Qt::SolidLine, Qt::RoundCap));
    const QRectF cross
        = square.marginsRemoved(QMarginsF(square.width(), square.width(), square.width(), square.width()) * 0.3);
    painter.drawLine(cross.topLeft(), cross.bottomRight());
    painter.drawLine(cross.topRight(), cross.bottomLeft());
}

} // namespace

void paintGround(QPainter& painter, const TiersScene& scene)
{
    const ThemeColors& color = colors(scene.style.theme);
    for (std::size_t i = scene.firstBar; i < scene.firstBar + scene.visibleBars; ++i) {
        if (scene.chart.bars[i].smallestThatFits)
            painter.fillRect(scene.style.snapped(scene.row(i)), color.emphasis);
        painter.fillRect(scene.hull(i), color.hull);
    }
}

void paintMarks(QPainter& painter, const TiersScene& scene)
{
    for (std::size_t i = scene.firstBar; i < scene.firstBar + scene.visibleBars; ++i)
        paintMarksOf(painter, scene, i);
}

namespace {

// Around a segment, so far out.
void outline(QPainter& painter, const TiersScene& scene, const SegmentCursor& at, double hairs)
{
    const double width = scene.style.hairs(1.5);
    const double out = hairs * width;
    paintFrame(painter, scene.segment(at.bar, at.segment).adjusted(-out, -out, out, out),
               colors(scene.style.theme).cursor, width);
}

} // namespace

void paintSelection(QPainter& painter, const TiersScene& scene, Part selected)
{
    for (std::size_t i = scene.firstBar; i < scene.firstBar + scene.visibleBars; ++i) {
        const std::vector<Segment>& segments = scene.chart.bars[i].segments;
        for (std::size_t j = 0; j < segments.size(); ++j)
            if (segments[j].part == selected)
                outline(painter, scene, {i, j}, 1);
    }
}

void paintCursor(QPainter& painter, const TiersScene& scene, const SegmentCursor& cursor)
{
    if (scene.isShown(cursor.bar))
        outline(painter, scene, cursor, 2);
}

void paintExcess(QPainter& painter, const QRectF& rect, const ChartStyle& style, const QBrush& hatch)
{
    if (rect.width() < 1)
        return;
    const ThemeColors& color = colors(style.theme);
    if (hatch.style() == Qt::NoBrush)
        paintHatch(painter, rect, color.surface, style.unit());
    else
        painter.fillRect(rect, hatch);
    paintFrame(painter, rect, color.oom, style.hairs(1.5));
}

void paintMarkSwatch(QPainter& painter, const QRectF& swatch, Mark mark, const ChartStyle& style)
{
    const ThemeColors& color = colors(style.theme);
    const double unit = style.unit();
    switch (mark) {
    case Mark::Total:
        painter.setFont(style.bold());
        painter.setPen(color.text);
        painter.drawText(swatch.adjusted(0, -unit, 0, unit), Qt::AlignCenter | Qt::TextDontClip, QStringLiteral("Σ"));
        return;
    case Mark::LoadLine:
        painter.fillRect(style.snapped(swatch.adjusted(0, 0, -swatch.width() / 2, 0)), color.hull);
        return paintLoadLine(painter, swatch.center().x(), swatch.top() - unit, swatch.bottom() + unit, style);
    case Mark::Excess:
        painter.fillRect(swatch, lineItemColor(LineItem::Activations, style.theme));
        return paintExcess(painter, swatch, style);
    case Mark::Band:
        return paintBand(painter, swatch.left(), swatch.right(), swatch, style);
    case Mark::SmallestThatFits:
        painter.fillRect(swatch, color.emphasis);
        return paintVerdictGlyph(painter, swatch, Verdict::Fits, style);
    case Mark::Pinned:
        return paintGhost(painter, swatch.adjusted(0, style.hairs(3), 0, -style.hairs(3)), style);
    }
}

void paintVerdictGlyph(QPainter& painter, const QRectF& square, Verdict verdict, const ChartStyle& style)
{
    const ThemeColors& color = colors(style.theme);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    switch (verdict) {
    case Verdict::Fits:
        paintTick(painter, square, color.text, 1.6 * style.unit());
        break;
    case Verdict::Tight:
        paintTriangle(painter, square, color.tight, color.surface);
        break;
    case Verdict::Oom:
        paintCross(painter, square, color.oom, color.surface);
        break;
    }
    painter.restore();
}

} // namespace plimsoll::ui
