// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/chartexport.h"

#include <QRectF>

class QPainter;

namespace plimsoll::ui {

// An estimate for a planning document, on one page: title, verdict, chart, ledger, what stands on the card, devices,
// assumptions, warnings and versions. Of the chart's options view, choices and unit count.
// area: in points (1/72 inch); texts shrink until all finds room in it.
void paintReport(QPainter& painter, const QRectF& area, const Estimate& estimate, const ChartOptions& chart);

// Of the texts, in points, for tests of readability.
double reportFontSize(const QSizeF& area, const Estimate& estimate, ByteUnit unit);

} // namespace plimsoll::ui
