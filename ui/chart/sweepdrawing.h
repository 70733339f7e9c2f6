// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/columnsdrawing.h"

namespace plimsoll::ui {

// The Sweep view: what is needed on the card at each stop of a lever.
class SweepDrawing : public ColumnsDrawing
{
protected:
    std::vector<SweepStop> stopsOf(const ChartInput& input) const override;
    QString subject() const override;
};

} // namespace plimsoll::ui
