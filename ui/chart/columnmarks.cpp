// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/columnmarks.h"

#include "chart/textblock.h"
#include "chart/tiersmarks.h"
#include "format.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QtMath>

#include <array>
#include <cmath>

namespace plimsoll::ui {

namespace {

QString tr(const char* english)
{
    return QCoreApplication::translate("ColumnsDrawing", english);
}

void paintColumn(QPainter& painter, const ColumnsScene& scene, std::size_t index, const std::optional<Part>& selected)
{
    const ChartStyle& style = scene.style;
    const Estimate& estimate = scene.columns[index].estimate;
    const DeviceVerdict verdict = ownVerdict(estimate);
    Bytes from;
    for (const Part part : parts()) {
        const Bytes bytes = bytesOf(part, estimate, verdict);
        const QRectF rect = scene.bar(index, from, from + bytes);
        from += bytes;
        if (rect.height() <= 0)
            continue;
        paintFill(painter, rect, fillOf(part, style.theme), style.unit());
        if (selected == std::optional<Part>(part)) {
            painter.setPen(QPen(colors(style.theme).cursor, style.hairs(2)));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(rect);
        }
    }
    if (!scene.devices.empty() && verdict.total > scene.devices.back().usable && fitsNone(estimate))
        paintExcess(painter, scene.bar(index, scene.devices.back().usable, verdict.total), style);
}

// Where the scenario stands.
void paintDiamond(QPainter& painter, const QPointF& at, const ChartStyle& style)
{
    const double side = 6 * style.unit();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors(style.theme).surface, style.hairs(1.5)));
    painter.setBrush(colors(style.theme).loadLine);
    painter.drawConvexPolygon(
        QPolygonF{at + QPointF(0, -side), at + QPointF(side, 0), at + QPointF(0, side), at + QPointF(-side, 0)});
    painter.restore();
}

// Ends under the middle of its column.
void paintSlanted(QPainter& painter, const ColumnsScene& scene, const QPointF& end, bool isBold, const QString& text,
                  const QColor& ink)
{
    const QFont font = scene.style.scaled(0.8, isBold ? QFont::Bold : QFont::Normal);
    const QFontMetricsF metrics(font);
    painter.save();
    painter.setFont(font);
    painter.setPen(ink);
    painter.translate(end + QPointF(metrics.height() / 4, metrics.height() / 2));
    painter.rotate(-slantOfNames);
    const double angle = qDegreesToRadians(slantOfNames);
    const double room = std::min(scene.stopHeight / std::sin(angle), (end.x() - scene.area.left()) / std::cos(angle));
    paintLine(painter, QRectF(0, -metrics.height() / 2, 0, metrics.height()), Qt::AlignRight,
              metrics.elidedText(text, Qt::ElideRight, room));
    painter.restore();
}

// "A100 SXM4 40GB", or where it is too wide "A100 40GB".
QString fitted(const QString& name, const QFontMetricsF& metrics, double room)
{
    if (metrics.horizontalAdvance(name) <= room || name.count(u' ') < 2)
        return name;
    return name.section(u' ', 0, 0) + u' ' + name.section(u' ', -1);
}

void paintCentred(QPainter& painter, const ColumnsScene& scene, std::size_t stop, double top, const QFont& font,
                  const QString& text, const QColor& ink)
{
    const QFontMetricsF metrics(font);
    const double room = scene.pitch - 3 * scene.style.unit();
    painter.setFont(font);
    painter.setPen(ink);
    paintLine(painter, QRectF(scene.middleOf(stop) - scene.pitch / 2, top, scene.pitch, metrics.height()),
              Qt::AlignHCenter, metrics.elidedText(text, Qt::ElideRight, room));
}

// The smallest tier that it fits.
QString verdictOf(const Column& column)
{
    if (const DeviceVerdict* fitting = smallestThatFits(column.estimate))
        return toQString(shortName(fitting->device));
    return column.estimate.devices.empty() ? QString() : tr("OOM");
}

