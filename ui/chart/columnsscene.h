// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "advice/stops.h"
#include "chart/chartstyle.h"
#include "chart/valueaxis.h"
#include "memory/estimate.h"
#include "part.h"

#include <QRectF>

#include <optional>
#include <vector>

namespace plimsoll::ui {

// What a scenario needs at one stop.
struct Column
{
    LeverStop stop;
    Estimate estimate;
};

// What a pinned scenario needs at the same stops; none where it does not go with one, or its turn has not come.
struct Overlay
{
    QString name;
    std::vector<std::optional<Bytes>> totals;
};

// Columns against load lines, and where everything is. Lengths in logical pixels.
struct ColumnsScene
{
    ByteUnit unit = ByteUnit::GB;
    std::vector<Column> columns;     // of the stops whose turn has come
    std::vector<LeverStop> stops;    // all of them
    std::vector<std::size_t> stopOf; // of each column, its stop
    std::vector<Overlay> overlays;
    std::vector<Device> devices; // smallest first
    QString subject;

    ChartStyle style;
    ValueAxis axis;
    double pitch = 1;
    bool isSlanted = false;
    double stopHeight = 0; // of the stops' names, under the columns
    QRectF area;           // of all
    QRectF names;          // of the load lines, at the right

    // Places everything within an area. Most: the most bytes that the axis should hold if it can.
    void layOut(const QRectF& area, Bytes most, bool mayShrink);

    double middleOf(std::size_t stop) const;
    QRectF bar(std::size_t column, Bytes from, Bytes to) const;
    std::optional<std::size_t> columnAt(const QPointF& place) const;
    std::optional<Part> partAt(std::size_t column, const QPointF& place) const;

private:
    void setSlant(const QRectF& chart);
};

inline constexpr double slantOfNames = 32; // degrees, of names too wide for their columns

// The estimate's own overheads and total, those of the first tier.
DeviceVerdict ownVerdict(const Estimate& estimate);
const DeviceVerdict* smallestThatFits(const Estimate& estimate);
// Tiers are shown, and it fits none.
bool fitsNone(const Estimate& estimate);

} // namespace plimsoll::ui
