// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/plotcanvas.h"

#include <QWindow>

namespace plimsoll::ui {

PlotCanvas::PlotCanvas(QWidget* parent)
    : QCustomPlot(parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
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

void PlotCanvas::showEvent(QShowEvent* event)
{
    QCustomPlot::showEvent(event);
    followScreen();
    if (const QWindow* shownIn = window()->windowHandle())
        connect(shownIn, &QWindow::screenChanged, this, &PlotCanvas::followScreen, Qt::UniqueConnection);
}

void PlotCanvas::followScreen()
{
    if (bufferDevicePixelRatio() == devicePixelRatioF())
        return;
    setBufferDevicePixelRatio(devicePixelRatioF());
    replot(rpQueuedReplot);
    emit pixelRatioChanged();
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