void paintFigure(QPainter& painter, const ColumnsScene& scene, std::size_t index)
{
    const Column& column = scene.columns[index];
    const ChartStyle& style = scene.style;
    const QFont font = scene.isSlanted ? style.small() : column.stop.isCurrent ? style.bold() : style.font;
    const QFontMetricsF metrics(font);
    const QString whole = bytesText(column.estimate.total, scene.unit);
    const QString figure = scene.isSlanted ? whole.section(u' ', 0, 0) : whole;
    const double above = column.stop.isCurrent ? 7 * style.unit() : 0; // over the diamond
    const double top = scene.bar(index, Bytes(), column.estimate.total).top() - above - metrics.height();
    const double width = std::min(metrics.horizontalAdvance(figure) + 4, scene.pitch);
    painter.fillRect(QRectF(scene.middleOf(scene.stopOf[index]) - width / 2, top, width, metrics.height() - 1),
                     colors(style.theme).surface);
    paintCentred(painter, scene, scene.stopOf[index], top, font, figure, colors(style.theme).text);
}

void paintNames(QPainter& painter, const ColumnsScene& scene, std::size_t index)
{
    const Column& column = scene.columns[index];
    const ChartStyle& style = scene.style;
    const ThemeColors& color = colors(style.theme);
    const double under = scene.axis.plot.bottom() + 3 * style.unit();
    const QString name = toQString(column.stop.label);
    const bool isOom = fitsNone(column.estimate);
    const std::size_t stop = scene.stopOf[index];
    if (scene.isSlanted)
        return paintSlanted(painter, scene, QPointF(scene.middleOf(stop), under), column.stop.isCurrent, name,
                            isOom ? color.oom : color.text);
    paintCentred(painter, scene, stop, under, column.stop.isCurrent ? style.bold() : style.font, name, color.text);
    const QFont font = isOom ? style.bold() : style.small();
    paintCentred(painter, scene, stop, under + QFontMetricsF(style.font).height(), font,
                 fitted(verdictOf(column), QFontMetricsF(font), scene.pitch - 3 * style.unit()),
                 isOom ? color.oom : color.muted);
}

// The names of cards too close to each other stand once for the one, the others are told by hovering over the tiers.
void paintLoadLines(QPainter& painter, const ColumnsScene& scene)
{
    const ChartStyle& style = scene.style;
    const QFontMetricsF metrics(style.small());
    const double line = metrics.height();
    double free = scene.axis.plot.bottom() + line;
    for (const Device& device : scene.devices) {
        if (device.usable.toDouble() > scene.axis.scale.end * bytesIn(scene.unit))
            return;
        const double at = style.snapped(scene.axis.y(device.usable));
        painter.fillRect(QRectF(scene.axis.plot.left(), at, scene.axis.plot.width(), style.hairs(1.5)),
                         colors(style.theme).loadLine);
        if (at + line / 2 > free)
            continue;
        painter.setFont(style.small());
        painter.setPen(colors(style.theme).text);
        paintLine(painter, QRectF(scene.names.left(), at - line / 2, scene.names.width(), line), Qt::AlignLeft,
                  metrics.elidedText(toQString(shortName(device)), Qt::ElideRight, scene.names.width()));
        free = at - line / 2;
    }
}

// A line from stop to stop, and its name where it ends.
void paintOverlay(QPainter& painter, const ColumnsScene& scene, std::size_t index)
{
    const ChartStyle& style = scene.style;
    const Overlay& overlay = scene.overlays[index];
    std::vector<std::pair<QPointF, bool>> points;
    for (std::size_t stop = 0; stop < overlay.totals.size(); ++stop)
        if (const std::optional<Bytes>& total = overlay.totals[stop])
            points.emplace_back(QPointF(scene.middleOf(stop), scene.axis.y(*total)),
                                !scene.devices.empty() && *total > scene.devices.back().usable);
    static constexpr std::array dashes{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto& [color, width] : {std::pair{colors(style.theme).surface, 3.5}, {colors(style.theme).text, 1.5}}) {
        painter.setPen(QPen(color, style.hairs(width), dashes[index % dashes.size()]));
        for (std::size_t i = 1; i < points.size(); ++i)
            painter.drawLine(points[i - 1].first, points[i].first);
    }
    painter.restore();
    for (const auto& [at, isOom] : points)
        paintOverlayMark(painter, at, index, isOom, style);
}

