// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/valueaxis.h"

#include "chart/textblock.h"
#include "format.h"

#include <QFontMetricsF>
#include <QPainter>

namespace plimsoll::ui {

namespace {

constexpr int mostPlaces = 9;
constexpr double leastTickDistance = 34; // in hair lines
constexpr double labelGap = 6;           // between labels and plot

} // namespace

void ValueAxis::arrange(const QRectF& area, Bytes longest, const ChartStyle& style, bool mayShrink)
{
    const QFontMetricsF metrics(style.font);
    const int mostSteps = std::clamp(static_cast<int>(area.height() / (leastTickDistance * style.unit())), 1, 10);
    const AxisScale needed = axisScale(longest.toDouble() / bytesIn(unit), mostSteps);
    const bool isCrowded = scale.end > mostSteps * scale.step * (1 + 1e-9);
    if (mayShrink || isCrowded || needed.end > scale.end)
        scale = needed;
    double widest = metrics.horizontalAdvance(QStringLiteral("888"));
    for (double tick = 0; tick <= scale.end * (1 + 1e-9); tick += scale.step)
        widest = std::max(widest, metrics.horizontalAdvance(numberText(tick, mostPlaces)));
    const double left = std::ceil(area.left() + widest + labelGap * style.unit());
    const double top = std::ceil(area.top() + metrics.height() * 1.4);
    plot = QRectF(left, top, std::max(1.0, area.right() - left),
                  std::max(1.0, std::floor(area.bottom() - metrics.height() / 2) - top));
}

double ValueAxis::y(Bytes bytes) const
{
    return plot.bottom() - plot.height() * std::clamp(bytes.toDouble() / bytesIn(unit) / scale.end, 0.0, 1.0);
}

void ValueAxis::paint(QPainter& painter, const ChartStyle& style) const
{
    const ThemeColors& color = colors(style.theme);
    const QFontMetricsF metrics(style.font);
    painter.setFont(style.font);
    const double right = plot.left() - labelGap * style.unit();
    for (double tick = 0; tick <= scale.end * (1 + 1e-9); tick += scale.step) {
        const double at = style.snapped(plot.bottom() - plot.height() * tick / scale.end);
        painter.fillRect(QRectF(plot.left(), at, plot.width(), style.hairs(1)), tick > 0 ? color.grid : color.muted);
        painter.setPen(color.muted);
        paintLine(painter, QRectF(right, at - metrics.height() / 2, 0, metrics.height()), Qt::AlignRight,
                  numberText(tick, mostPlaces));
    }
    paintLine(painter, QRectF(right, plot.top() - metrics.height() * 1.5, 0, metrics.height()), Qt::AlignRight,
              toQString(plimsoll::label(unit)));
}

} // namespace plimsoll::ui
