// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/mapmarks.h"

#include "chart/textblock.h"
#include "format.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <array>
#include <cmath>

namespace plimsoll::ui {

namespace {

QString tr(const char* english)
{
    return QCoreApplication::translate("MapDrawing", english);
}

QColor paleOom(const ThemeColors& color)
{
    constexpr double share = 0.28; // of the red in what is hatched
    const auto mixed
        = [](int ground, int ink) { return static_cast<int>(std::lround(ground + share * (ink - ground))); };
    return {mixed(color.surface.red(), color.oom.red()), mixed(color.surface.green(), color.oom.green()),
            mixed(color.surface.blue(), color.oom.blue())};
}

// Told apart by pattern as well as by colour.
void paintFit(QPainter& painter, const QRectF& rect, std::optional<Fit> fit, const ChartStyle& style)
{
    const ThemeColors& color = colors(style.theme);
    if (!fit)
        return painter.fillRect(rect, color.emphasis);
    switch (*fit) {
    case Fit::Fits:
        return painter.fillRect(rect, color.hull);
    case Fit::Tight:
        return painter.fillRect(rect, color.tightGround); // lighter or darker than what fits, in grey print too
    case Fit::ReleasesCache:
        return paintFill(painter, rect, {color.hull, Pattern::Dots}, style.unit());
    case Fit::Oom:
        painter.fillRect(rect, color.surface);
        if (style.isForScreen)
            return painter.fillRect(rect, hatchBrush(paleOom(color), style.unit(), style.pixelRatio));
        return paintHatch(painter, rect, paleOom(color), style.unit());
    }
}

// Where the first batch that does not fit begins; none where that is not known yet.
std::optional<std::size_t> firstTooLarge(const FitMap& map, std::size_t sequence)
{
    for (std::size_t b = 0; b < map.batches().size(); ++b) {
        const std::optional<Fit> fit = map.fit(b, sequence);
        if (!fit)
            return std::nullopt;
        if (*fit == Fit::Oom)
            return b;
    }
    return map.batches().size();
}

void paintLabel(QPainter& painter, const QPointF& leftMiddle, const QString& text, const MapGrid& grid,
                const ChartStyle& style)
{
    const ThemeColors& color = colors(style.theme);
    const QFont font = style.bold();
    const QFontMetricsF metrics(font);
    const double padding = 4 * style.unit();
    QRectF place(leftMiddle.x(), leftMiddle.y() - metrics.height() / 2, metrics.horizontalAdvance(text) + 2 * padding,
                 metrics.height());
    if (place.width() > grid.area.width() || place.height() > grid.area.height())
        return;
    if (place.right() > grid.area.right())
        place.moveRight(grid.area.right());
    place.moveTop(std::clamp(place.top(), grid.area.top(), grid.area.bottom() - place.height()));
    painter.fillRect(place, color.surface);
    painter.setFont(font);
    painter.setPen(color.text);
    paintLine(painter, place, Qt::AlignHCenter, text);
}

// The largest batch for the scenario's own sequences, beside the frontier.
void paintFrontierLabel(QPainter& painter, const FitMap& map, const MapGrid& grid, const ChartStyle& style)
{
    const std::size_t sequence = map.currentSequence();
    const std::optional<std::size_t> end = firstTooLarge(map, sequence);
    if (!end || *end == 0 || *end == map.batches().size())
        return;
    const QRectF last = grid.cell(*end - 1, sequence, style);
    const QString text
        = tr("fits up to %1 × %2").arg(countText(map.batches()[*end - 1]), countText(map.sequences()[sequence]));
    paintLabel(painter, QPointF(last.right() + 8 * style.unit(), last.center().y()), text, grid, style);
}

} // namespace

QString inWords(Fit fit)
{
    static constexpr std::array<const char*, 4> words{
        QT_TRANSLATE_NOOP("MapDrawing", "fits"), QT_TRANSLATE_NOOP("MapDrawing", "tight"),
        QT_TRANSLATE_NOOP("MapDrawing", "fits by releasing cache"), QT_TRANSLATE_NOOP("MapDrawing", "OOM")};
    return tr(words[static_cast<std::size_t>(fit)]);
}

QRectF MapGrid::run(std::size_t firstBatch, std::size_t endBatch, std::size_t sequence, const ChartStyle& style) const
{
    const double width = area.width() / static_cast<double>(std::max<std::size_t>(1, batches));
    const double height = area.height() / static_cast<double>(std::max<std::size_t>(1, sequences));
    const auto row = static_cast<double>(sequences - 1 - sequence);
    return style.snapped(QRectF(area.left() + width * static_cast<double>(firstBatch), area.top() + height * row,
                                width * static_cast<double>(endBatch - firstBatch), height));
}

std::optional<MapGrid::Place> MapGrid::placeAt(const QPointF& point) const
{
    if (!area.contains(point) || batches == 0 || sequences == 0)
        return std::nullopt;
    const auto share = [](double offset, double length, std::size_t count) {
        return std::min(count - 1, static_cast<std::size_t>(offset / length * static_cast<double>(count)));
    };
    return Place{share(point.x() - area.left(), area.width(), batches),
                 sequences - 1 - share(point.y() - area.top(), area.height(), sequences)};
}

void paintCells(QPainter& painter, const FitMap& map, const MapGrid& grid, const ChartStyle& style)
{
    for (std::size_t s = 0; s < grid.sequences; ++s)
        for (std::size_t b = 0; b < grid.batches;) {
            const std::optional<Fit> fit = map.fit(b, s);
            std::size_t end = b + 1;
            while (end < grid.batches && map.fit(end, s) == fit)
                ++end;
            paintFit(painter, grid.run(b, end, s, style), fit, style);
            b = end;
        }
}

void paintFrontier(QPainter& painter, const FitMap& map, const MapGrid& grid, const ChartStyle& style)
{
    const double width = style.hairs(3);
    const QColor& ink = colors(style.theme).loadLine;
    std::optional<double> above; // where the frontier is in the row above
    for (std::size_t s = grid.sequences; s-- > 0;) {
        const std::optional<std::size_t> end = firstTooLarge(map, s);
        if (!end) {
            above.reset();
            continue;
        }
        const QRectF cell = grid.run(0, std::max<std::size_t>(1, *end), s, style);
        const double x = *end > 0 ? cell.right() : cell.left();
        const double from = above.value_or(x);
        if (above && from != x)
            painter.fillRect(
                QRectF(std::min(from, x) - width / 2, cell.top() - width / 2, std::abs(x - from) + width, width), ink);
        if (*end > 0 && *end < grid.batches)
            painter.fillRect(QRectF(x - width / 2, cell.top() - width / 2, width, cell.height() + width), ink);
        above = x;
    }
    paintFrontierLabel(painter, map, grid, style);
}

void paintKey(QPainter& painter, const QRectF& row, const ChartStyle& style)
{
    const QFontMetricsF metrics(style.font);
    const double side = style.hairs(11);
    double left = row.left();
    painter.setFont(style.font);
    for (const Fit fit : {Fit::Fits, Fit::Tight, Fit::ReleasesCache, Fit::Oom}) {
        const QString text = inWords(fit);
        const double width = side + metrics.horizontalAdvance(text) + 24 * style.unit();
        if (left + width > row.right() + 18 * style.unit())
            return;
        const QRectF swatch = style.snapped(QRectF(left, row.center().y() - side / 2, 1.6 * side, side));
        paintFit(painter, swatch, fit, style);
        painter.setPen(QPen(colors(style.theme).muted, style.hairs(1)));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(swatch);
        painter.setPen(colors(style.theme).text);
        paintLine(painter, row.adjusted(left - row.left() + 2.1 * side, 0, 0, 0), Qt::AlignLeft, text);
        left += width + side;
    }
}

} // namespace plimsoll::ui
