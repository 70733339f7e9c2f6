// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/pagedrawing.h"
#include "chart/valueaxis.h"
#include "memory/livecourse.h"

namespace plimsoll::ui {

// The Step view: live bytes through one training step, stacked by line item, its phases, the peak and who is alive at
// it, and what PyTorch has reserved as an outline above.
class StepDrawing : public PageDrawing
{
public:
    void start(const ChartInput& input) override;

    QString description() const override;
    QString readout(const QPointF& place) const override;
    std::optional<Part> partAt(const QPointF& place) const override;
    QSize cells() const override;
    QPointF placeOf(const QPoint& cell) const override;
    QPoint firstCell() const override;

    const LiveCourse& course() const { return m_course; }
    // In each moment; empty while estimates follow each other, where only the whole step's figure is shown.
    const std::vector<Bytes>& reserved() const { return m_reserved; }

protected:
    std::vector<LegendEntry> legendEntries() const override;
    void layOut() override;
    void paintChart(QPainter& painter) const override;

private:
    // Moments of one phase that follow each other.
    struct Span
    {
        Phase phase;
        std::size_t first;
        std::size_t end;
    };

    double x(std::size_t moment) const;
    std::optional<std::size_t> momentAt(const QPointF& place) const;
    void paintPhases(QPainter& painter) const;
    void paintPhaseName(QPainter& painter, const QString& name, double left, double width) const;
    // Of an item, on top of what is below it, which grows by it.
    std::vector<QRectF> columnsOf(std::size_t item, std::vector<Bytes>& floor) const;
    void paintItems(QPainter& painter) const;
    Bytes reservedAt(std::size_t moment) const;
    void paintReserved(QPainter& painter) const;
    void paintPeak(QPainter& painter) const;

    ChartInput m_input;
    Scenario m_shown; // of the stage that the figures are of
    LiveCourse m_course;
    std::vector<Bytes> m_reserved;
    bool m_hasReserved = false;
    std::vector<Span> m_spans;
    ValueAxis m_axis;
    QRectF m_aliveColumn;
};

} // namespace plimsoll::ui
