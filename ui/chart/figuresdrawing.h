// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/pagedrawing.h"

#include <array>

namespace plimsoll::ui {

// The Figures view: why three tools tell three numbers. What is alive at the peak moment, what PyTorch calls allocated
// and reserved, and what nvidia-smi shows, each as the one before and what comes on top.
class FiguresDrawing : public PageDrawing
{
public:
    struct Segment
    {
        Part part;
        Bytes from;
        Bytes to;
    };
    struct Figure
    {
        QString name;
        QString source; // where it is read
        QString added;  // what comes on top of the figure before
        Bytes total;
        Bytes more; // than the figure before
        std::vector<Segment> segments;
    };

    void start(const ChartInput& input) override;

    QString description() const override;
    QString readout(const QPointF& place) const override;
    std::optional<Part> partAt(const QPointF& place) const override;
    QSize cells() const override;
    QPointF placeOf(const QPoint& cell) const override;
    QPoint nearest(const QPoint& cell) const override;

    const std::vector<Figure>& figures() const { return m_figures; }

protected:
    std::vector<LegendEntry> legendEntries() const override;
    void layOut() override;
    void paintChart(QPainter& painter) const override;

private:
    struct Place
    {
        std::size_t figure;
        std::size_t segment;
    };

    QRectF row(std::size_t figure) const;
    QRectF rect(std::size_t figure, Bytes from, Bytes to) const;
    std::optional<Place> segmentAt(const QPointF& place) const;
    void paintFigure(QPainter& painter, std::size_t figure) const;

    ChartInput m_input;
    std::vector<Figure> m_figures;
    QRectF m_bars; // from zero to the highest figure
    double m_line = 1;
    double m_pitch = 1;
    bool m_showsAdded = true; // else told by hovering
};

} // namespace plimsoll::ui
