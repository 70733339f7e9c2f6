// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/textblock.h"

#include <QFontMetricsF>
#include <QPainter>

namespace plimsoll::ui {

QStringList wrapped(const QString& text, const QFont& font, double width, int mostLines)
{
    const QFontMetricsF metrics(font);
    QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    QStringList lines;
    while (!words.isEmpty() && lines.size() < mostLines) {
        if (lines.size() + 1 == mostLines) {
            lines << metrics.elidedText(words.join(u' '), Qt::ElideRight, width);
            break;
        }
        QString line = words.takeFirst();
        while (!words.isEmpty() && metrics.horizontalAdvance(line + u' ' + words.front()) <= width)
            line += u' ' + words.takeFirst();
        lines << metrics.elidedText(line, Qt::ElideRight, width);
    }
    return lines;
}

void paintLine(QPainter& painter, const QRectF& rect, Qt::AlignmentFlag alignment, const QString& text)
{
    const QFontMetricsF metrics(painter.font());
    double x = rect.left();
    if (alignment != Qt::AlignLeft) {
        const double spare = rect.width() - metrics.horizontalAdvance(text);
        x += alignment == Qt::AlignRight ? spare : spare / 2;
    }
    const double baseline = rect.center().y() + (metrics.ascent() - metrics.descent()) / 2;
    painter.drawText(QPointF(x, baseline), text);
}

double TextBlock::lineHeight() const
{
    return lines.isEmpty() ? 0 : QFontMetricsF(font).height() * 1.15;
}

void TextBlock::paint(QPainter& painter, const QPointF& topLeft) const
{
    painter.setFont(font);
    painter.setPen(color);
    double y = topLeft.y() + QFontMetricsF(font).ascent();
    for (const QString& line : lines) {
        painter.drawText(QPointF(topLeft.x(), y), line);
        y += lineHeight();
    }
}

} // namespace plimsoll::ui
