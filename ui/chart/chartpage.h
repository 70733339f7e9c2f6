// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/chartstyle.h"
#include "chart/textblock.h"

#include <QSize>

namespace plimsoll::ui {

// What an exported chart says about itself. The window says it elsewhere and leaves these empty.
struct ChartTexts
{
    QString title;
    QString summary;
    QString footer;
};

// Title and summary above a chart, footer below it. Lengths in logical pixels.
struct ChartPage
{
    QSize size;
    double margin = 0;
    TextBlock title;
    TextBlock summary;
    TextBlock footer;

    // What lies between header and footer.
    double top() const;
    double bottom() const;

    void arrange(const ChartTexts& texts, const ChartStyle& style, const QSize& pageSize);
    void paint(QPainter& painter) const;

private:
    double m_gapAboveChart = 0;
    double m_gapAboveFooter = 0;
};

} // namespace plimsoll::ui
