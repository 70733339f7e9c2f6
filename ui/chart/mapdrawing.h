// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "advice/fitmap.h"
#include "chart/mapmarks.h"
#include "chart/pagedrawing.h"

namespace plimsoll::ui {

// The Map view: which batches and sequence lengths fit one device. A click on a cell goes to its scenario.
class MapDrawing : public PageDrawing
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
    bool isEmpty() const { return m_map.batches().empty() || m_map.sequences().empty(); }
    void paintAxes(QPainter& painter) const;

    ChartInput m_input;
    FitMap m_map;
    MapGrid m_grid;
    QRectF m_key;              // what the fills mean, under the axes
    bool m_isOutlined = false; // the first piece is done
};

} // namespace plimsoll::ui
