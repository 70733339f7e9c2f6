// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/tierstexts.h"

#include "chart/tiersmarks.h"
#include "format.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <cmath>

namespace plimsoll::ui {

namespace {

QColor verdictColor(Verdict verdict, const ThemeColors& color)
{
    switch (verdict) {
    case Verdict::Fits:
        break;
    case Verdict::Tight:
        return color.tight;
    case Verdict::Oom:
        return color.oom;
    }
    return color.text;
}

void paintRowTexts(QPainter& painter, const TiersScene& scene, std::size_t index)
{
    const ThemeColors& color = colors(scene.style.theme);
    const TierBar& bar = scene.chart.bars[index];
    const QRectF row = scene.row(index);
    QFont font = scene.rowFont;
    font.setBold(bar.smallestThatFits);
    painter.setFont(font);
    painter.setPen(color.text);
    paintLine(painter, QRectF(scene.page.margin, row.top(), 0, row.height()), Qt::AlignLeft, scene.names.shown[index]);

    const double unit = scene.rowFont.pixelSize() / 13.0;
    const double side = std::round(11 * unit);
    const QRectF glyph(scene.labelsLeft, scene.style.snapped(row.center().y() - side / 2), side, side);
    paintVerdictGlyph(painter, glyph, bar.verdict, scene.style);
    font.setBold(bar.smallestThatFits || bar.verdict == Verdict::Oom);
    painter.setFont(font);
    painter.setPen(verdictColor(bar.verdict, color));
    paintLine(painter, QRectF(glyph.right() + 5 * unit, row.top(), 0, row.height()), Qt::AlignLeft, bar.label);
}

// The longest of the texts that find room, or nothing.
QString fitting(const QStringList& texts, const QFont& font, double width)
{
    const QFontMetricsF metrics(font);
    for (const QString& text : texts) {
        if (metrics.horizontalAdvance(text) <= width)
            return text;
    }
    return {};
}

QColor inkOn(const QColor& ground)
{
    return qGray(ground.rgb()) > 128 ? QColor(0x14, 0x17, 0x1a) : QColor(Qt::white);
}

// Written on the bar's solid segments, on one bar only: the others hold the same amounts.
void paintInsideLabels(QPainter& painter, const TiersScene& scene, std::size_t index)
{
    const QFont font = scene.style.scaled(0.85);
    const QFontMetricsF metrics(font);
    if (scene.barHeight() < metrics.height() || !scene.isShown(index))
        return;
    painter.setFont(font);
    const TierBar& bar = scene.chart.bars[index];
    const double end = scene.xOf(std::min(bar.usable, bar.low)) - 4 * scene.style.unit();
    for (std::size_t i = 0; i < bar.segments.size(); ++i) {
        const Segment& segment = bar.segments[i];
        const Fill& fill = fillOf(segment.part, scene.style.theme);
        QRectF rect = scene.segment(index, i);
        rect.setRight(std::min(rect.right(), end));
        if (fill.pattern != Pattern::Solid)
            continue;
        const QString amount = bytesText(segment.bytes, scene.chart.unit);
        const QString text
            = fitting({label(segment.part) + u' ' + amount, amount}, font, rect.width() - 8 * scene.style.unit());
        painter.setPen(inkOn(fill.color));
        paintLine(painter, rect, Qt::AlignHCenter, text);
    }
}

// Beside the last tick's label, on its line.
void paintUnit(QPainter& painter, const TiersScene& scene)
{
    const QFontMetricsF metrics(scene.style.font);
    const double halfTick = metrics.horizontalAdvance(numberText(scene.axis.end, 9)) / 2;
    painter.setFont(scene.style.font);
    painter.setPen(colors(scene.style.theme).muted);
    const QPointF baseline(scene.plot.left() + scene.plot.width() + halfTick + 5 * scene.style.unit(),
                           scene.plot.top() - tickLabelGap * scene.style.unit() - metrics.descent());
    painter.drawText(baseline, toQString(plimsoll::label(scene.chart.unit)));
}

} // namespace

void paintTexts(QPainter& painter, const TiersScene& scene)
{
    scene.page.paint(painter);
    if (scene.chart.bars.empty()) {
        painter.setFont(scene.style.font);
        painter.setPen(colors(scene.style.theme).muted);
        painter.drawText(QRectF(QPointF(), scene.size), Qt::AlignCenter | Qt::TextWordWrap, inSentences(scene.chart));
        return;
    }
    for (std::size_t i = scene.firstBar; i < scene.firstBar + scene.visibleBars; ++i)
        paintRowTexts(painter, scene, i);
    paintInsideLabels(painter, scene, *leadingBar(scene.chart));
    paintUnit(painter, scene);
    scene.legend.paint(painter, scene.legendAt);
}

} // namespace plimsoll::ui
