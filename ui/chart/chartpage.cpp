// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/chartpage.h"

#include <QFontMetricsF>
#include <QPointF>

namespace plimsoll::ui {

namespace {

TextBlock block(const QString& text, const QFont& font, const QColor& color, double width, int mostLines)
{
    return {text.isEmpty() ? QStringList() : wrapped(text, font, width, mostLines), font, color};
}

// Somewhat smaller where that keeps the title on one line.
QFont titleFont(const ChartStyle& style, const QString& title, double width)
{
    for (const double factor : {1.2, 1.1, 1.0}) {
        const QFont font = style.scaled(factor, QFont::Bold);
        if (QFontMetricsF(font).horizontalAdvance(title) <= width)
            return font;
    }
    return style.scaled(1.1, QFont::Bold);
}

} // namespace

double ChartPage::top() const
{
    return margin + title.height() + summary.height() + m_gapAboveChart;
}

double ChartPage::bottom() const
{
    return size.height() - margin - footer.height() - m_gapAboveFooter;
}

void ChartPage::arrange(const ChartTexts& texts, const ChartStyle& style, const QSize& pageSize)
{
    const ThemeColors& color = colors(style.theme);
    size = pageSize;
    margin = std::round((texts.title.isEmpty() ? 10 : 18) * style.unit());
    const double width = size.width() - 2 * margin;
    title = block(texts.title, titleFont(style, texts.title, width), color.text, width, 2);
    summary = block(texts.summary, style.font, color.text, width, 2);
    footer = block(texts.footer, style.scaled(0.72), color.muted, width, 3);
    m_gapAboveChart = title.lines.isEmpty() && summary.lines.isEmpty() ? 0 : 8 * style.unit();
    m_gapAboveFooter = footer.lines.isEmpty() ? 0 : 10 * style.unit();
}

void ChartPage::paint(QPainter& painter) const
{
    title.paint(painter, QPointF(margin, margin));
    summary.paint(painter, QPointF(margin, margin + title.height()));
    footer.paint(painter, QPointF(margin, size.height() - margin - footer.height()));
}

} // namespace plimsoll::ui
