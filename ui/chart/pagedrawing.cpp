// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/pagedrawing.h"

#include <qcustomplot.h>

namespace plimsoll::ui {

namespace {

constexpr double highestLegend = 0.35;  // of the chart's height
constexpr double leastAreaShare = 0.42; // for the chart itself
constexpr double gap = 12;              // in hair lines
constexpr double cursorReach = 7;

} // namespace

void PageDrawing::arrange(const ChartTexts& texts, const ChartStyle& style, const QSize& size)
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

bool PageDrawing::hasRoom() const
{
    return m_area.height() >= leastAreaShare * m_page.size.height();
}

void PageDrawing::paint(QCPPainter& painter) const
{
    painter.fillRect(QRectF(QPointF(), m_page.size), color().surface);
    m_page.paint(painter);
    paintChart(painter);
    m_legend.paint(painter, m_legendAt);
}

void PageDrawing::paintCursor(QPainter& painter, const QPoint& cell) const
{
    const QPointF at = placeOf(cell);
    painter.setPen(QPen(color().cursor, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(at.x() - cursorReach, at.y() - cursorReach, 2 * cursorReach, 2 * cursorReach));
}

std::optional<Part> PageDrawing::partAt(const QPointF& place) const
{
    return m_legend.partAt(place - m_legendAt);
}

QString PageDrawing::legendReadout(const QPointF& place) const
{
    const std::optional<Part> part = PageDrawing::partAt(place);
    return part ? label(*part) + QStringLiteral(": ") + meaning(*part) : QString();
}

} // namespace plimsoll::ui
