// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/format.h"
#include "chart/chartstyle.h"

class QPainter;
class QRectF;

namespace plimsoll {
struct Estimate;
}

namespace plimsoll::ui {

// Who is alive at the peak, largest first, as far as there is room.
void paintAlive(QPainter& painter, const QRectF& place, const Estimate& estimate, ByteUnit unit,
                const ChartStyle& style);

} // namespace plimsoll::ui
