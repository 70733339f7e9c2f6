// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/stepdrawing.h"

#include "chart/alivelist.h"
#include "chart/textblock.h"
#include "format.h"
#include "interchange/sentences.h"
#include "language.h"
#include "memory/reservedcourse.h"
#include "patternbrush.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace plimsoll::ui {

namespace {

constexpr double leastWidthForAlive = 620; // in hair lines: below, the list of who is alive would squeeze the chart
constexpr double aliveShare = 0.33;

QString tr(const char* english)
{
    return QCoreApplication::translate("StepDrawing", english);
}

LineItem itemAt(std::size_t index)
{
    return static_cast<LineItem>(index);
}

// Columns as a fill. Where the output can clip, as one shape, which leaves no seams.
void paintStair(QPainter& painter, const std::vector<QRectF>& columns, const Fill& fill, const ChartStyle& style)
{
    if (painter.paintEngine()->type() == QPaintEngine::SVG)
        return paintFill(painter, columns, fill, style.unit());
    QPolygonF upper;
    QPolygonF lower;
    for (const QRectF& column : columns) {
        upper << column.topLeft() << column.topRight();
        lower << column.bottomLeft() << column.bottomRight();
    }
    std::ranges::reverse(lower);
    QPainterPath shape;
    shape.addPolygon(upper + lower);
    shape.closeSubpath();
    if (style.isForScreen && fill.pattern == Pattern::Falling)
        return painter.fillPath(shape, fallingBrush(fill, style.unit(), style.pixelRatio));
    painter.fillPath(shape, fill.color);
    if (fill.pattern == Pattern::Solid)
        return;
    painter.save();
    painter.setClipPath(shape, Qt::IntersectClip);
    paintFill(painter, shape.boundingRect(), fill, style.unit());
    painter.restore();
}

} // namespace

void StepDrawing::start(const ChartInput& input)
{
    m_input = input;
    m_shown = input.estimate.scenario;
    if (!input.estimate.stages.empty())
        m_shown.parallelism.stage = input.estimate.stage;
    m_course = liveCourse(m_shown, input.estimate.computeCapability);
    m_reserved.clear();
    m_hasReserved = false;
    m_spans.clear();
    for (std::size_t i = 0; i < m_course.moments.size(); ++i) {
        const Phase phase = m_course.moments[i].phase;
        if (m_spans.empty() || m_spans.back().phase != phase)
            m_spans.push_back({phase, i, i});
        m_spans.back().end = i + 1;
    }
}

std::vector<LegendEntry> StepDrawing::legendEntries() const
{
    std::vector<LegendEntry> entries;
    for (std::size_t i = 0; i < lineItemCount; ++i) {
        const LineItemFigure& figure = m_input.estimate.lineItems[i];
        if (figure.inFull > Bytes())
            entries.push_back({Part(itemAt(i)), label(itemAt(i)), bytesText(figure.atPeak, m_input.unit)});
    }
    entries.push_back({Mark::Total, tr("at the peak"), bytesText(m_input.estimate.peak.requested, m_input.unit)});
    return entries;
}

void StepDrawing::layOut()
{
    // As much work as an estimate: not while they follow each other.
    if (isSettled() && !m_hasReserved) {
        m_reserved = reservedAlong(m_course, m_shown, m_input.estimate.computeCapability);
        m_hasReserved = true;
    }
    QRectF chart = area();
    m_aliveColumn = {};
    if (chart.width() >= leastWidthForAlive * style().unit()) {
        m_aliveColumn = chart;
        m_aliveColumn.setLeft(std::round(chart.right() - aliveShare * chart.width()));
        chart.setRight(m_aliveColumn.left() - 18 * style().unit());
    }
    m_axis.unit = m_input.unit;
    // Room below for the names of phases.
    chart.setBottom(chart.bottom() - QFontMetricsF(style().font).height());
    m_axis.arrange(chart, std::max(m_input.estimate.peak.requested, m_input.estimate.reserved.expected), style(),
                   isSettled());
}

double StepDrawing::x(std::size_t moment) const
{
    const auto count = static_cast<double>(std::max<std::size_t>(1, m_course.moments.size()));
    return m_axis.plot.left() + m_axis.plot.width() * static_cast<double>(moment) / count;
}

