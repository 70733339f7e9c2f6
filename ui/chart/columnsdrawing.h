// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "advice/sweep.h"
#include "chart/drawing.h"
#include "chart/valueaxis.h"

namespace plimsoll::ui {

// Scenarios as columns stacked by what they need on the card, with the cards' load lines across. A click on a column
// goes to its scenario.
class ColumnsDrawing : public Drawing
{
public:
    // What the scenario needs at one stop.
    struct Column
    {
        SweepStop stop;
        Estimate estimate;
    };

    void start(const ChartInput& input) override;
    bool advance() override;

    QString description() const override;
    QString readout(const QPointF& place) const override;
    std::optional<Part> partAt(const QPointF& place) const override;
    std::optional<Scenario> scenarioAt(const QPointF& place) const override;
    QSize cells() const override;
    QPointF placeOf(const QPoint& cell) const override;
    QPoint firstCell() const override;

    const std::vector<Column>& columns() const { return m_columns; }

protected:
    virtual std::vector<SweepStop> stopsOf(const ChartInput& input) const = 0;
    // What the columns differ in: "batch".
    virtual QString subject() const = 0;
    // How much of the width is kept free at the right, and what is painted there.
    virtual double asideShare() const { return 0; }
    virtual void paintAside(QPainter&, const QRectF&) const { }

    const ChartInput& input() const { return m_input; }

    std::vector<LegendEntry> legendEntries() const override;
    void layOut() override;
    void paintChart(QPainter& painter) const override;

private:
    void setSlant(const QRectF& chart);
    std::optional<std::size_t> columnAt(const QPointF& place) const;
    QRectF bar(std::size_t column, Bytes from, Bytes to) const;
    QString verdictOf(const Column& column) const;
    void paintColumn(QPainter& painter, std::size_t column) const;
    void paintTexts(QPainter& painter, std::size_t column) const;
    void paintSlanted(QPainter& painter, const QPointF& end, bool isBold, const QString& text, const QColor& ink) const;
    void paintLoadLines(QPainter& painter) const;

    ChartInput m_input;
    std::vector<Device> m_asked;   // in the order of the estimate, whose overheads are the first one's
    std::vector<Device> m_devices; // smallest first
    std::vector<SweepStop> m_stops;
    std::vector<Column> m_columns; // of the stops whose turn has come
    std::size_t m_next = 0;
    ValueAxis m_axis;
    QRectF m_aside;
    double m_pitch = 1;
    bool m_isSlanted = false;
    double m_stopHeight = 0; // of the stops' names, under the columns
    QRectF m_names;          // of the load lines, at the right
};

} // namespace plimsoll::ui
