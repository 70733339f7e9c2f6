// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/format.h"
#include "chart/chartstyle.h"
#include "fill.h"

#include <QRectF>
#include <QString>

#include <vector>

class QPainter;

namespace plimsoll::ui {

// How one amount becomes another, step by step, as bars that hang from one another.
struct Waterfall
{
    struct Step
    {
        QString name;
        Bytes from;
        Bytes to;
        Fill fill;
        bool isTotal = false; // a bar from zero, its amount written without a sign
    };

    QString title;
    std::vector<Step> steps;

    // Lines that it takes, the title among them.
    std::size_t lines() const { return steps.size() + 1; }
};

// The rows of a waterfall in lines of a height; the axis goes from zero to the highest amount.
void paintWaterfall(QPainter& painter, const Waterfall& waterfall, const QRectF& place, double line, ByteUnit unit,
                    const ChartStyle& style);

// The step whose row is there, if any.
const Waterfall::Step* stepAt(const Waterfall& waterfall, const QRectF& place, double line, const QPointF& point);

} // namespace plimsoll::ui