std::optional<std::size_t> StepDrawing::momentAt(const QPointF& place) const
{
    if (m_course.moments.empty() || !m_axis.plot.contains(place))
        return std::nullopt;
    const double share = (place.x() - m_axis.plot.left()) / m_axis.plot.width();
    const auto index = static_cast<std::size_t>(share * static_cast<double>(m_course.moments.size()));
    return std::min(index, m_course.moments.size() - 1);
}

QString StepDrawing::description() const
{
    QStringList sentences{tr("Live bytes through one training step.")};
    for (const PhaseFigure& figure : m_input.estimate.phases)
        sentences
            << tr("%1: at most %2.").arg(shown(plimsoll::label(figure.phase)), bytesText(figure.peak, m_input.unit));
    sentences << shown("Peak " + formatBytes(m_input.estimate.peak.requested, m_input.unit) + ' '
                       + peakMoment(m_input.estimate.peak) + '.');
    return sentences.join(u' ');
}

QString StepDrawing::readout(const QPointF& place) const
{
    const std::optional<std::size_t> at = momentAt(place);
    if (!at) {
        return legendReadout(place);
    }
    const LiveCourse::Moment& moment = m_course.moments[*at];
    QStringList lines{tr("%1, %2").arg(shown(plimsoll::label(moment.phase)), shownTensors(moment.operation)),
                      tr("live: %1").arg(exactText(moment.total, m_input.unit)),
                      tr("reserved: %1").arg(exactText(reservedAt(*at), m_input.unit))};
    for (std::size_t i = lineItemCount; i-- > 0;)
        if (moment.items[i] > Bytes())
            lines << tr("%1: %2").arg(label(itemAt(i)), exactText(moment.items[i], m_input.unit));
    return lines.join(u'\n');
}

std::optional<Part> StepDrawing::partAt(const QPointF& place) const
{
    const std::optional<std::size_t> at = momentAt(place);
    if (!at)
        return PageDrawing::partAt(place);
    Bytes below;
    for (std::size_t i = 0; i < lineItemCount; ++i) {
        below += m_course.moments[*at].items[i];
        if (place.y() >= m_axis.y(below) && below > Bytes())
            return Part(itemAt(i));
    }
    return std::nullopt;
}

QSize StepDrawing::cells() const
{
    return {static_cast<int>(m_course.moments.size()), 1};
}

QPointF StepDrawing::placeOf(const QPoint& cell) const
{
    const auto moment = static_cast<std::size_t>(cell.x());
    const double middle = (x(moment) + x(moment + 1)) / 2;
    return {middle, std::min(m_axis.y(m_course.moments[moment].total) + 1, m_axis.plot.bottom() - 1)};
}

QPoint StepDrawing::firstCell() const
{
    return {static_cast<int>(m_course.peak), 0};
}

void StepDrawing::paintPhases(QPainter& painter) const
{
    for (std::size_t i = 0; i < m_spans.size(); ++i) {
        const double left = style().snapped(x(m_spans[i].first));
        const double right = style().snapped(x(m_spans[i].end));
        if (i % 2 == 0)
            painter.fillRect(QRectF(left, m_axis.plot.top(), right - left, m_axis.plot.height()), color().emphasis);
        paintPhaseName(painter, shown(plimsoll::label(m_spans[i].phase)), left, right - left);
    }
}

// In full, smaller, or its first word: whatever finds room.
void StepDrawing::paintPhaseName(QPainter& painter, const QString& name, double left, double width) const
{
    const QFont& small = style().small();
    const std::pair<QFont, QString> ways[] = {{style().font, name}, {small, name}, {small, name.section(u' ', 0, 0)}};
    painter.setPen(color().text);
    for (const auto& [font, text] : ways) {
        if (QFontMetricsF(font).horizontalAdvance(text) + 2 * style().unit() > width)
            continue;
        painter.setFont(font);
        const double line = QFontMetricsF(style().font).height();
        return paintLine(painter, QRectF(left, m_axis.plot.bottom() + 2, width, line * 1.4), Qt::AlignHCenter, text);
    }
}

