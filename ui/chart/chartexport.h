// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "chart/views.h"
#include "theme.h"

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <QString>

namespace plimsoll::ui {

struct ChartOptions
{
    ViewId view = ViewId::Tiers;
    ViewChoices choices;
    QSize size{1600, 900}; // pixels before scaling; text grows with it
    double scale = 1;      // pixels of the picture for each of the size
    int dpi = 96;          // dots per inch written into the picture; the paper size of PDF and SVG follows from it
    Theme theme = Theme::Light;
    ByteUnit unit = ByteUnit::GB;
    bool hasTexts = true; // title, verdict and footer; a page that says them itself leaves them out
};

// A view as a picture that explains itself: title, verdict, chart, legend with figures, footer. Needs a
// QApplication. The same options and estimate give the same pixels, in the window and on the command line.
// Null where the size is out of bounds.
QImage renderChart(const Estimate& estimate, const ChartOptions& options);

// The same as an SVG drawing. Empty where the size is out of bounds.
QByteArray chartSvg(const Estimate& estimate, const ChartOptions& options);

// Both, with what the view shows computed once. Empty where the size is out of bounds.
struct ChartPictures
{
    QImage image;
    QByteArray svg;
};
ChartPictures chartPictures(const Estimate& estimate, const ChartOptions& options);

// Writes it as the path's suffix says: .png, .svg or .pdf. The file is there in full or as it was before.
// Errors: another suffix; sides under 100 or, scaled, over 20,000 pixels; more than 200 million pixels; what the file
// system says.
Result<void> exportChart(const Estimate& estimate, const ChartOptions& options, const QString& path);

} // namespace plimsoll::ui
