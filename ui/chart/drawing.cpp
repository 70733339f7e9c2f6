// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/drawing.h"

#include <QPainter>

namespace plimsoll::ui {

namespace {

constexpr double highestLegend = 0.35;  // of the chart's height
constexpr double leastAreaShare = 0.42; // for the chart itself
constexpr double gap = 12;              // in hair lines

} // namespace

void Drawing::arrange(const ChartTexts& texts, const ChartStyle& style, const QSize& size)
{
    m_style = style;
    m_page.arrange(texts, style, size);
    const double margin = m_page.margin;
    const double width = size.width() - 2 * margin;
    m_legend = Legend(legendEntries(), style, width);
    if (m_legend.height() > highestLegend * size.height())
        m_legend = {};
    const double below = m_legend.height() > 0 ? m_legend.height() + gap * style.unit() : 0;
    m_area = QRectF(margin, std::round(m_page.top()), width,
                    std::max(1.0, std::floor(m_page.bottom() - below) - std::round(m_page.top())));
    m_legendAt = QPointF(margin, std::round(m_area.bottom() + gap * style.unit()));
    layOut();
}

bool Drawing::hasRoom() const
{
    return m_area.height() >= leastAreaShare * m_page.size.height();
}

void Drawing::paint(QPainter& painter) const
{
    painter.fillRect(QRectF(QPointF(), m_page.size), color().surface);
    m_page.paint(painter);
    paintChart(painter);
    m_legend.paint(painter, m_legendAt);
}

std::optional<Part> Drawing::partAt(const QPointF& place) const
{
    return m_legend.partAt(place - m_legendAt);
}

} // namespace plimsoll::ui
