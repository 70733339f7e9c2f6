// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/drawing.h"

#include <algorithm>

namespace plimsoll::ui {

QPoint Drawing::nearest(const QPoint& cell) const
{
    const QSize all = cells();
    return {std::clamp(cell.x(), 0, std::max(0, all.width() - 1)),
            std::clamp(cell.y(), 0, std::max(0, all.height() - 1))};
}

} // namespace plimsoll::ui
