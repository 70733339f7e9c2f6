// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/columnsscene.h"

class QPainter;

namespace plimsoll::ui {

// Axis, columns, load lines, pinned scenarios and names.
void paintColumns(QPainter& painter, const ColumnsScene& scene, const std::optional<Part>& selected);

// The mark of a pinned scenario, told apart by its shape.
void paintOverlayMark(QPainter& painter, const QPointF& at, std::size_t overlay, bool isOom, const ChartStyle& style);

} // namespace plimsoll::ui
