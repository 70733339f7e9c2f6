// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/chartinput.h"
#include "chart/chartpage.h"
#include "chart/legend.h"

#include <QPoint>

namespace plimsoll::ui {

// A chart that paints itself with shapes: the same in the window and in files. Its owner gives it the input, lets it
// advance until it is whole, arranges it in a size and paints it.
class Drawing
{
public:
    Drawing() = default;
    Drawing(const Drawing&) = delete;
    Drawing& operator=(const Drawing&) = delete;
    virtual ~Drawing() = default;

    // Takes another input and forgets what was computed for the last.
    virtual void start(const ChartInput& input) = 0;
    // Computes the next piece of what is to be shown; false once nothing is missing. A piece takes about as long as one
    // estimate, so that a window stays live.
    virtual bool advance() { return false; }

    void arrange(const ChartTexts& texts, const ChartStyle& style, const QSize& size);
    void paint(QPainter& painter) const;
    // Whether everything finds room at this font size.
    bool hasRoom() const;

    void setSelected(std::optional<Part> part) { m_selected = part; }
    const std::optional<Part>& selected() const { return m_selected; }

    // The chart in words, for those who hear it.
    virtual QString description() const = 0;
    // What is known about a place, or nothing.
    virtual QString readout(const QPointF& place) const = 0;
    virtual std::optional<Part> partAt(const QPointF& place) const;
    // The scenario that a place stands for, where it stands for another one.
    virtual std::optional<Scenario> scenarioAt(const QPointF&) const { return std::nullopt; }

    // A keyboard's cursor moves over columns and rows of places.
    virtual QSize cells() const = 0;
    virtual QPointF placeOf(const QPoint& cell) const = 0;
    // Where a cursor starts.
    virtual QPoint firstCell() const { return {}; }

    // Where the chart itself is, between header and legend.
    const QRectF& area() const { return m_area; }

protected:
    virtual std::vector<LegendEntry> legendEntries() const { return {}; }
    virtual void layOut() = 0; // within area()
    virtual void paintChart(QPainter& painter) const = 0;

    const ChartStyle& style() const { return m_style; }
    const ThemeColors& color() const { return colors(m_style.theme); }

private:
    ChartStyle m_style;
    ChartPage m_page;
    QRectF m_area;
    Legend m_legend;
    QPointF m_legendAt;
    std::optional<Part> m_selected;
};

} // namespace plimsoll::ui
