// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/plotcanvas.h"

namespace plimsoll::ui {

PlotCanvas::PlotCanvas()
{
    setNotAntialiasedElements(QCP::aeAll);
    plotLayout()->setMargins(QMargins());
    axisRect()->setAutoMargins(QCP::msNone);
    axisRect()->setMinimumSize(1, 1);
}

void PlotCanvas::setStyle(const ChartStyle& style)
{
    const ThemeColors& color = colors(style.theme);
    setBackground(QBrush(color.surface));
    for (QCPAxis* axis : axisRect()->axes()) {
        axis->setBasePen(Qt::NoPen);
        axis->setTickPen(Qt::NoPen);
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelColor(color.muted);
        axis->setTickLabelFont(style.font);
        axis->setTickLength(0);
        axis->setTickLabelPadding(qRound(tickLabelGap * style.unit()));
        axis->grid()->setPen(QPen(color.grid, style.unit(), Qt::SolidLine, Qt::FlatCap));
        axis->grid()->setZeroLinePen(QPen(color.muted, style.unit(), Qt::SolidLine, Qt::FlatCap));
    }
}

PaintedLayer::PaintedLayer(QCustomPlot& plot, const QString& layer, std::function<void(QPainter&)> paint)
    : QCPLayerable(&plot, layer),
      m_paint(std::move(paint))
{
}

void PaintedLayer::applyDefaultAntialiasingHint(QCPPainter* painter) const
{
    painter->setAntialiasing(false);
}

void PaintedLayer::draw(QCPPainter* painter)
{
    m_paint(*painter);
}

} // namespace plimsoll::ui