// What the lines are, in the plot's upper left corner, where sweeps have their short columns.
void paintOverlayNames(QPainter& painter, const ColumnsScene& scene)
{
    const ChartStyle& style = scene.style;
    const QFont font = style.small();
    const QFontMetricsF metrics(font);
    const double left = scene.axis.plot.left() + 8 * style.unit();
    double top = scene.axis.plot.top() + 4 * style.unit();
    for (std::size_t i = 0; i < scene.overlays.size(); ++i) {
        const QString name = metrics.elidedText(scene.overlays[i].name, Qt::ElideRight, scene.axis.plot.width() / 2);
        const double indent = 14 * style.unit();
        painter.fillRect(QRectF(left - 3, top, metrics.horizontalAdvance(name) + indent + 6, metrics.height()),
                         colors(style.theme).surface);
        paintOverlayMark(painter, QPointF(left + 4 * style.unit(), top + metrics.height() / 2), i, false, style);
        painter.setFont(font);
        painter.setPen(colors(style.theme).text);
        paintLine(painter, QRectF(left + indent, top, 0, metrics.height()), Qt::AlignLeft, name);
        top += metrics.height();
    }
}

} // namespace

void paintOverlayMark(QPainter& painter, const QPointF& at, std::size_t overlay, bool isOom, const ChartStyle& style)
{
    const ThemeColors& color = colors(style.theme);
    const double side = 4.5 * style.unit();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(isOom ? color.oom : color.text, style.hairs(1.5)));
    painter.setBrush(color.surface);
    const QRectF box(at - QPointF(side, side), QSizeF(2 * side, 2 * side));
    switch (overlay % 4) {
    case 0:
        painter.drawEllipse(box);
        break;
    case 1:
        painter.drawRect(box);
        break;
    case 2:
        painter.drawConvexPolygon(QPolygonF{{at.x(), box.top()}, box.bottomRight(), box.bottomLeft()});
        break;
    default:
        painter.drawConvexPolygon(QPolygonF{{at.x(), box.bottom()}, box.topRight(), box.topLeft()});
    }
    painter.restore();
    if (isOom)
        paintHatch(painter, box.adjusted(side / 3, side / 3, -side / 3, -side / 3), color.oom, style.unit() / 2);
}

void paintColumns(QPainter& painter, const ColumnsScene& scene, const std::optional<Part>& selected)
{
    scene.axis.paint(painter, scene.style);
    for (std::size_t i = 0; i < scene.columns.size(); ++i)
        paintColumn(painter, scene, i, selected);
    paintLoadLines(painter, scene);
    for (std::size_t i = 0; i < scene.overlays.size(); ++i)
        paintOverlay(painter, scene, i);
    for (std::size_t i = 0; i < scene.columns.size(); ++i) {
        const Column& column = scene.columns[i];
        paintFigure(painter, scene, i);
        paintNames(painter, scene, i);
        if (column.stop.isCurrent)
            paintDiamond(painter, {scene.middleOf(scene.stopOf[i]), scene.axis.y(column.estimate.total)}, scene.style);
    }
    if (!scene.overlays.empty())
        paintOverlayNames(painter, scene);
    const double line = QFontMetricsF(scene.style.font).height();
    painter.setFont(scene.style.font);
    painter.setPen(colors(scene.style.theme).muted);
    paintLine(painter, QRectF(scene.axis.plot.left(), scene.area.bottom() - line * 1.2, scene.axis.plot.width(), line),
              Qt::AlignHCenter, scene.subject);
}

} // namespace plimsoll::ui
