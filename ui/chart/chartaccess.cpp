// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/chartaccess.h"

#include "chart/chartview.h"

#include <QAccessibleWidget>

namespace plimsoll::ui {

namespace {

QAccessibleInterface* accessOf(const QString&, QObject* object)
{
    auto* chart = qobject_cast<ChartView*>(object);
    return chart ? new QAccessibleWidget(chart, QAccessible::Chart) : nullptr;
}

} // namespace

void installChartAccess()
{
    QAccessible::installFactory(&accessOf);
}

} // namespace plimsoll::ui
