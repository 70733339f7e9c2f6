// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QStringList>

class QPainter;
class QPointF;

namespace plimsoll::ui {

// Text broken at spaces into lines of a width, at most so many; what is left over is cut with an ellipsis.
QStringList wrapped(const QString& text, const QFont& font, double width, int mostLines);

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
