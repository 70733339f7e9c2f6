// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/chartview.h"
#include "support/windowbench.h"
#include "window/viewtabs.h"

namespace plimsoll::ui {

inline constexpr int patience = 60'000; // milliseconds: all of a map, under a sanitizer

// A view of the window, with all that it shows computed.
inline ChartView& show(Bench& bench, ViewId view)
{
    bench.window.viewTabs().showView(view);
    ChartView& shown = bench.window.viewTabs().view(view);
    if (!QTest::qWaitFor([&] { return shown.isComplete(); }, patience))
        qFatal("the view does not come to an end");
    return shown;
}

} // namespace plimsoll::ui
