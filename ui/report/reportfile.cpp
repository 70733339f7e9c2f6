// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/reportfile.h"

#include "format.h"
#include "interchange/report.h"
#include "interchange/sentences.h"
#include "language.h"
#include "report/reportpage.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>

#include <functional>

namespace plimsoll::ui {

namespace {

constexpr QMarginsF margins{15, 15, 15, 15}; // millimetres
constexpr double pointsPerInch = 72;

Error wrong(const QString& path, const QString& found, const char* expected)
{
    Error error;
    error.file = path.toStdString();
    error.found = found.toStdString();
    error.expected = expected;
    return error;
}

Result<void> written(const QString& path, const std::function<void(QIODevice&)>& write)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly)) {
        write(file);
        if (file.commit())
            return {};
    }
    return wrong(path, file.errorString(), "a place that can be written to");
}

Result<void> writePdf(const Estimate& estimate, const ChartOptions& chart, const QString& path)
{
    return written(path, [&](QIODevice& file) {
        QPdfWriter writer(&file);
        writer.setTitle(shownTitle(chartTitle(estimate)));
        writer.setCreator(QStringLiteral("Plimsoll"));
        writer.setResolution(1200);
        writer.setPageSize(usualPage());
        printReport(writer, estimate, chart);
    });
}

// The chart first, so that the page never names a picture that is not there.
Result<void> writeMarkdown(const Estimate& estimate, const ChartOptions& chart, const QString& path)
{
    const QFileInfo info(path);
    const QString picture = info.completeBaseName() + QStringLiteral(".svg");
    if (const Result<void> drawn = exportChart(estimate, chart, info.dir().filePath(picture)); !drawn)
        return drawn.error();
    ReportOptions options;
    options.unit = chart.unit;
    options.picture = picture.toStdString();
    options.say = &saidInReports;
    const ReportEntry entry{estimate.scenario.name, estimate};
    const std::string text = findReportFormat("markdown")->render({&entry, 1}, options);
    return written(path, [&](QIODevice& file) { file.write(text.data(), static_cast<qint64>(text.size())); });
}

} // namespace

QPageSize usualPage()
{
    const bool inInches = QLocale::system().measurementSystem() == QLocale::ImperialUSSystem;
    return QPageSize(inInches ? QPageSize::Letter : QPageSize::A4);
}

void printReport(QPagedPaintDevice& device, const Estimate& estimate, const ChartOptions& chart)
{
    device.setPageMargins(margins, QPageLayout::Millimeter);
    QPainter painter(&device);
    const QRectF area = device.pageLayout().paintRect(QPageLayout::Point);
    painter.scale(device.logicalDpiX() / pointsPerInch, device.logicalDpiY() / pointsPerInch);
    paintReport(painter, {QPointF(), area.size()}, estimate, chart);
}

Result<void> writeReport(const Estimate& estimate, const ChartOptions& chart, const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QLatin1String("pdf"))
        return writePdf(estimate, chart, path);
    if (suffix == QLatin1String("md"))
        return writeMarkdown(estimate, chart, path);
    return wrong(path, QStringLiteral("\"%1\"").arg(QFileInfo(path).fileName()), "a file name ending in .pdf or .md");
}

} // namespace plimsoll::ui
