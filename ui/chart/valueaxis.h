// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/format.h"
#include "chart/axisscale.h"
#include "chart/chartstyle.h"

class QPainter;

namespace plimsoll::ui {

// A vertical axis of bytes from zero up, at the left of a plot.
struct ValueAxis
{
    AxisScale scale;
    ByteUnit unit = ByteUnit::GB;
    QRectF plot;

    // Fits the axis into an area from its left edge on; the plot takes what is right of the labels. Unless it may
    // shrink, an axis that was longer stays.
    void arrange(const QRectF& area, Bytes longest, const ChartStyle& style, bool mayShrink);

    double y(Bytes bytes) const;
    // Grid lines with their labels, and the unit above them.
    void paint(QPainter& painter, const ChartStyle& style) const;
};

} // namespace plimsoll::ui
