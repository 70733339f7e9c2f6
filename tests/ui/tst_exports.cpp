// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/chartexport.h"
#include "interchange/report.h"
#include "report/reportfile.h"
#include "report/reportpage.h"
#include "support/windowbench.h"
#include "window/viewtabs.h"

#include <QPainter>
#include <QPrintPreviewDialog>
#include <QPrintPreviewWidget>
#include <QPrinter>
#include <QSvgRenderer>

using namespace plimsoll;
using namespace plimsoll::ui;

namespace {

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

constexpr QSizeF a4{510, 757}; // points within its margins

} // namespace

class ExportsTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void copiesTheChartAsPixelsAndVectors();
    void copiesTheTableInThreeFormats();
    void exportsTheTable_data();
    void exportsTheTable();
    void saysWhichFormatsThereAre();
    void exportsAReport_data();
    void exportsAReport();
    void exportsTheViewInSight();
    void fitsAnyScenarioOnOnePage_data();
    void fitsAnyScenarioOnOnePage();
    void staysOnThePage();
    void previewsBeforePrinting();
};

void ExportsTest::copiesTheChartAsPixelsAndVectors()
{
    Bench bench;
    QTest::keyClick(&bench.window, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    const QMimeData& copied = *QGuiApplication::clipboard()->mimeData();
    const auto image = copied.imageData().value<QImage>();
    QCOMPARE(image, renderChart(bench.estimate(), {}));
    QSvgRenderer drawing(copied.data(QStringLiteral("image/svg+xml")));
    QVERIFY(drawing.isValid());
    QCOMPARE(drawing.viewBox().size(), image.size());
}

void ExportsTest::copiesTheTableInThreeFormats()
{
    Bench bench;
    QTest::keyClick(&bench.window, Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    const QMimeData& copied = *QGuiApplication::clipboard()->mimeData();
    QVERIFY(copied.text().contains(QStringLiteral("weights\t4,045,066,144 B")));
    QVERIFY(copied.html().contains(QStringLiteral("<td>weights</td>")));
    QVERIFY(copied.data(QStringLiteral("text/csv")).contains("weights,\"4,045,066,144 B\""));
}

void ExportsTest::exportsTheTable_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("format");
    for (const ReportFormat& format : reportFormats())
        QTest::addRow("%s", format.id.data())
            << QByteArray("table.") + QByteArray(format.suffix.data()) << QByteArray(format.id.data());
}

// As the command line writes it.
void ExportsTest::exportsTheTable()
{
    QFETCH(const QByteArray, name);
    QFETCH(const QByteArray, format);
    Bench bench;
    bench.window.action(ActionId::UnitGib).trigger();
    bench.chooser.nextPath = bench.file(name);
    QTest::keyClick(&bench.window, Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(bench.chooser.questions.size(), 1);
    QCOMPARE(bench.chooser.questions.front().filters.size(), static_cast<qsizetype>(reportFormats().size()));
    const ReportEntry entry{bench.estimate().scenario.name, bench.estimate()};
    ReportOptions options;
    options.unit = ByteUnit::GiB;
    QCOMPARE(QString::fromUtf8(contents(bench.file(name))),
             QString::fromStdString(findReportFormat(format.toStdString())->render({&entry, 1}, options)));
    QVERIFY(!bench.window.messages().isVisible());
}

void ExportsTest::saysWhichFormatsThereAre()
{
    Bench bench;
    bench.chooser.nextPath = bench.file("table.xls");
    bench.window.action(ActionId::ExportTable).trigger();
    QVERIFY(bench.window.messages().message().contains(QStringLiteral(".csv")));
    bench.chooser.nextPath = bench.file("no/folder/table.csv");
    bench.window.action(ActionId::ExportTable).trigger();
    QVERIFY(bench.window.messages().message().contains(QStringLiteral("no/folder")));
    bench.chooser.nextPath = bench.file("report.doc");
    bench.window.action(ActionId::ExportReport).trigger();
    QVERIFY(bench.window.messages().message().contains(QStringLiteral(".pdf")));
}

void ExportsTest::exportsAReport_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("start");
    QTest::newRow("pdf") << QByteArray("report.pdf") << QByteArray("%PDF-");
    QTest::newRow("markdown") << QByteArray("report.md") << QByteArray("# worked example");
}

void ExportsTest::exportsAReport()
{
    QFETCH(const QByteArray, name);
    QFETCH(const QByteArray, start);
    Bench bench;
    bench.chooser.nextPath = bench.file(name);
    QTest::keyClick(&bench.window, Qt::Key_E, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(contents(bench.file(name)).startsWith(start));
    QVERIFY(!bench.window.messages().isVisible());
    if (name.endsWith("pdf"))
        QCOMPARE(contents(bench.file(name)).count("/Type /Page\n"), 1);
}

void ExportsTest::exportsTheViewInSight()
{
    Bench bench;
    const auto chartOf = [&](const char* name) {
        bench.chooser.nextPath = bench.file(name);
        bench.window.action(ActionId::ExportReport).trigger();
        return contents(bench.file(name).replace(QStringLiteral(".md"), QStringLiteral(".svg")));
    };
    const QByteArray tiers = chartOf("tiers.md");
    bench.window.viewTabs().showView(ViewId::Step);
    const QByteArray steps = chartOf("step.md");
    QVERIFY(!tiers.isEmpty() && !steps.isEmpty());
    QVERIFY(tiers != steps);
}

void ExportsTest::fitsAnyScenarioOnOnePage_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::newRow("worked example") << workedExampleFile();
    QTest::newRow("mixture of experts") << QByteArray(R"({"model": {"preset": "mistralai/Mixtral-8x7B-v0.1"}})");
    QTest::newRow("adapters") << QByteArray(
        R"({"model": {"preset": "meta-llama/Llama-3.1-70B"}, "training": {"method": "qlora", "checkpointing": "full"}})");
}

void ExportsTest::fitsAnyScenarioOnOnePage()
{
    QFETCH(const QByteArray, file);
    Bench bench;
    bench.window.openFile(bench.write("scenario.json", file));
    QVERIFY2(!bench.window.messages().isVisible(), qPrintable(bench.window.messages().message()));
    QVERIFY(reportFontSize(a4, bench.estimate(), ByteUnit::GB) >= 5.5);
    std::vector<Device> many(deviceCatalog().begin(), deviceCatalog().begin() + 24);
    bench.window.session().changeDevices(many);
    QVERIFY(reportFontSize(a4, bench.estimate(), ByteUnit::GB) >= 4.5);
}

// Nothing is painted outside the page's area, and something near all of its edges but the last.
void ExportsTest::staysOnThePage()
{
    Bench bench;
    QImage page(700, 950, QImage::Format_RGB32);
    page.fill(Qt::white);
    QPainter painter(&page);
    const QRectF area(QPointF(90, 90), a4);
    paintReport(painter, area, bench.estimate(), {});
    painter.end();
    QRect ink;
    for (int y = 0; y < page.height(); ++y)
        for (int x = 0; x < page.width(); ++x)
            if (page.pixel(x, y) != qRgb(255, 255, 255))
                ink |= QRect(x, y, 1, 1);
    QVERIFY(area.adjusted(-2, -2, 2, 2).contains(ink));
    QVERIFY(ink.width() > 0.95 * area.width());
    QVERIFY(ink.height() > 0.8 * area.height());
}

void ExportsTest::previewsBeforePrinting()
{
    Bench bench;
    QTest::keyClick(&bench.window, Qt::Key_P, Qt::ControlModifier);
    auto* preview = bench.window.findChild<QPrintPreviewDialog*>();
    QVERIFY(preview && preview->isVisible());
    auto* pages = preview->findChild<QPrintPreviewWidget*>();
    QTRY_COMPARE(pages->pageCount(), 1);
    preview->printer()->setOutputFormat(QPrinter::PdfFormat);
    preview->printer()->setOutputFileName(bench.file("printed.pdf"));
    pages->print();
    QVERIFY(contents(bench.file("printed.pdf")).startsWith("%PDF-"));
    preview->close();
}

QTEST_MAIN(ExportsTest)
#include "tst_exports.moc"
