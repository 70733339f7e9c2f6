// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/chartstyle.h"
#include "chart/tierchart.h"

#include <QPointF>
#include <QRectF>

#include <optional>
#include <variant>
#include <vector>

class QPainter;

namespace plimsoll::ui {

// What is drawn besides the parts.
enum class Mark { Total, LoadLine, Excess, Band, SmallestThatFits, Pinned };

struct LegendEntry
{
    std::variant<Part, Mark> what;
    QString name;
    QString value; // empty for marks that stand for no figure

    bool isExplanation() const { return value.isEmpty(); }
};

// The parts with their figures, the total, and the marks that the chart has.
std::vector<LegendEntry> legendEntries(const TierChart& chart);

// Entries in columns of one width, top to bottom and then to the right.
class Legend
{
public:
    Legend() = default;
    Legend(std::vector<LegendEntry> entries, const ChartStyle& style, double width);

    double height() const;
    void paint(QPainter& painter, const QPointF& topLeft) const;

    // The part whose entry is there, measured from the legend's corner.
    std::optional<Part> partAt(const QPointF& position) const;

private:
    QRectF cell(std::size_t index) const;
    void paintSwatch(QPainter& painter, const QRectF& swatch, const LegendEntry& entry) const;

    std::vector<LegendEntry> m_entries;
    ChartStyle m_style;
    double m_cellWidth = 1;
    double m_cellHeight = 1;
    std::size_t m_rows = 0;
};

} // namespace plimsoll::ui
