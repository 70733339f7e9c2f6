// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/columnsscene.h"
#include "chart/pagedrawing.h"

namespace plimsoll::ui {

// Scenarios as columns stacked by what they need on the card, with the cards' load lines across. A click on a column
// goes to its scenario.
class ColumnsDrawing : public PageDrawing
{
public:
    void start(const ChartInput& input) override;
    bool advance() override;

    QString description() const override;
    QString readout(const QPointF& place) const override;
    std::optional<Part> partAt(const QPointF& place) const override;
    std::optional<Scenario> scenarioAt(const QPointF& place) const override;
    QSize cells() const override;
    QPointF placeOf(const QPoint& cell) const override;
    QPoint firstCell() const override;

    const std::vector<Column>& columns() const { return m_scene.columns; }

protected:
    virtual std::vector<LeverStop> stopsOf(const ChartInput& input) const = 0;
    // What the columns differ in: "batch".
    virtual QString subject() const = 0;
    // How much of the width is kept free at the right, and what is painted there.
    virtual double asideShare() const { return 0; }
    virtual void paintAside(QPainter&, const QRectF&) const { }
    // What else is told of a column.
    virtual QStringList moreAbout(std::size_t) const { return {}; }
    // The most bytes that are drawn beside the columns.
    virtual Bytes mostBeside() const { return {}; }

    const ChartInput& input() const { return m_input; }
    const std::vector<Device>& devices() const { return m_asked; }
    ColumnsScene& scene() { return m_scene; }
    const ColumnsScene& scene() const { return m_scene; }
    const QRectF& asideArea() const { return m_aside; }

    std::vector<LegendEntry> legendEntries() const override;
    void layOut() override;
    void paintChart(QPainter& painter) const override;

private:
    ChartInput m_input;
    std::vector<Device> m_asked;     // in the order of the estimate, whose overheads are the first one's
    std::vector<std::size_t> m_open; // stops whose turn comes, last first
    ColumnsScene m_scene;
    QRectF m_aside;
};

} // namespace plimsoll::ui
