// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/tiersdrawing.h"

#include "chart/plotcanvas.h"
#include "chart/tiersmarks.h"
#include "chart/tiersplot.h"
#include "format.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll::ui {

namespace {

constexpr double leastPlotShare = 0.42;

QString tr(const char* english)
{
    return QCoreApplication::translate("TiersDrawing", english);
}

SegmentCursor cursorAt(const QPoint& cell)
{
    return {static_cast<std::size_t>(cell.y()), static_cast<std::size_t>(cell.x())};
}

} // namespace

TiersDrawing::TiersDrawing()
    : m_canvas(std::make_unique<PlotCanvas>()),
      m_plot(std::make_unique<TiersPlot>(*m_canvas))
{
}

TiersDrawing::~TiersDrawing() = default;

const TiersScene& TiersDrawing::scene() const
{
    return m_plot->scene();
}

// What is pinned is estimated once, not at every step of a drag.
const Estimate* TiersDrawing::baselineOf(const ChartInput& input)
{
    if (input.choices.pinned.empty())
        return nullptr;
    const Scenario& pinned = input.choices.pinned.back().scenario;
    if (!m_baseline || m_baseline->scenario != pinned) {
        m_baseline.reset();
        if (Result<Estimate> result = estimate(pinned))
            m_baseline = std::move(*result);
    }
    return m_baseline ? &*m_baseline : nullptr;
}

void TiersDrawing::start(const ChartInput& input)
{
    m_plot->setChart(tierChart(input.estimate, input.unit, baselineOf(input)));
}

void TiersDrawing::arrange(const ChartTexts& texts, const ChartStyle& style, const QSize& size)
{
    m_plot->setTexts(texts);
    m_plot->setStyle(style);
    m_plot->arrange(size, m_firstBar, !isSettled());
}

void TiersDrawing::paint(QCPPainter& painter) const
{
    m_plot->paint(painter, selected());
}

bool TiersDrawing::hasRoom() const
{
    return scene().visibleBars == scene().chart.bars.size() && scene().plotShare() >= leastPlotShare;
}

QString TiersDrawing::description() const
{
    return inSentences(chart());
}

QString TiersDrawing::readout(const QPointF& place) const
{
    const TierChart& shown = chart();
    if (const std::optional<SegmentCursor> at = m_plot->segmentAt(place)) {
        const Segment& segment = shown.bars[at->bar].segments[at->segment];
        return segmentInWords(shown, shown.bars[at->bar], segment) + u'\n' + meaning(segment.part);
    }
    if (const std::optional<std::size_t> at = m_plot->barAt(place))
        return barInWords(shown, shown.bars[*at]);
    const std::optional<Part> part = scene().legend.partAt(place - scene().legendAt);
    return part ? tr("%1: %2").arg(label(*part), meaning(*part)) : QString();
}

std::optional<Part> TiersDrawing::partAt(const QPointF& place) const
{
    if (const std::optional<SegmentCursor> at = m_plot->segmentAt(place))
        return chart().bars[at->bar].segments[at->segment].part;
    return scene().legend.partAt(place - scene().legendAt);
}

QSize TiersDrawing::cells() const
{
    std::size_t most = 0;
    for (const TierBar& bar : chart().bars)
        most = std::max(most, bar.segments.size());
    return {static_cast<int>(most), static_cast<int>(chart().bars.size())};
}

// Bars need not have equally many segments.
QPoint TiersDrawing::nearest(const QPoint& cell) const
{
    QPoint there = Drawing::nearest(cell);
    const auto bar = static_cast<std::size_t>(there.y());
    if (bar < chart().bars.size())
        there.setX(std::min(there.x(), static_cast<int>(chart().bars[bar].segments.size()) - 1));
    return there;
}

QPointF TiersDrawing::placeOf(const QPoint& cell) const
{
    const SegmentCursor at = cursorAt(nearest(cell));
    return segmentRect(at.bar, at.segment).center();
}

QPoint TiersDrawing::firstCell() const
{
    return {0, static_cast<int>(leadingBar(chart()).value_or(0))};
}

std::optional<QPoint> TiersDrawing::cellAt(const QPointF& place) const
{
    const std::optional<SegmentCursor> at = m_plot->segmentAt(place);
    if (!at)
        return std::nullopt;
    return QPoint(static_cast<int>(at->segment), static_cast<int>(at->bar));
}

void TiersDrawing::paintCursor(QPainter& painter, const QPoint& cell) const
{
    plimsoll::ui::paintCursor(painter, scene(), cursorAt(nearest(cell)));
}

Drawing::Scroll TiersDrawing::scroll() const
{
    return {static_cast<int>(scene().firstBar), static_cast<int>(scene().visibleBars),
            static_cast<int>(chart().bars.size()), QRectF(scene().plot)};
}

void TiersDrawing::scrollTo(int bar)
{
    m_firstBar = static_cast<std::size_t>(std::max(0, bar));
}

const TierChart& TiersDrawing::chart() const
{
    return scene().chart;
}

double TiersDrawing::axisEnd() const
{
    return scene().axis.end;
}

QRectF TiersDrawing::segmentRect(std::size_t bar, std::size_t segment) const
{
    return scene().isShown(bar) ? scene().segment(bar, segment) : QRectF();
}

} // namespace plimsoll::ui
