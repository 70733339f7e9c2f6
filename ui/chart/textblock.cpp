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
