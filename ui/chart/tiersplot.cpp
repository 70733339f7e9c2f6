// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/tiersplot.h"

#include "chart/partbars.h"
#include "chart/plotcanvas.h"
#include "chart/tiersmarks.h"
#include "chart/tierstexts.h"
#include "format.h"

namespace plimsoll::ui {

namespace {

// Ticks in the fixed steps of an axis scale, written as all other numbers are.
class ScaleTicker : public QCPAxisTickerFixed
{
protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        constexpr int mostPlaces = 9;
        return numberText(tick, mostPlaces);
    }
};

} // namespace

TiersPlot::TiersPlot(PlotCanvas& canvas)
    : m_canvas(canvas)
{
    canvas.addLayer(QStringLiteral("ground"), canvas.layer(QStringLiteral("grid")), QCustomPlot::limBelow);
    canvas.addLayer(QStringLiteral("marks"), canvas.layer(QStringLiteral("axes")), QCustomPlot::limAbove);
    // The canvas owns what is made for it.
    new PaintedLayer(canvas, QStringLiteral("ground"), [this](QPainter& painter) { paintGround(painter, m_scene); });
    new PaintedLayer(canvas, QStringLiteral("marks"), [this](QPainter& painter) {
        paintMarks(painter, m_scene);
        paintTexts(painter, m_scene);
    });

    canvas.xAxis->setVisible(false);
    canvas.yAxis->setVisible(false);
    canvas.yAxis->setRangeReversed(true);
    canvas.xAxis2->setVisible(true);
    canvas.xAxis2->setSubTicks(false);
    canvas.xAxis2->grid()->setVisible(true);
    canvas.xAxis->grid()->setVisible(false);
    canvas.xAxis2->setTicker(QSharedPointer<ScaleTicker>::create());
    for (std::size_t i = 0; i < partCount; ++i) {
        m_bars[i] = new PartBars(canvas.yAxis, canvas.xAxis2);
        if (i > 0)
            m_bars[i]->moveAbove(m_bars[i - 1]);
    }
}

// Called before each arrangement; what does not change costs nothing.
void TiersPlot::setStyle(const ChartStyle& style)
{
    if (m_scene.style == style)
        return;
    m_scene.style = style;
    m_scene.hatch
        = style.isForScreen ? hatchBrush(colors(style.theme).surface, style.unit(), style.pixelRatio) : QBrush();
    m_canvas.setStyle(style);
    for (std::size_t i = 0; i < partCount; ++i)
        m_bars[i]->setFill(fillOf(parts()[i], style.theme), style);
}

void TiersPlot::arrange(const QSize& size, std::size_t firstBar, bool keepLongerAxis)
{
    layOut(m_scene, m_texts, size, firstBar);
    const double longest = longestShown(m_scene.chart).toDouble() / bytesIn(m_scene.chart.unit);
    const int mostSteps = mostAxisSteps(m_scene);
    const AxisScale axis = axisScale(longest, mostSteps);
    const bool isCrowded = m_scene.axis.end > mostSteps * m_scene.axis.step; // the chart has become narrower
    if (!keepLongerAxis || isCrowded || axis.end > m_scene.axis.end)
        m_scene.axis = axis;
    fillBars();
    setAxes();
}

// Every part has a value in every bar, if only zero: each stands on the one before it.
void TiersPlot::fillBars()
{
    const std::vector<TierBar>& bars = m_scene.chart.bars;
    std::array<QVector<QCPBarsData>, partCount> data;
    for (std::size_t i = 0; i < bars.size(); ++i) {
        for (QVector<QCPBarsData>& part : data)
            part.append({static_cast<double>(i), 0});
        for (const Segment& segment : bars[i].segments)
            data[indexOf(segment.part)].back().value = segment.bytes.toDouble() / bytesIn(m_scene.chart.unit);
    }
    for (std::size_t i = 0; i < partCount; ++i) {
        m_bars[i]->setWidth(m_scene.barHeight());
        m_bars[i]->data()->set(data[i], true);
    }
}

void TiersPlot::setAxes()
{
    // QCustomPlot measures vertical axes from the last pixel row inside the rectangle; one row lower is where it ends.
    const QRect plot = m_scene.plot.translated(0, 1);
    m_canvas.axisRect()->setMargins(QMargins(plot.left(), plot.top(), m_scene.size.width() - plot.left() - plot.width(),
                                             m_scene.size.height() - plot.top() - plot.height()));
    m_canvas.axisRect()->setVisible(!m_scene.chart.bars.empty());
    m_canvas.xAxis2->setRange(0, m_scene.axis.end);
    m_canvas.xAxis2->ticker().staticCast<ScaleTicker>()->setTickStep(m_scene.axis.step);
    const double first = static_cast<double>(m_scene.firstBar) - 0.5;
    m_canvas.yAxis->setRange(first, first + static_cast<double>(std::max<std::size_t>(1, m_scene.visibleBars)));
}

std::optional<std::size_t> TiersPlot::barAt(const QPointF& position) const
{
    for (std::size_t i = m_scene.firstBar; i < m_scene.firstBar + m_scene.visibleBars; ++i) {
        if (m_scene.row(i).contains(position))
            return i;
    }
    return std::nullopt;
}

std::optional<SegmentCursor> TiersPlot::segmentAt(const QPointF& position) const
{
    const std::optional<std::size_t> bar = barAt(position);
    if (!bar)
        return std::nullopt;
    for (std::size_t i = 0; i < m_scene.chart.bars[*bar].segments.size(); ++i) {
        const QRectF segment = m_scene.segment(*bar, i);
        if (position.x() >= segment.left() && position.x() < segment.right())
            return SegmentCursor{*bar, i};
    }
    return std::nullopt;
}

void TiersPlot::paint(QCPPainter& painter, std::optional<Part> selected) const
{
    m_canvas.toPainter(&painter, m_scene.size.width(), m_scene.size.height());
    if (selected)
        paintSelection(painter, m_scene, *selected);
}

} // namespace plimsoll::ui
