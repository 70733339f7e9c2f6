// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/columnsdrawing.h"

#include "chart/textblock.h"
#include "chart/tiersmarks.h"
#include "format.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QtMath>

#include <algorithm>
#include <cmath>

namespace plimsoll::ui {

namespace {

constexpr double barShare = 0.62;      // of a column's width
constexpr double slant = 32;           // degrees, of names too wide for their columns
constexpr double longestInCards = 1.4; // how far beyond the largest card the axis goes

QString tr(const char* english)
{
    return QCoreApplication::translate("ColumnsDrawing", english);
}

// What stands on the first of the tiers, or where none is chosen on the reference card.
DeviceVerdict asVerdict(const Estimate& estimate)
{
    if (!estimate.devices.empty())
        return estimate.devices.front();
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

} // namespace

void ColumnsDrawing::start(const ChartInput& input)
{
    m_input = input;
    m_stops = stopsOf(input);
    m_columns.clear();
    m_next = 0;
    m_asked.clear();
    for (const DeviceVerdict& verdict : input.estimate.devices)
        m_asked.push_back(verdict.device);
    m_devices = m_asked;
    std::ranges::stable_sort(m_devices, {}, &Device::usable);
}

// One stop at a time. Where the engine refuses a stop for its sizes, there is no column.
bool ColumnsDrawing::advance()
{
    if (m_next == m_stops.size())
        return false;
    const SweepStop& stop = m_stops[m_next++];
    if (stop.isCurrent)
        m_columns.push_back({stop, m_input.estimate});
    else if (Result<Estimate> result = estimate(stop.scenario, m_asked))
        m_columns.push_back({stop, std::move(*result)});
    return m_next < m_stops.size();
}

std::vector<LegendEntry> ColumnsDrawing::legendEntries() const
{
    std::vector<LegendEntry> entries;
    const DeviceVerdict current = asVerdict(m_input.estimate);
    for (const Part part : parts()) {
        const auto isThere = [&](const Column& column) {
            return bytesOf(part, column.estimate, asVerdict(column.estimate)) > Bytes();
        };
        if (std::ranges::any_of(m_columns, isThere))
            entries.push_back({part, label(part), bytesText(bytesOf(part, m_input.estimate, current), m_input.unit)});
    }
    entries.push_back({Mark::Total, tr("total as it is now"), bytesText(current.total, m_input.unit)});
    if (!m_devices.empty())
        entries.push_back({Mark::Excess, tr("beyond the largest tier: OOM"), {}});
    return entries;
}

void ColumnsDrawing::layOut()
{
    QRectF chart = area();
    m_aside = chart;
    m_aside.setLeft(chart.right() - asideShare() * chart.width());
    if (asideShare() > 0)
        chart.setRight(m_aside.left() - 18 * style().unit());
    const QFontMetricsF metrics(style().font);
    double widest = 0;
    for (const Device& device : m_devices)
        widest = std::max(widest, QFontMetricsF(style().small()).horizontalAdvance(toQString(shortName(device))));
    chart.setRight(chart.right() - std::min(widest + 6 * style().unit(), chart.width() / 4));
    setSlant(chart);
    const double tier = m_isSlanted ? 0 : metrics.height();
    chart.setBottom(chart.bottom() - m_stopHeight - tier - metrics.height());
    Bytes longest = m_input.estimate.total;
    for (const Column& column : m_columns)
        longest = std::max(longest, column.estimate.total);
    if (!m_devices.empty()) {
        const double most = m_devices.back().usable.toDouble() * longestInCards;
        longest = Bytes(static_cast<std::int64_t>(std::min(most, longest.toDouble() * 1.08)));
        longest = std::max(longest, m_devices.front().usable);
    }
    m_axis.unit = m_input.unit;
    m_axis.arrange(chart, longest, style());
    m_pitch = m_axis.plot.width() / static_cast<double>(std::max<std::size_t>(1, m_stops.size()));
    m_names = QRectF(m_axis.plot.right() + 5 * style().unit(), m_axis.plot.top(), widest, m_axis.plot.height());
}

// Names that are wider than a column are set at a slant; the tiers under them are left to be hovered for.
void ColumnsDrawing::setSlant(const QRectF& chart)
{
    const QFontMetricsF metrics(style().bold());
    double widest = 0;
    for (const SweepStop& stop : m_stops)
        widest = std::max(widest, metrics.horizontalAdvance(toQString(stop.label)) + metrics.height());
    const double pitch = chart.width() * 0.93 / static_cast<double>(std::max<std::size_t>(1, m_stops.size()));
    m_isSlanted = widest > pitch;
    const double most = chart.height() * 0.35;
    m_stopHeight = metrics.height() * 1.4;
    if (m_isSlanted)
        m_stopHeight += std::min(most, 0.8 * widest * std::sin(qDegreesToRadians(slant)));
}

std::optional<std::size_t> ColumnsDrawing::columnAt(const QPointF& place) const
{
    if (place.x() < m_axis.plot.left() || place.y() < m_axis.plot.top() || place.y() > area().bottom())
        return std::nullopt;
    const auto column = static_cast<std::size_t>((place.x() - m_axis.plot.left()) / m_pitch);
    return column < m_columns.size() ? std::optional(column) : std::nullopt;
}

QRectF ColumnsDrawing::bar(std::size_t column, Bytes from, Bytes to) const
{
    const double middle = m_axis.plot.left() + m_pitch * (static_cast<double>(column) + 0.5);
    const double width = m_pitch * barShare;
    return style().snapped(QRectF(middle - width / 2, m_axis.y(to), width, m_axis.y(from) - m_axis.y(to)));
}

QString ColumnsDrawing::verdictOf(const Column& column) const
{
    if (const DeviceVerdict* fitting = smallestThatFits(column.estimate))
        return toQString(shortName(fitting->device));
    return column.estimate.devices.empty() ? QString() : tr("OOM");
}

QString ColumnsDrawing::description() const
{
    QStringList sentences{tr("What is needed on the card, by %1.").arg(subject())};
    for (const Column& column : m_columns) {
        const QString verdict = verdictOf(column);
        const bool isOom = !column.estimate.devices.empty() && !smallestThatFits(column.estimate);
        QString sentence
            = tr("%1: %2").arg(toQString(column.stop.label), bytesText(column.estimate.total, m_input.unit));
        if (isOom)
            sentence += tr(", fits no tier shown");
        else if (!verdict.isEmpty())
            sentence += tr(", fits %1").arg(verdict);
        sentences << sentence + u'.';
    }
    return sentences.join(u' ');
}

QString ColumnsDrawing::readout(const QPointF& place) const
{
    const std::optional<std::size_t> at = columnAt(place);
    if (!at) {
        const std::optional<Part> part = Drawing::partAt(place);
        return part ? tr("%1: %2").arg(label(*part), meaning(*part)) : QString();
    }
    const Column& column = m_columns[*at];
    QStringList lines{tr("%1 %2%3").arg(subject(), toQString(column.stop.label),
                                        column.stop.isCurrent ? tr(" (as it is now)") : QString()),
                      tr("needed: %1").arg(exactText(column.estimate.total, m_input.unit))};
    if (!column.stop.isCurrent)
        lines << tr("against now: %1")
                     .arg(toQString(formatDifference(column.estimate.total - m_input.estimate.total, m_input.unit)));
    if (const DeviceVerdict* fitting = smallestThatFits(column.estimate))
        lines << tr("smallest tier that fits: %1").arg(toQString(shortName(fitting->device)));
    else if (!column.estimate.devices.empty())
        lines << tr("fits no tier shown");
    if (const std::optional<Part> part = partAt(place))
        lines << tr("%1: %2").arg(label(*part),
                                  exactText(bytesOf(*part, column.estimate, asVerdict(column.estimate)), m_input.unit));
    if (!column.stop.isCurrent)
        lines << tr("Click to go there.");
    return lines.join(u'\n');
}

std::optional<Part> ColumnsDrawing::partAt(const QPointF& place) const
{
    const std::optional<std::size_t> at = columnAt(place);
    if (!at)
        return Drawing::partAt(place);
    const Estimate& estimate = m_columns[*at].estimate;
    Bytes from;
    for (const Part part : parts()) {
        const Bytes bytes = bytesOf(part, estimate, asVerdict(estimate));
        if (bytes > Bytes() && bar(*at, from, from + bytes).contains(place))
            return part;
        from += bytes;
    }
    return std::nullopt;
}

std::optional<Scenario> ColumnsDrawing::scenarioAt(const QPointF& place) const
{
    const std::optional<std::size_t> at = columnAt(place);
    if (!at || m_columns[*at].stop.isCurrent)
        return std::nullopt;
    return m_columns[*at].stop.scenario;
}

QSize ColumnsDrawing::cells() const
{
    return {static_cast<int>(m_columns.size()), 1};
}

QPointF ColumnsDrawing::placeOf(const QPoint& cell) const
{
    const auto column = static_cast<std::size_t>(cell.x());
    return bar(column, Bytes(), m_columns[column].estimate.total).center();
}

QPoint ColumnsDrawing::firstCell() const
{
    const auto current = std::ranges::find_if(m_columns, [](const Column& column) { return column.stop.isCurrent; });
    return {current == m_columns.end() ? 0 : static_cast<int>(current - m_columns.begin()), 0};
}

void ColumnsDrawing::paintColumn(QPainter& painter, std::size_t index) const
{
    const Estimate& estimate = m_columns[index].estimate;
    const DeviceVerdict verdict = asVerdict(estimate);
    Bytes from;
    for (const Part part : parts()) {
        const Bytes bytes = bytesOf(part, estimate, verdict);
        const QRectF rect = bar(index, from, from + bytes);
        from += bytes;
        if (rect.height() <= 0)
            continue;
        paintFill(painter, rect, fillOf(part, style().theme), style().unit());
        if (selected() == std::optional<Part>(part)) {
            painter.setPen(QPen(color().cursor, style().hairs(2)));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(rect);
        }
    }
    if (!m_devices.empty() && verdict.total > m_devices.back().usable && !smallestThatFits(estimate))
        paintExcess(painter, bar(index, m_devices.back().usable, verdict.total), style());
}

void ColumnsDrawing::paintTexts(QPainter& painter, std::size_t index) const
{
    const Column& column = m_columns[index];
    const double line = QFontMetricsF(style().font).height();
    const double left = m_axis.plot.left() + m_pitch * static_cast<double>(index);
    const QRectF whole = bar(index, Bytes(), column.estimate.total);
    const QFont font = column.stop.isCurrent ? style().bold() : style().font;
    const auto centred = [&](double top, const QFont& used, const QString& text, const QColor& ink) {
        painter.setFont(used);
        painter.setPen(ink);
        const double room = m_pitch - 3 * style().unit();
        paintLine(painter, QRectF(left, top, m_pitch, line), Qt::AlignHCenter,
                  QFontMetricsF(used).elidedText(text, Qt::ElideRight, room));
    };
    const bool isOom = !column.estimate.devices.empty() && !smallestThatFits(column.estimate);
    const QFont figureFont = m_isSlanted ? style().small() : font;
    const QString figure = bytesText(column.estimate.total, m_input.unit);
    const double width = std::min(QFontMetricsF(figureFont).horizontalAdvance(figure) + 4, m_pitch);
    painter.fillRect(QRectF(left + (m_pitch - width) / 2, whole.top() - line, width, line - 1), color().surface);
    centred(whole.top() - line, figureFont, m_isSlanted ? figure.section(u' ', 0, 0) : figure, color().text);
    const double under = m_axis.plot.bottom() + 3 * style().unit();
    const QString stop = (column.stop.isCurrent ? QStringLiteral("◆ ") : QString()) + toQString(column.stop.label);
    const QColor& ink = isOom ? color().oom : color().text;
    if (m_isSlanted)
        return paintSlanted(painter, QPointF(left + m_pitch / 2, under), column.stop.isCurrent, stop, ink);
    centred(under, font, stop, color().text);
    centred(under + line, isOom ? style().bold() : style().small(), verdictOf(column),
            isOom ? color().oom : color().muted);
}

// Ends under the middle of its column.
void ColumnsDrawing::paintSlanted(QPainter& painter, const QPointF& end, bool isBold, const QString& text,
                                  const QColor& ink) const
{
    const QFont font = style().scaled(0.8, isBold ? QFont::Bold : QFont::Normal);
    const QFontMetricsF metrics(font);
    painter.save();
    painter.setFont(font);
    painter.setPen(ink);
    painter.translate(end + QPointF(metrics.height() / 4, metrics.height() / 2));
    painter.rotate(-slant);
    paintLine(painter, QRectF(0, -metrics.height() / 2, 0, metrics.height()), Qt::AlignRight,
              metrics.elidedText(text, Qt::ElideRight, m_stopHeight / std::sin(qDegreesToRadians(slant))));
    painter.restore();
}

// The names of cards too close to each other stand once for the one, the others are told by hovering over the tiers.
void ColumnsDrawing::paintLoadLines(QPainter& painter) const
{
    const double line = QFontMetricsF(style().small()).height();
    double free = m_axis.plot.bottom() + line;
    for (const Device& device : m_devices) {
        if (device.usable.toDouble() > m_axis.scale.end * bytesIn(m_axis.unit))
            return;
        const double at = style().snapped(m_axis.y(device.usable));
        painter.fillRect(QRectF(m_axis.plot.left(), at, m_axis.plot.width(), style().hairs(1.5)), color().loadLine);
        if (at + line / 2 > free)
            continue;
        painter.setFont(style().small());
        painter.setPen(color().text);
        paintLine(
            painter, QRectF(m_names.left(), at - line / 2, m_names.width(), line), Qt::AlignLeft,
            QFontMetricsF(style().small()).elidedText(toQString(shortName(device)), Qt::ElideRight, m_names.width()));
        free = at - line / 2;
    }
}

void ColumnsDrawing::paintChart(QPainter& painter) const
{
    m_axis.paint(painter, style());
    for (std::size_t i = 0; i < m_columns.size(); ++i)
        paintColumn(painter, i);
    paintLoadLines(painter);
    for (std::size_t i = 0; i < m_columns.size(); ++i)
        paintTexts(painter, i);
    const double line = QFontMetricsF(style().font).height();
    painter.setFont(style().font);
    painter.setPen(color().muted);
    paintLine(painter, QRectF(m_axis.plot.left(), area().bottom() - line * 1.2, m_axis.plot.width(), line),
              Qt::AlignHCenter, subject());
    if (asideShare() > 0)
        paintAside(painter, m_aside);
}

} // namespace plimsoll::ui
