// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "advice/fitmap.h"
#include "chart/drawing.h"

namespace plimsoll::ui {

// The Map view: which batches and sequence lengths fit one device. A click on a cell goes to its scenario.
class MapDrawing : public Drawing
{
public:
    void start(const ChartInput& input) override;
    bool advance() override;

    QString description() const override;
    QString readout(const QPointF& place) const override;
    std::optional<Scenario> scenarioAt(const QPointF& place) const override;
    QSize cells() const override;
    QPointF placeOf(const QPoint& cell) const override;
    QPoint firstCell() const override;

    const FitMap& map() const { return m_map; }

protected:
    void layOut() override;
    void paintChart(QPainter& painter) const override;

private:
    struct Place
    {
        std::size_t batch;
        std::size_t sequence;
    };

    std::optional<Place> cellAt(const QPointF& place) const;
    QRectF rect(std::size_t batch, std::size_t sequence) const; // long sequences on top
    void paintCell(QPainter& painter, const Place& place) const;
    void paintFrontier(QPainter& painter) const;
    void paintAxes(QPainter& painter) const;
    void paintKey(QPainter& painter) const;

    ChartInput m_input;
    FitMap m_map;
    QRectF m_grid;
    QRectF m_key; // what the fills mean, under the axes
};

} // namespace plimsoll::ui
