// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/drawing.h"
#include "chart/tierchart.h"

#include <memory>

namespace plimsoll::ui {

class PlotCanvas;
class TiersPlot;
struct TiersScene;

// The Tiers view: an estimate's devices as bars against what they hold, drawn by QCustomPlot. The keyboard's cursor
// moves along a bar's segments and from bar to bar.
class TiersDrawing : public Drawing
{
public:
    TiersDrawing();
    ~TiersDrawing() override;

    void start(const ChartInput& input) override;
    void arrange(const ChartTexts& texts, const ChartStyle& style, const QSize& size) override;
    void paint(QCPPainter& painter) const override;
    bool hasRoom() const override;

    QString description() const override;
    QString readout(const QPointF& place) const override;
    std::optional<Part> partAt(const QPointF& place) const override;
    QSize cells() const override;
    QPointF placeOf(const QPoint& cell) const override;
    QPoint firstCell() const override;
    QPoint nearest(const QPoint& cell) const override;
    std::optional<QPoint> cellAt(const QPointF& place) const override;
    void paintCursor(QPainter& painter, const QPoint& cell) const override;
    Scroll scroll() const override;
    void scrollTo(int bar) override;

    const TierChart& chart() const;
    double axisEnd() const; // in the unit shown
    // Where a segment is; empty where the bar is out of sight.
    QRectF segmentRect(std::size_t bar, std::size_t segment) const;

private:
    const TiersScene& scene() const;
    const Estimate* baselineOf(const ChartInput& input);

    std::unique_ptr<PlotCanvas> m_canvas;
    std::unique_ptr<TiersPlot> m_plot;
    std::optional<Estimate> m_baseline; // of the scenario pinned last
    std::size_t m_firstBar = 0;
};

} // namespace plimsoll::ui
