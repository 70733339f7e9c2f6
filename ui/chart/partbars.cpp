// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/partbars.h"

namespace plimsoll::ui {

PartBars::PartBars(QCPAxis* keyAxis, QCPAxis* valueAxis)
    : QCPBars(keyAxis, valueAxis)
{
    setWidthType(wtAbsolute);
    setPen(Qt::NoPen);
}

void PartBars::setFill(const Fill& fill, const ChartStyle& style)
{
    m_fill = fill;
    m_style = style;
}

void PartBars::draw(QCPPainter* painter)
{
    const QRectF visible(clipRect());
    const double gap = m_style.hairs(1);
    for (const QCPBarsData& bar : *mDataContainer) {
        QRectF rect = m_style.snapped(getBarRect(bar.key, bar.value)).intersected(visible);
        if (rect.width() > 3 * gap)
            rect.setRight(rect.right() - gap);
        if (!rect.isEmpty())
            paintFill(*painter, rect, m_fill, m_style.unit());
    }
}

} // namespace plimsoll::ui
