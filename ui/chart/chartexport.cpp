// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/chartexport.h"

#include "base/version.h"
#include "format.h"
#include "interchange/sentences.h"
#include "language.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImageWriter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <qcustomplot.h>

#include <array>
#include <cmath>

namespace plimsoll::ui {

namespace {

constexpr int shortestSide = 100;
constexpr int longestSide = 20000;
constexpr double mostPixels = 200e6; // 800 MB while it is drawn
constexpr double inchInMetres = 0.0254;
constexpr double pointsPerInch = 72;
constexpr double vectorPixelRatio = 10; // edges in vector output are where they are

// Text starts at this share of the size, about four points where the picture is set half a page wide, and shrinks until
// all rows find room and the bars have their share of the height.
constexpr double fontsAcross = 58;
constexpr double fontsDown = 30;
constexpr int smallestFont = 6;

struct Format
{
    const char* suffix;
    bool isRaster;
    Result<void> (*write)(Drawing& drawing, const Estimate& estimate, const ChartOptions& options, QIODevice& file);
};

// Named, not the desktop's: the same picture everywhere. Debian's package fonts-dejavu-core holds it.
QFont exportFont(int pixelSize)
{
    QFont font(QStringList{QStringLiteral("DejaVu Sans"), QStringLiteral("Verdana")});
    font.setStyleHint(QFont::SansSerif);
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setPixelSize(pixelSize);
    return font;
}

QSize pixelsOf(const ChartOptions& options)
{
    return (QSizeF(options.size) * options.scale).toSize();
}

Error badSize(const QString& path, const QSize& pixels, std::string expected)
{
    Error error;
    error.file = path.toStdString();
    error.path = "size";
    error.found = std::to_string(pixels.width()) + " × " + std::to_string(pixels.height());
    error.expected = std::move(expected);
    return error;
}

std::optional<Error> checkSize(const ChartOptions& options, const QString& path, bool isRaster)
{
    const QSize pixels = pixelsOf(options);
    const bool tooSmall = std::min(options.size.width(), options.size.height()) < shortestSide || options.scale <= 0;
    if (tooSmall || std::max(pixels.width(), pixels.height()) > longestSide)
        return badSize(path, tooSmall ? options.size : pixels, "100 to 20,000 pixels a side");
    if (isRaster && static_cast<double>(pixels.width()) * pixels.height() > mostPixels)
        return badSize(path, pixels, "at most 200 million pixels in all");
    return std::nullopt;
}

ChartTexts textsOf(const Estimate& estimate, const ChartOptions& options)
{
    if (!options.hasTexts)
        return {};
    QStringList footer;
    for (const std::string& line : chartFooter(estimate))
        footer << shown(line);
    if (options.view != ViewId::Tiers)
        footer.front() = QStringLiteral("Plimsoll %1 · %2")
                             .arg(toQString(version()),
                                  QCoreApplication::translate("Views", info(options.view).meaning).chopped(1));
    return {shownTitle(chartTitle(estimate)), shown(verdictSentence(estimate, options.unit)),
            footer.join(QStringLiteral(" · "))};
}

// Text as large as it may be and everything still finds room.
void arrange(Drawing& drawing, const Estimate& estimate, const ChartOptions& options, double pixelRatio)
{
    const ChartTexts texts = textsOf(estimate, options);
    const double largest = std::min(options.size.width() / fontsAcross, options.size.height() / fontsDown);
    int pixelSize = static_cast<int>(std::lround(largest));
    do {
        drawing.arrange(texts, {options.theme, exportFont(std::max(smallestFont, pixelSize)), pixelRatio, false},
                        options.size);
    } while (!drawing.hasRoom() && --pixelSize >= smallestFont);
}

// With everything computed that the view shows.
std::unique_ptr<Drawing> drawingOf(const Estimate& estimate, const ChartOptions& options)
{
    std::unique_ptr<Drawing> drawing = info(options.view).make();
    drawing->start({estimate, options.unit, options.choices});
    while (drawing->advance())
        continue;
    return drawing;
}

// Each logical pixel is scale pixels wide.
void paintOn(QPaintDevice& device, const Drawing& drawing, double scale, bool asVectors)
{
    QCPPainter painter(&device);
    painter.setLayoutDirection(Qt::LeftToRight);
    painter.setMode(QCPPainter::pmVectorized, asVectors);
    painter.setMode(QCPPainter::pmNonCosmetic);
    painter.scale(scale, scale);
    drawing.paint(painter);
}

QImage rasterOf(Drawing& drawing, const ChartOptions& options)
{
    QImage image(pixelsOf(options), QImage::Format_RGB32);
    if (image.isNull())
        return image;
    image.fill(colors(options.theme).surface);
    paintOn(image, drawing, options.scale, false);
    const int perMetre = qRound(options.dpi / inchInMetres);
    image.setDotsPerMeterX(perMetre);
    image.setDotsPerMeterY(perMetre);
    return image;
}

Error cannotWrite(const QString& path, const QString& reason)
{
    Error error;
    error.file = path.toStdString();
    error.found = reason.toStdString();
    error.expected = "a place that can be written to";
    return error;
}

Result<void> writePng(Drawing& drawing, const Estimate& estimate, const ChartOptions& options, QIODevice& file)
{
    QImage image = rasterOf(drawing, options);
    image.setText(QStringLiteral("Title"), shownTitle(chartTitle(estimate)));
    image.setText(QStringLiteral("Description"), drawing.description());
    QImageWriter writer(&file, "png");
    if (!writer.write(image))
        return cannotWrite({}, writer.errorString());
    return {};
}

Result<void> writeSvg(Drawing& drawing, const Estimate& estimate, const ChartOptions& options, QIODevice& file)
{
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setSize(pixelsOf(options));
    generator.setViewBox(QRect(QPoint(), pixelsOf(options)));
    generator.setResolution(options.dpi);
    generator.setTitle(shownTitle(chartTitle(estimate)));
    generator.setDescription(drawing.description());
    paintOn(generator, drawing, options.scale, true);
    return {};
}

Result<void> writePdf(Drawing& drawing, const Estimate& estimate, const ChartOptions& options, QIODevice& file)
{
    constexpr int resolution = 1200;
    QPdfWriter writer(&file);
    const QSizeF points = QSizeF(options.size) * options.scale * pointsPerInch / options.dpi;
    writer.setPageSize(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    writer.setResolution(resolution);
    writer.setTitle(shownTitle(chartTitle(estimate)));
    writer.setCreator(QStringLiteral("Plimsoll"));
    paintOn(writer, drawing, options.scale * resolution / options.dpi, true);
    return {};
}

constexpr std::array<Format, 3> formats{{
    {"png", true, &writePng},
    {"svg", false, &writeSvg},
    {"pdf", false, &writePdf},
}};

const Format* formatOf(const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    for (const Format& format : formats) {
        if (suffix == QLatin1String(format.suffix))
            return &format;
    }
    return nullptr;
}

Error unknownFormat(const QString& path)
{
    Error error;
    error.file = path.toStdString();
    error.found = QStringLiteral("\"%1\"").arg(QFileInfo(path).fileName()).toStdString();
    error.expected = "a file name ending in .png, .svg or .pdf";
    return error;
}

QByteArray svgOf(Drawing& drawing, const Estimate& estimate, const ChartOptions& options)
{
    arrange(drawing, estimate, options, vectorPixelRatio);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    writeSvg(drawing, estimate, options, buffer);
    return buffer.data();
}

} // namespace

QImage renderChart(const Estimate& estimate, const ChartOptions& options)
{
    if (checkSize(options, {}, true))
        return {};
    const std::unique_ptr<Drawing> drawing = drawingOf(estimate, options);
    arrange(*drawing, estimate, options, options.scale);
    return rasterOf(*drawing, options);
}

QByteArray chartSvg(const Estimate& estimate, const ChartOptions& options)
{
    if (checkSize(options, {}, false))
        return {};
    return svgOf(*drawingOf(estimate, options), estimate, options);
}

ChartPictures chartPictures(const Estimate& estimate, const ChartOptions& options)
{
    if (checkSize(options, {}, true))
        return {};
    const std::unique_ptr<Drawing> drawing = drawingOf(estimate, options);
    arrange(*drawing, estimate, options, options.scale);
    QImage image = rasterOf(*drawing, options);
    return {std::move(image), svgOf(*drawing, estimate, options)};
}

Result<void> exportChart(const Estimate& estimate, const ChartOptions& options, const QString& path)
{
    const Format* format = formatOf(path);
    if (!format)
        return unknownFormat(path);
    if (std::optional<Error> error = checkSize(options, path, format->isRaster))
        return *std::move(error);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return cannotWrite(path, file.errorString());
    const std::unique_ptr<Drawing> drawing = drawingOf(estimate, options);
    arrange(*drawing, estimate, options, format->isRaster ? options.scale : vectorPixelRatio);
    Result<void> written = format->write(*drawing, estimate, options, file);
    if (!written) {
        Error error = written.error();
        error.file = path.toStdString();
        return error;
    }
    if (!file.commit())
        return cannotWrite(path, file.errorString());
    return {};
}

} // namespace plimsoll::ui
