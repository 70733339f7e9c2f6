// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/tiersscene.h"

#include <array>

class QCPPainter;

namespace plimsoll::ui {

class PartBars;
class PlotCanvas;

// The Tiers view on a canvas. Bars are made once and live as long as the canvas; an update changes data only.
class TiersPlot
{
public:
    explicit TiersPlot(PlotCanvas& canvas);
    TiersPlot(const TiersPlot&) = delete;
    TiersPlot& operator=(const TiersPlot&) = delete;

    void setStyle(const ChartStyle& style);
    void setTexts(const ChartTexts& texts) { m_texts = texts; }
    void setChart(TierChart chart) { m_scene.chart = std::move(chart); }

    // Places everything, with the axis the shortest that holds all, or as long as it was where that is longer and
    // keepLongerAxis is set.
    void arrange(const QSize& size, std::size_t firstBar, bool keepLongerAxis);

    const TiersScene& scene() const { return m_scene; }
    std::optional<std::size_t> barAt(const QPointF& position) const;
    std::optional<SegmentCursor> segmentAt(const QPointF& position) const;

    // Draws the arranged chart, and outlines the selected part in every bar.
    void paint(QCPPainter& painter, std::optional<Part> selected) const;

private:
    void fillBars();
    void setAxes();

    PlotCanvas& m_canvas;
    std::array<PartBars*, partCount> m_bars;
    ChartTexts m_texts;
    TiersScene m_scene;
};

} // namespace plimsoll::ui
