// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/legend.h"

#include "chart/textblock.h"
#include "chart/tiersmarks.h"
#include "format.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace plimsoll::ui {

namespace {

// Room for any figure, so that columns stay where they are while figures change.
const QString widestValue = QStringLiteral("8,888 GB");

// In hair lines.
constexpr double swatchSize = 11;
constexpr double indent = 18; // of the name, from the swatch's left
constexpr double columnGap = 24;

QString tr(const char* english)
{
    return QCoreApplication::translate("Legend", english);
}

QString rangeText(Bytes low, Bytes high, ByteUnit unit)
{
    if (high == Bytes())
        return QStringLiteral("–");
    const QString most = bytesText(high, unit);
    const QString least = bytesText(low, unit);
    if (least == most)
        return most;
    // "504–734 MB": the unit once where it is the same.
    const qsizetype space = most.indexOf(u' ');
    const bool sameUnit = least.endsWith(most.mid(space));
    return (sameUnit ? least.left(least.indexOf(u' ')) : least) + u'–' + most;
}

bool hasBand(const TierBar& bar)
{
    return bar.high > bar.low;
}

} // namespace

std::vector<LegendEntry> legendEntries(const TierChart& chart)
{
    std::vector<LegendEntry> entries;
    if (chart.bars.empty())
        return entries;
    for (const LegendFigure& figure : chart.figures)
        entries.push_back({figure.part, label(figure.part), rangeText(figure.low, figure.high, chart.unit)});
    entries.push_back({Mark::Total, tr("total"), rangeText(chart.totalLow, chart.totalHigh, chart.unit)});
    entries.push_back({Mark::LoadLine, tr("load line: usable"), {}});
    const auto marked = [&](auto condition, Mark mark, const char* name) {
        if (std::ranges::any_of(chart.bars, condition))
            entries.push_back({mark, tr(name), {}});
    };
    marked([](const TierBar& bar) { return bar.excess() > Bytes(); }, Mark::Excess,
           QT_TRANSLATE_NOOP("Legend", "beyond it: OOM"));
    marked(hasBand, Mark::Band, QT_TRANSLATE_NOOP("Legend", "range to expect"));
    marked(&TierBar::smallestThatFits, Mark::SmallestThatFits, QT_TRANSLATE_NOOP("Legend", "smallest that fits"));
    marked([](const TierBar& bar) { return bar.baseline.has_value(); }, Mark::Pinned,
           QT_TRANSLATE_NOOP("Legend", "pinned"));
    return entries;
}

Legend::Legend(std::vector<LegendEntry> entries, const ChartStyle& style, double width)
    : m_entries(std::move(entries)),
      m_style(style)
{
    const QFontMetricsF metrics(m_style.bold());
    const double unit = m_style.unit();
    const double reserved = metrics.horizontalAdvance(widestValue);
    double widest = 0;
    for (const LegendEntry& entry : m_entries) {
        const double value = std::max(metrics.horizontalAdvance(entry.value), reserved);
        widest
            = std::max(widest, metrics.horizontalAdvance(entry.name) + (entry.value.isEmpty() ? 0 : 10 * unit + value));
    }
    const double needed = widest + (indent + columnGap) * unit;
    const auto columns = static_cast<std::size_t>(std::max(1.0, std::floor((width + columnGap * unit) / needed)));
    m_rows = (m_entries.size() + columns - 1) / columns;
    m_cellWidth = std::min(needed, width + columnGap * unit);
    m_cellHeight = std::round(metrics.height() * 1.2);
}

double Legend::height() const
{
    return m_cellHeight * static_cast<double>(m_rows);
}

QRectF Legend::cell(std::size_t index) const
{
    const auto column = static_cast<double>(index / m_rows);
    const auto row = static_cast<double>(index % m_rows);
    return {std::round(column * m_cellWidth), row * m_cellHeight, m_cellWidth - columnGap * m_style.unit(),
            m_cellHeight};
}

void Legend::paintSwatch(QPainter& painter, const QRectF& swatch, const LegendEntry& entry) const
{
    if (const auto* part = std::get_if<Part>(&entry.what))
        paintFill(painter, swatch, fillOf(*part, m_style.theme), m_style.unit());
    else
        paintMarkSwatch(painter, swatch, std::get<Mark>(entry.what), m_style);
}

void Legend::paint(QPainter& painter, const QPointF& topLeft) const
{
    const double unit = m_style.unit();
    const double side = m_style.hairs(swatchSize);
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const LegendEntry& entry = m_entries[i];
        const QRectF place = cell(i).translated(topLeft);
        paintSwatch(painter, QRectF(place.left(), m_style.snapped(place.center().y() - side / 2), side, side), entry);
        painter.setFont(entry.what == std::variant<Part, Mark>(Mark::Total) ? m_style.bold() : m_style.font);
        painter.setPen(colors(m_style.theme).text);
        const QRectF text = place.adjusted(indent * unit, 0, 0, 0);
        paintLine(painter, text, Qt::AlignLeft, entry.name);
        paintLine(painter, text, Qt::AlignRight, entry.value);
    }
}

std::optional<Part> Legend::partAt(const QPointF& position) const
{
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const auto* part = std::get_if<Part>(&m_entries[i].what);
        if (part && cell(i).contains(position))
            return *part;
    }
    return std::nullopt;
}

} // namespace plimsoll::ui
