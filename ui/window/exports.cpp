// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/exports.h"

#include "chart/chartexport.h"
#include "format.h"
#include "interchange/report.h"
#include "language.h"
#include "report/reportfile.h"
#include "window/actions.h"
#include "window/documentfile.h"
#include "window/exportdialog.h"
#include "window/filing.h"
#include "window/ledgertable.h"
#include "window/session.h"
#include "window/viewtabs.h"

#include <QAction>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>
#include <QPrintPreviewDialog>
#include <QPrinter>

#include <algorithm>

namespace plimsoll::ui {

namespace {

// The estimate in full first as what a spreadsheet takes.
std::vector<ReportFormat> tableFormats()
{
    std::vector<ReportFormat> formats(reportFormats().begin(), reportFormats().end());
    std::ranges::stable_partition(formats, [](const ReportFormat& format) { return format.id == "csv"; });
    return formats;
}

} // namespace

Exports::Exports(QWidget& window, const Sources& sources, FileChooser& chooser, Actions& actions)
    : QObject(&window),
      m_window(window),
      m_sources(sources),
      m_chooser(chooser)
{
    const auto on = [&](ActionId id, auto slot) { connect(&actions[id], &QAction::triggered, this, slot); };
    on(ActionId::ExportChart, [this] { openChartDialog(); });
    on(ActionId::ExportTable, [this] { askTablePath(); });
    on(ActionId::ExportReport, [this] { askReportPath(); });
    on(ActionId::Print, [this] { openPrintPreview(); });
    on(ActionId::CopyChart, [this] { copyChart(); });
    on(ActionId::CopyTable, [this] { m_sources.ledger.copyToClipboard(); });
}

// Of the view in sight, on a light ground as documents have, whatever the window's theme.
ChartOptions Exports::chartOptions() const
{
    ChartOptions options;
    options.view = m_sources.views.current();
    options.choices = m_sources.views.choices();
    options.unit = m_unit;
    return options;
}

QString Exports::suggestion(const char* suffix) const
{
    return QFileInfo(m_sources.filing.name()).completeBaseName() + QLatin1String(suffix);
}

void Exports::openChartDialog()
{
    if (!m_sources.session.estimate())
        return;
    auto* dialog
        = new ExportDialog(*m_sources.session.estimate(), chartOptions(), suggestion(".png"), m_chooser, &m_window);
    dialog->setAttribute(Qt::WA_WindowPropagation);
    dialog->open();
}

void Exports::copyChart()
{
    if (!m_sources.session.estimate())
        return;
    const ChartPictures pictures = chartPictures(*m_sources.session.estimate(), chartOptions());
    auto data = std::make_unique<QMimeData>();
    data->setImageData(pictures.image);
    data->setData(QStringLiteral("image/svg+xml"), pictures.svg);
    QGuiApplication::clipboard()->setMimeData(data.release());
}

void Exports::tell(const Result<void>& written)
{
    if (written)
        emit succeeded();
    else
        emit failed(shown(written.error().message()));
}

void Exports::askTablePath()
{
    if (!m_sources.session.estimate())
        return;
    QStringList filters;
    for (const ReportFormat& format : tableFormats())
        filters << QStringLiteral("%1 (*.%2)").arg(shown(format.label), toQString(format.suffix));
    m_chooser.askSavePath(&m_window, {tr("Export the table"), suggestion(".csv"), filters},
                          [this](const QString& path) { exportTable(path); });
}

void Exports::exportTable(const QString& path)
{
    const std::string suffix = QFileInfo(path).suffix().toLower().toStdString();
    const std::vector<ReportFormat> formats = tableFormats();
    const auto format = std::ranges::find(formats, suffix, &ReportFormat::suffix);
    if (format == formats.end()) {
        emit failed(tr("%1: the file's name should end in .csv, .md, .json or .txt.").arg(QFileInfo(path).fileName()));
        return;
    }
    const Estimate& estimate = *m_sources.session.estimate();
    const ReportEntry entry{estimate.scenario.name, estimate};
    ReportOptions options;
    options.unit = m_unit;
    options.say = &saidInReports;
    tell(writeFile(path, format->render({&entry, 1}, options)));
}

void Exports::askReportPath()
{
    if (!m_sources.session.estimate())
        return;
    m_chooser.askSavePath(
        &m_window, {tr("Export the report"), suggestion(".pdf"), {tr("PDF document (*.pdf)"), tr("Markdown (*.md)")}},
        [this](const QString& path) { tell(writeReport(*m_sources.session.estimate(), chartOptions(), path)); });
}

// Printing starts from what is going to be printed.
void Exports::openPrintPreview()
{
    if (!m_sources.session.estimate())
        return;
    auto* printer = new QPrinter(QPrinter::HighResolution);
    printer->setPageSize(usualPage());
    printer->setDocName(m_sources.filing.name());
    auto* preview = new QPrintPreviewDialog(printer, &m_window);
    preview->setAttribute(Qt::WA_DeleteOnClose);
    preview->setAttribute(Qt::WA_WindowPropagation);
    connect(preview, &QObject::destroyed, [printer] { delete printer; });
    connect(preview, &QPrintPreviewDialog::paintRequested, this,
            [this, estimate = *m_sources.session.estimate(), chart = chartOptions()](QPrinter* paper) {
                printReport(*paper, estimate, chart);
            });
    preview->open();
}

} // namespace plimsoll::ui
