// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/chartinput.h"
#include "chart/chartpage.h"
#include "part.h"

#include <QPoint>
#include <QRectF>

#include <optional>

class QCPPainter;

namespace plimsoll::ui {

// A view of a scenario: the same in the window and in files. Its owner gives it the input, lets it advance until it is
// whole, arranges it in a size and paints it.
class Drawing
{
public:
    // Rows that do not all find room.
    struct Scroll
    {
        int first = 0;
        int visible = 0;
        int count = 0;
        QRectF area; // of the rows

        int hidden() const { return count - visible; }
    };

    Drawing() = default;
    Drawing(const Drawing&) = delete;
    Drawing& operator=(const Drawing&) = delete;
    virtual ~Drawing() = default;

    // Takes another input and forgets what was computed for the last.
    virtual void start(const ChartInput& input) = 0;
    // Computes the next piece of what is to be shown; false once nothing is missing. The first shows what is known
    // already, since it is painted while a lever moves. Others take about as long as one estimate, so that a window
    // stays live.
    virtual bool advance() { return false; }

    virtual void arrange(const ChartTexts& texts, const ChartStyle& style, const QSize& size) = 0;
    virtual void paint(QCPPainter& painter) const = 0;
    // Whether everything finds room at this font size.
    virtual bool hasRoom() const = 0;
    // While inputs follow each other, axes grow and do not shrink, so that a drag does not shake them.
    void setSettled(bool settled) { m_isSettled = settled; }

    void setSelected(std::optional<Part> part) { m_selected = part; }
    const std::optional<Part>& selected() const { return m_selected; }

    // The chart in words, for those who hear it.
    virtual QString description() const = 0;
    // What is known about a place, or nothing.
    virtual QString readout(const QPointF& place) const = 0;
    virtual std::optional<Part> partAt(const QPointF& place) const = 0;
    // The scenario that a place stands for, where it stands for another one.
    virtual std::optional<Scenario> scenarioAt(const QPointF&) const { return std::nullopt; }

    // A keyboard's cursor moves over columns and rows of places.
    virtual QSize cells() const = 0;
    virtual QPointF placeOf(const QPoint& cell) const = 0;
    // Where a cursor starts.
    virtual QPoint firstCell() const { return {}; }
    // The cell nearest to one that may not be there.
    virtual QPoint nearest(const QPoint& cell) const;
    // The cell that a cursor goes to when a place is clicked.
    virtual std::optional<QPoint> cellAt(const QPointF&) const { return std::nullopt; }
    virtual void paintCursor(QPainter& painter, const QPoint& cell) const = 0;

    virtual Scroll scroll() const { return {}; }
    // From the next arrange() on.
    virtual void scrollTo(int) { }

protected:
    bool isSettled() const { return m_isSettled; }

private:
    std::optional<Part> m_selected;
    bool m_isSettled = true;
};

} // namespace plimsoll::ui
