// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/columnsscene.h"

#include "format.h"

#include <QFontMetricsF>
#include <QtMath>

#include <algorithm>
#include <cmath>

namespace plimsoll::ui {

namespace {

constexpr double barShare = 0.62;      // of a column's width
constexpr double highestNames = 0.25;  // of the chart's height, where they are slanted
constexpr double longestInCards = 1.4; // how far beyond the largest card the axis goes

} // namespace

DeviceVerdict ownVerdict(const Estimate& estimate)
{
    DeviceVerdict verdict;
    verdict.overheads = estimate.overheads;
    verdict.total = estimate.total;
    return verdict;
}

const DeviceVerdict* smallestThatFits(const Estimate& estimate)
{
    const DeviceVerdict* smallest = nullptr;
    for (const DeviceVerdict& verdict : estimate.devices)
        if (verdict.verdict != Verdict::Oom && (!smallest || verdict.device.usable < smallest->device.usable))
            smallest = &verdict;
    return smallest;
}

bool fitsNone(const Estimate& estimate)
{
    return !estimate.devices.empty() && !smallestThatFits(estimate);
}

void ColumnsScene::layOut(const QRectF& place, Bytes most, bool mayShrink)
{
    area = place;
    QRectF chart = place;
    const QFontMetricsF metrics(style.font);
    double widest = 0;
    for (const Device& device : devices)
        widest = std::max(widest, QFontMetricsF(style.small()).horizontalAdvance(toQString(shortName(device))));
    chart.setRight(chart.right() - std::min(widest + 6 * style.unit(), chart.width() / 4));
    setSlant(chart);
    const double tier = isSlanted ? 0 : metrics.height();
    chart.setBottom(chart.bottom() - stopHeight - tier - metrics.height());
    Bytes longest = most;
    if (!devices.empty()) {
        const double cards = devices.back().usable.toDouble() * longestInCards;
        longest = Bytes(static_cast<std::int64_t>(std::min(cards, longest.toDouble() * 1.08)));
        longest = std::max(longest, devices.front().usable);
    }
    axis.unit = unit;
    axis.arrange(chart, longest, style, mayShrink);
    pitch = axis.plot.width() / static_cast<double>(std::max<std::size_t>(1, stops.size()));
    names = QRectF(axis.plot.right() + 5 * style.unit(), axis.plot.top(), widest, axis.plot.height());
}

// Names that are wider than a column are set at a slant; the tiers under them are left to be hovered for.
void ColumnsScene::setSlant(const QRectF& chart)
{
    const QFontMetricsF metrics(style.bold());
    double widest = 0;
    for (const LeverStop& stop : stops)
        widest = std::max(widest, metrics.horizontalAdvance(toQString(stop.label)) + metrics.height());
    const double room = chart.width() * 0.93 / static_cast<double>(std::max<std::size_t>(1, stops.size()));
    isSlanted = widest > room;
    const double most = chart.height() * highestNames;
    stopHeight = metrics.height() * 1.4;
    if (isSlanted)
        stopHeight += std::min(most, 0.8 * widest * std::sin(qDegreesToRadians(slantOfNames)));
}

double ColumnsScene::middleOf(std::size_t stop) const
{
    return axis.plot.left() + pitch * (static_cast<double>(stop) + 0.5);
}

QRectF ColumnsScene::bar(std::size_t column, Bytes from, Bytes to) const
{
    const double width = pitch * barShare;
    return style.snapped(QRectF(middleOf(stopOf[column]) - width / 2, axis.y(to), width, axis.y(from) - axis.y(to)));
}

std::optional<std::size_t> ColumnsScene::columnAt(const QPointF& place) const
{
    if (place.x() < axis.plot.left() || place.y() < axis.plot.top() || place.y() > area.bottom())
        return std::nullopt;
    const auto stop = static_cast<std::size_t>((place.x() - axis.plot.left()) / pitch);
    const auto column = std::ranges::find(stopOf, stop);
    return column == stopOf.end() ? std::nullopt : std::optional(static_cast<std::size_t>(column - stopOf.begin()));
}

std::optional<Part> ColumnsScene::partAt(std::size_t column, const QPointF& place) const
{
    const Estimate& estimate = columns[column].estimate;
    const DeviceVerdict verdict = ownVerdict(estimate);
    Bytes from;
    for (const Part part : parts()) {
        const Bytes bytes = bytesOf(part, estimate, verdict);
        if (bytes > Bytes() && bar(column, from, from + bytes).contains(place))
            return part;
        from += bytes;
    }
    return std::nullopt;
}

} // namespace plimsoll::ui
