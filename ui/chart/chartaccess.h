// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plimsoll::ui {

// Makes assistive technology see a ChartView as a chart. Installing it again does nothing.
void installChartAccess();

} // namespace plimsoll::ui
