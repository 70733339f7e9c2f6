// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/alivelist.h"

#include "chart/textblock.h"
#include "fill.h"
#include "format.h"
#include "language.h"
#include "memory/estimate.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace plimsoll::ui {

namespace {

const QString widestAmount = QStringLiteral("888.8 GB");

// "20 × mlp up: linear"
QString nameOf(const LiveTensors& tensors)
{
    const QString count = tensors.count > 1 ? countText(tensors.count) + QStringLiteral(" × ") : QString();
    return count + shownTensors(tensors.name);
}

} // namespace

void paintAlive(QPainter& painter, const QRectF& place, const Estimate& estimate, ByteUnit unit,
                const ChartStyle& style)
{
    const double line = QFontMetricsF(style.font).height() * 1.2;
    const double swatch = style.hairs(11);
    QRectF row(place.topLeft(), QSizeF(place.width(), line));
    painter.setFont(style.bold());
    painter.setPen(colors(style.theme).text);
    paintLine(painter, row, Qt::AlignLeft, QCoreApplication::translate("StepDrawing", "Alive at the peak"));
    const QFont font = style.scaled(0.88);
    const QFontMetricsF metrics(font);
    const double numbers = metrics.horizontalAdvance(widestAmount);
    painter.setFont(font);
    for (const LiveTensors& tensors : estimate.alive) {
        row.translate(0, line);
        if (row.bottom() > place.bottom())
            return;
        paintFill(painter, QRectF(row.left(), style.snapped(row.center().y() - swatch / 2), swatch, swatch),
                  fillOf(tensors.item, style.theme), style.unit());
        const double left = row.left() + swatch + 6 * style.unit();
        painter.setPen(colors(style.theme).text);
        const double room = row.right() - numbers - 8 * style.unit() - left;
        paintLine(painter, QRectF(left, row.top(), room, line), Qt::AlignLeft,
                  metrics.elidedText(nameOf(tensors), Qt::ElideRight, room));
        paintLine(painter, row, Qt::AlignRight, bytesText(tensors.bytes, unit));
    }
}

} // namespace plimsoll::ui
