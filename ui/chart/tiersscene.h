// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/axisscale.h"
#include "chart/chartpage.h"
#include "chart/chartstyle.h"
#include "chart/legend.h"
#include "chart/tierchart.h"

#include <QRect>

#include <optional>
#include <vector>

namespace plimsoll::ui {

// A segment of a bar, by its place.
struct SegmentCursor
{
    std::size_t bar = 0;
    std::size_t segment = 0;

    bool operator==(const SegmentCursor&) const = default;
};

// The names beside the rows. Measuring text takes longer than drawing it, so this is done anew only when names or font
// change.
struct NameColumn
{
    std::vector<QString> full;
    std::vector<QString> shown; // cut where they are too long
    QFont font;
    double limit = 0;
    double width = 0; // of the longest, at most the limit
};

// Everything the Tiers view draws, and where. Lengths in logical pixels.
struct TiersScene
{
    TierChart chart;
    ChartStyle style;
    AxisScale axis;
    QBrush hatch; // of the screen; without one, the excess is hatched with shapes

    QSize size;
    QRect plot; // from the axis' zero to its end, all rows
    double pitch = 1;
    std::size_t firstBar = 0; // the topmost row that is shown
    std::size_t visibleBars = 0;
    double room = 0; // height that the rows could take
    double labelsLeft = 0;
    QFont rowFont; // no higher than a row
    NameColumn names;
    ChartPage page;
    Legend legend;
    QPointF legendAt;

    double plotShare() const { return room / size.height(); }
    double axisBytes() const; // at the axis' end
    double xOf(Bytes bytes) const;
    bool isShown(std::size_t bar) const { return bar >= firstBar && bar < firstBar + visibleBars; }
    double barHeight() const;
    QRectF row(std::size_t bar) const; // from margin to margin
    QRectF hull(std::size_t bar) const;
    // What lies between two amounts, cut at the axis' end.
    QRectF stretch(std::size_t bar, Bytes from, Bytes to) const;
    QRectF segment(std::size_t bar, std::size_t segment) const;
};

// Places everything in size. A row is never lower than its name; where not all rows find room, those from firstBar on
// are shown.
void layOut(TiersScene& scene, const ChartTexts& texts, const QSize& size, std::size_t firstBar);

// As many steps as leave room between tick labels.
int mostAxisSteps(const TiersScene& scene);

} // namespace plimsoll::ui
