// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/chartstyle.h"

#include <qcustomplot.h>

#include <functional>

namespace plimsoll::ui {

// A QCustomPlot that only draws: its owner handles mouse and keys. Follows the pixel ratio of the screen it is on,
// which QCustomPlot reads but once.
class PlotCanvas : public QCustomPlot
{
    Q_OBJECT

public:
    explicit PlotCanvas(QWidget* parent = nullptr);

    // The painted ground, and grid and labels of the axis on top.
    void setStyle(const ChartStyle& style);

signals:
    void pixelRatioChanged();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void followScreen();
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
