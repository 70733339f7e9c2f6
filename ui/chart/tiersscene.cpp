// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/tiersscene.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace plimsoll::ui {

namespace {

constexpr double hullShare = 0.74; // of a row's height
constexpr double barShare = 0.5;
constexpr double tallestRow = 64;        // in hair lines
constexpr double highestLegend = 0.35;   // of the chart's height
constexpr double leastTickDistance = 46; // in hair lines
constexpr double widestNames = 0.3;      // of the chart's width

// Room for any label that a drag may lead to, so that the plot keeps its width.
const QString widestLabel = QStringLiteral("+88,888 GB OOM");

QFont boldRowFont(const TiersScene& scene)
{
    QFont font = scene.rowFont;
    font.setBold(true);
    return font;
}

// Where it would take the rows' room, without the marks: what they mean is told by hovering and in the ledger.
void setLegend(TiersScene& scene)
{
    const double width = scene.size.width() - 2 * scene.page.margin;
    std::vector<LegendEntry> entries = legendEntries(scene.chart);
    scene.legend = Legend(entries, scene.style, width);
    if (scene.legend.height() < highestLegend * scene.size.height())
        return;
    std::erase_if(entries, [](const LegendEntry& entry) { return entry.isExplanation(); });
    scene.legend = Legend(std::move(entries), scene.style, width);
    // A small window has the colours in its ledger.
    if (scene.style.isForScreen && scene.legend.height() > highestLegend * scene.size.height())
        scene.legend = {};
}

// Any of the names may come to be emphasised: all are measured in bold.
void measure(NameColumn& names, const std::vector<TierBar>& bars, const QFont& font, double limit)
{
    if (std::ranges::equal(names.full, bars, {}, {}, &TierBar::name) && names.font == font && names.limit == limit)
        return;
    const QFontMetricsF metrics(font);
    names = {{}, {}, font, limit, 0};
    for (const TierBar& bar : bars) {
        names.full.push_back(bar.name);
        names.shown.push_back(metrics.elidedText(bar.name, Qt::ElideRight, limit));
        names.width = std::max(names.width, metrics.horizontalAdvance(names.shown.back()));
    }
}

double widestLabelOf(const TiersScene& scene)
{
    const QFontMetricsF metrics(boldRowFont(scene));
    double widest = metrics.horizontalAdvance(widestLabel);
    for (const TierBar& bar : scene.chart.bars)
        widest = std::max(widest, metrics.horizontalAdvance(bar.label));
    return std::ceil(widest) + 29 * scene.style.unit();
}

// Rows from top on: as many as find room, from firstBar on.
void placeRows(TiersScene& scene, double top, std::size_t firstBar)
{
    const double unit = scene.style.unit();
    const std::size_t count = scene.chart.bars.size();
    const double lowest = QFontMetricsF(scene.style.small()).height();
    const double available = std::max(lowest, scene.room);
    scene.visibleBars = std::min(count, static_cast<std::size_t>(available / lowest));
    scene.firstBar = std::min(firstBar, count - scene.visibleBars);
    const auto rows = static_cast<double>(std::max<std::size_t>(1, scene.visibleBars));
    scene.pitch = std::min(available / rows, tallestRow * unit);
    scene.rowFont = scene.style.font;
    scene.rowFont.setPixelSize(std::min(scene.style.font.pixelSize(), static_cast<int>(scene.pitch * 0.82)));
    measure(scene.names, scene.chart.bars, boldRowFont(scene), widestNames * scene.size.width());
    const double left = scene.page.margin + std::ceil(scene.names.width) + 12 * unit;
    const double right = std::max(left + 20 * unit, scene.size.width() - scene.page.margin - widestLabelOf(scene));
    scene.plot = QRect(QPoint(static_cast<int>(left), static_cast<int>(top)),
                       QSize(static_cast<int>(right - left), static_cast<int>(scene.pitch * rows)));
    scene.pitch = scene.plot.height() / rows;
    scene.labelsLeft = right + 12 * unit;
}

} // namespace

double TiersScene::axisBytes() const
{
    return axis.end * bytesIn(chart.unit);
}

double TiersScene::xOf(Bytes bytes) const
{
    return plot.left() + plot.width() * std::min(1.0, bytes.toDouble() / axisBytes());
}

double TiersScene::barHeight() const
{
    return style.snapped(pitch * barShare);
}

QRectF TiersScene::row(std::size_t bar) const
{
    const double place = static_cast<double>(bar) - static_cast<double>(firstBar);
    return {page.margin / 2, plot.top() + place * pitch, size.width() - page.margin, pitch};
}

QRectF TiersScene::hull(std::size_t bar) const
{
    const double height = pitch * hullShare;
    const double left = plot.left();
    return style.snapped(QRectF{left, row(bar).center().y() - height / 2, xOf(chart.bars[bar].usable) - left, height});
}

QRectF TiersScene::stretch(std::size_t bar, Bytes from, Bytes to) const
{
    const double height = barHeight();
    return style.snapped(QRectF{xOf(from), row(bar).center().y() - height / 2, xOf(to) - xOf(from), height});
}

QRectF TiersScene::segment(std::size_t bar, std::size_t segment) const
{
    const std::vector<Segment>& segments = chart.bars[bar].segments;
    Bytes from;
    for (std::size_t i = 0; i < segment; ++i)
        from += segments[i].bytes;
    return stretch(bar, from, from + segments[segment].bytes);
}

void layOut(TiersScene& scene, const ChartTexts& texts, const QSize& size, std::size_t firstBar)
{
    const double unit = scene.style.unit();
    scene.size = size;
    scene.page.arrange(texts, scene.style, size);
    setLegend(scene);

    const double axis = QFontMetricsF(scene.style.font).height() + (tickLabelGap + 2) * unit;
    const double top = std::round(scene.page.top() + axis);
    const double bottom = scene.page.bottom() - scene.legend.height() - 12 * unit;
    scene.room = std::max(0.0, bottom - top);
    placeRows(scene, top, firstBar);
    scene.legendAt = QPointF(scene.page.margin, std::round(scene.plot.bottom() + 12 * unit));
}

int mostAxisSteps(const TiersScene& scene)
{
    return std::clamp(static_cast<int>(scene.plot.width() / (leastTickDistance * scene.style.unit())), 1, 12);
}

} // namespace plimsoll::ui