// Moments alike are one column.
std::vector<QRectF> StepDrawing::columnsOf(std::size_t item, std::vector<Bytes>& floor) const
{
    std::vector<QRectF> columns;
    for (std::size_t i = 0; i < floor.size(); ++i) {
        const double bottom = m_axis.y(floor[i]);
        floor[i] += m_course.moments[i].items[item];
        const double top = m_axis.y(floor[i]);
        if (!columns.empty() && columns.back().top() == top && columns.back().bottom() == bottom)
            columns.back().setRight(x(i + 1));
        else
            columns.emplace_back(QPointF(x(i), top), QPointF(x(i + 1), bottom));
    }
    return columns;
}

void StepDrawing::paintItems(QPainter& painter) const
{
    std::vector<Bytes> floor(m_course.moments.size());
    for (std::size_t item = 0; item < lineItemCount; ++item) {
        if (m_input.estimate.lineItems[item].inFull == Bytes())
            continue;
        const std::vector<QRectF> columns = columnsOf(item, floor);
        paintStair(painter, columns, fillOf(itemAt(item), style().theme), style());
        const bool isSelected = selected() == std::optional<Part>(itemAt(item));
        QPolygonF upper;
        QPolygonF lower;
        for (const QRectF& column : columns) {
            upper << column.topLeft() << column.topRight();
            lower << column.bottomLeft() << column.bottomRight();
        }
        painter.setPen(QPen(isSelected ? color().cursor : color().surface, style().hairs(isSelected ? 2 : 1)));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(upper);
        if (isSelected)
            painter.drawPolyline(lower);
    }
}

Bytes StepDrawing::reservedAt(std::size_t moment) const
{
    return moment < m_reserved.size() ? m_reserved[moment] : m_input.estimate.reserved.expected;
}

// PyTorch keeps what it has once reserved: the outline rises where a step still asks for more than the one before.
void StepDrawing::paintReserved(QPainter& painter) const
{
    const Bytes reserved = m_input.estimate.reserved.expected;
    const double at = style().snapped(m_axis.y(reserved));
    QPolygonF outline;
    for (std::size_t i = 0; i < m_course.moments.size(); ++i) {
        const double y = style().snapped(m_axis.y(reservedAt(i)));
        if (!outline.isEmpty() && outline.back().y() == y)
            outline.back().setX(x(i + 1));
        else
            outline << QPointF(x(i), y) << QPointF(x(i + 1), y);
    }
    painter.setPen(QPen(color().loadLine, style().hairs(1.5), Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(outline);
    const QString text = tr("reserved by PyTorch: %1").arg(bytesText(reserved, m_input.unit));
    const QFontMetricsF metrics(style().font);
    painter.setFont(style().font);
    painter.setPen(color().text);
    paintLine(painter, QRectF(m_axis.plot.left(), at - metrics.height() * 1.1, m_axis.plot.width(), metrics.height()),
              Qt::AlignRight, text);
}

void StepDrawing::paintPeak(QPainter& painter) const
{
    const QPointF top = placeOf(firstCell());
    const double side = 5 * style().unit();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color().surface, style().hairs(1)));
    painter.setBrush(color().loadLine);
    painter.drawConvexPolygon(
        QPolygonF{top + QPointF(0, -side), top + QPointF(side, 0), top + QPointF(0, side), top + QPointF(-side, 0)});
    painter.restore();
    const QString text = tr("peak %1").arg(bytesText(m_input.estimate.peak.requested, m_input.unit));
    const QFontMetricsF metrics(style().bold());
    const double width = metrics.horizontalAdvance(text) + 2 * side;
    // On the side where there is more room, in the light of a ground of its own.
    const bool toTheLeft = top.x() - m_axis.plot.left() > m_axis.plot.width() / 2;
    const double left = toTheLeft ? top.x() - side - width : top.x() + side;
    const QRectF place(left, std::max(m_axis.plot.top(), top.y() - metrics.height() / 2), width, metrics.height());
    painter.fillRect(place, color().surface);
    painter.setFont(style().bold());
    painter.setPen(color().text);
    paintLine(painter, place, Qt::AlignHCenter, text);
}

void StepDrawing::paintChart(QPainter& painter) const
{
    if (m_course.moments.empty())
        return;
    paintPhases(painter);
    m_axis.paint(painter, style());
    paintItems(painter);
    paintReserved(painter);
    paintPeak(painter);
    if (!m_aliveColumn.isEmpty())
        paintAlive(painter, m_aliveColumn, m_input.estimate, m_input.unit, style());
}

} // namespace plimsoll::ui
