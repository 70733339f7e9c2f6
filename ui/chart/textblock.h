// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QStringList>

class QPainter;
class QPointF;
class QRectF;

namespace plimsoll::ui {

// Text broken at spaces into lines of a width, at most so many; what is left over is cut with an ellipsis.
QStringList wrapped(const QString& text, const QFont& font, double width, int mostLines);

// One line in the painter's font and pen, in the middle of a rectangle's height. Much faster than drawText() with a
// rectangle, which lays out a paragraph.
void paintLine(QPainter& painter, const QRectF& rect, Qt::AlignmentFlag alignment, const QString& text);

// Lines of one font and colour, set with some air between them.
struct TextBlock
{
    QStringList lines;
    QFont font;
    QColor color;

    double lineHeight() const;
    double height() const { return lineHeight() * static_cast<double>(lines.size()); }
    void paint(QPainter& painter, const QPointF& topLeft) const;
};

} // namespace plimsoll::ui
