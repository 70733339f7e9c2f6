// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/picture.h"

#include "chart/plotcanvas.h"
#include "chart/tiersplot.h"

namespace plimsoll::ui {

namespace {

constexpr double leastPlotShare = 0.42;

class TiersPicture : public Picture
{
public:
    explicit TiersPicture(const ChartInput& input)
        : m_plot(m_canvas)
    {
        m_plot.setChart(tierChart(input.estimate, input.unit));
    }

    void arrange(const ChartTexts& texts, const ChartStyle& style, const QSize& size) override
    {
        m_plot.setTexts(texts);
        m_plot.setStyle(style);
        m_plot.arrange(size, 0, false);
    }
    bool hasRoom() const override
    {
        const TiersScene& scene = m_plot.scene();
        return scene.visibleBars == scene.chart.bars.size() && scene.plotShare() >= leastPlotShare;
    }
    void paintOn(QPaintDevice& device, double scale, bool asVectors) override
    {
        m_plot.paintOn(device, scale, asVectors);
    }
    QString description() const override { return inSentences(m_plot.scene().chart); }

private:
    PlotCanvas m_canvas;
    TiersPlot m_plot;
};

class DrawingPicture : public Picture
{
public:
    DrawingPicture(std::unique_ptr<Drawing> drawing, const ChartInput& input)
        : m_drawing(std::move(drawing))
    {
        m_drawing->start(input);
        while (m_drawing->advance())
            continue;
    }

    void arrange(const ChartTexts& texts, const ChartStyle& style, const QSize& size) override
    {
        m_drawing->arrange(texts, style, size);
    }
    bool hasRoom() const override { return m_drawing->hasRoom(); }
    void paintOn(QPaintDevice& device, double scale, bool) override
    {
        QPainter painter(&device);
        painter.scale(scale, scale);
        m_drawing->paint(painter);
    }
    QString description() const override { return m_drawing->description(); }

private:
    std::unique_ptr<Drawing> m_drawing;
};

} // namespace

std::unique_ptr<Picture> makePicture(ViewId view, const ChartInput& input)
{
    if (const auto make = info(view).make)
        return std::make_unique<DrawingPicture>(make(), input);
    return std::make_unique<TiersPicture>(input);
}

} // namespace plimsoll::ui
