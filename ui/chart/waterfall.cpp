// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/waterfall.h"

#include "chart/textblock.h"
#include "format.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace plimsoll::ui {

namespace {

constexpr double mostForNames = 0.58; // of the width

Bytes highestOf(const Waterfall& waterfall)
{
    Bytes highest(1);
    for (const Waterfall::Step& step : waterfall.steps)
        highest = std::max({highest, step.from, step.to});
    return highest;
}

} // namespace

void paintWaterfall(QPainter& painter, const Waterfall& waterfall, const QRectF& place, double line, ByteUnit unit,
                    const ChartStyle& style)
{
    const ThemeColors& color = colors(style.theme);
    const QFont plain = style.scaled(0.88);
    const QFont bold = style.scaled(0.88, QFont::Bold);
    const double figures = QFontMetricsF(bold).horizontalAdvance(QStringLiteral("+888.8 GB"));
    double names = 0;
    for (const Waterfall::Step& step : waterfall.steps)
        names = std::max(names, QFontMetricsF(bold).horizontalAdvance(step.name));
    names = std::min(names, place.width() * mostForNames);
    const double gap = 6 * style.unit();
    const QRectF bars(place.left() + names + gap, 0, std::max(1.0, place.width() - names - figures - 2 * gap), 0);
    const double highest = highestOf(waterfall).toDouble();
    QRectF row(place.left(), place.top(), place.width(), line);
    painter.setFont(style.bold());
    painter.setPen(color.text);
    paintLine(painter, row, Qt::AlignLeft,
              QFontMetricsF(style.bold()).elidedText(waterfall.title, Qt::ElideRight, place.width()));
    for (const Waterfall::Step& step : waterfall.steps) {
        row.translate(0, line);
        const QFont& font = step.isTotal ? bold : plain;
        painter.setFont(font);
        painter.setPen(color.text);
        paintLine(painter, row, Qt::AlignLeft, QFontMetricsF(font).elidedText(step.name, Qt::ElideRight, names));
        paintLine(painter, row, Qt::AlignRight,
                  step.isTotal ? bytesText(step.to, unit) : differenceText(step.to - step.from, unit));
        const auto x = [&](Bytes bytes) { return bars.left() + bars.width() * bytes.toDouble() / highest; };
        const Bytes start = step.isTotal ? Bytes() : step.from;
        const double left = style.snapped(x(std::min(start, step.to)));
        const double right = style.snapped(x(std::max(start, step.to)));
        const QRectF bar(left, style.snapped(row.top() + line * 0.18), std::max(style.hairs(1), right - left),
                         style.snapped(line * 0.64));
        paintFill(painter, bar, step.fill, style.unit());
        // Where the next one hangs.
        painter.fillRect(QRectF(style.snapped(x(step.to)), bar.bottom(), style.hairs(1), row.bottom() - bar.bottom()),
                         color.muted);
    }
}

const Waterfall::Step* stepAt(const Waterfall& waterfall, const QRectF& place, double line, const QPointF& point)
{
    if (point.x() < place.left() || point.x() > place.right() || point.y() < place.top() + line)
        return nullptr;
    const auto index = static_cast<std::size_t>((point.y() - place.top()) / line) - 1;
    return index < waterfall.steps.size() ? &waterfall.steps[index] : nullptr;
}

} // namespace plimsoll::ui
