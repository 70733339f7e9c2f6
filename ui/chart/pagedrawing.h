// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/drawing.h"
#include "chart/legend.h"

namespace plimsoll::ui {

// A drawing made of shapes between header and legend.
class PageDrawing : public Drawing
{
public:
    void arrange(const ChartTexts& texts, const ChartStyle& style, const QSize& size) override;
    void paint(QCPPainter& painter) const override;
    bool hasRoom() const override;

    std::optional<Part> partAt(const QPointF& place) const override;
    void paintCursor(QPainter& painter, const QPoint& cell) const override;

    // Where the chart itself is.
    const QRectF& area() const { return m_area; }

protected:
    virtual std::vector<LegendEntry> legendEntries() const { return {}; }
    virtual void layOut() = 0; // within area()
    virtual void paintChart(QPainter& painter) const = 0;

    const ChartStyle& style() const { return m_style; }
    const ThemeColors& color() const { return colors(m_style.theme); }
    // What a part's entry in the legend tells, where one is at that place.
    QString legendReadout(const QPointF& place) const;

private:
    ChartStyle m_style;
    ChartPage m_page;
    QRectF m_area;
    Legend m_legend;
    QPointF m_legendAt;
};

} // namespace plimsoll::ui
