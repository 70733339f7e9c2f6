// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/chartaccess.h"

#include "chart/chartview.h"
#include "chart/drawingview.h"

#include <QAccessibleWidget>

namespace plimsoll::ui {

namespace {

QAccessibleInterface* accessOf(const QString&, QObject* object)
{
    const bool isChart = qobject_cast<ChartView*>(object) || qobject_cast<DrawingView*>(object);
    return isChart ? new QAccessibleWidget(static_cast<QWidget*>(object), QAccessible::Chart) : nullptr;
}

} // namespace

void installChartAccess()
{
    QAccessible::installFactory(&accessOf);
}

} // namespace plimsoll::ui
