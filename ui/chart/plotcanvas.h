// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/chartstyle.h"

#include <qcustomplot.h>

#include <functional>

namespace plimsoll::ui {

// A QCustomPlot that is never shown: it draws on its owner's painter.
class PlotCanvas : public QCustomPlot
{
    Q_OBJECT

public:
    PlotCanvas();

    // The painted ground, and grid and labels of the axis on top.
    void setStyle(const ChartStyle& style);
};

// Something drawn on a layer of a plot by a function.
class PaintedLayer : public QCPLayerable
{
    Q_OBJECT

public:
    PaintedLayer(QCustomPlot& plot, const QString& layer, std::function<void(QPainter&)> paint);

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    std::function<void(QPainter&)> m_paint;
};

} // namespace plimsoll::ui
