// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/chartexport.h"
#include "support/sampleestimate.h"
#include "theme.h"

#include <QImageReader>
#include <QPainter>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QtTest>

namespace plimsoll::ui {

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

int pixelsOf(const QImage& image, const QColor& color)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y) == color ? 1 : 0;
    }
    return count;
}

} // namespace

class TestChartExport : public QObject
{
    Q_OBJECT

private slots:
    void pngHasItsSizeAndResolution();
    void pngExplainsItself();
    void sameBytesTwice();
    void fileIsWhatRenderChartGives();
    void showsEveryTier_data();
    void showsEveryTier();
    void themes_data();
    void themes();
    void svgDrawsTheSame();
    void vectorsHoldNoPictures_data();
    void vectorsHoldNoPictures();
    void refuses_data();
    void refuses();
    void keepsTheOldFileOnFailure();

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
};

void TestChartExport::pngHasItsSizeAndResolution()
{
    ChartOptions options;
    options.size = {1200, 700};
    options.scale = 2;
    options.dpi = 300;
    QVERIFY(exportChart(sample::workedExample(), options, path("chart.png")));
    const QImage image(path("chart.png"));
    QCOMPARE(image.size(), QSize(2400, 1400));
    QCOMPARE(image.dotsPerMeterX(), 11811);
    QCOMPARE(image.dotsPerMeterY(), 11811);
    QVERIFY(contentOf(path("chart.png")).contains("pHYs"));
}

void TestChartExport::pngExplainsItself()
{
    QVERIFY(exportChart(sample::workedExample(), {}, path("chart.png")));
    QImageReader reader(path("chart.png"));
    QVERIFY(reader.text("Title").startsWith("worked example: "));
    QVERIFY(reader.text("Description").contains("Too big for A100 SXM4 40GB by 18.5 GB."));
}

void TestChartExport::sameBytesTwice()
{
    for (const char* name : {"once.png", "twice.png"})
        QVERIFY(exportChart(sample::workedExample(), {}, path(name)));
    QVERIFY(!contentOf(path("once.png")).isEmpty());
    QCOMPARE(contentOf(path("once.png")), contentOf(path("twice.png")));
}

void TestChartExport::fileIsWhatRenderChartGives()
{
    QVERIFY(exportChart(sample::checkpointed(), {}, path("chart.PNG")));
    QCOMPARE(QImage(path("chart.PNG")).convertToFormat(QImage::Format_RGB32), renderChart(sample::checkpointed(), {}));
}

void TestChartExport::showsEveryTier_data()
{
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1600, 900), QSize(800, 600), QSize(1000, 600), QSize(400, 300)})
        QTest::addRow("%d x %d", size.width(), size.height()) << size;
}

// The largest card's load line is near the axis' end in the lowest row, whatever the number of tiers.
void TestChartExport::showsEveryTier()
{
    QFETCH(const QSize, size);
    ChartOptions options;
    options.size = size;
    const Estimate few = sample::on(sample::workedExample(), {sample::manyDevices().front()});
    const Estimate many = sample::on(sample::workedExample(), sample::manyDevices());
    const auto hullOf
        = [&](const Estimate& estimate) { return pixelsOf(renderChart(estimate, options), colors(Theme::Light).hull); };
    QVERIFY(hullOf(few) > 0);
    QVERIFY(hullOf(many) > hullOf(few));
}

void TestChartExport::themes_data()
{
    QTest::addColumn<Theme>("theme");
    QTest::addRow("light") << Theme::Light;
    QTest::addRow("dark") << Theme::Dark;
}

void TestChartExport::themes()
{
    QFETCH(const Theme, theme);
    ChartOptions options;
    options.theme = theme;
    const QImage image = renderChart(sample::workedExample(), options);
    QCOMPARE(image.pixelColor(1, 1), colors(theme).surface);
    QVERIFY(pixelsOf(image, lineItemColor(LineItem::Activations, theme)) > 10000);
    QVERIFY(pixelsOf(image, colors(theme).oom) > 500);
}

// Text may be set in another size by another renderer; the shapes are where they are.
void TestChartExport::svgDrawsTheSame()
{
    QVERIFY(exportChart(sample::workedExample(), {}, path("chart.svg")));
    QSvgRenderer renderer(path("chart.svg"));
    QVERIFY(renderer.isValid());
    QImage drawn(1600, 900, QImage::Format_RGB32);
    drawn.fill(Qt::white);
    QPainter painter(&drawn);
    renderer.render(&painter);
    painter.end();
    const QColor own = lineItemColor(LineItem::Activations, Theme::Light);
    const double inSvg = pixelsOf(drawn, own);
    const double inPng = pixelsOf(renderChart(sample::workedExample(), {}), own);
    QVERIFY2(std::abs(inSvg / inPng - 1) < 0.05, qPrintable(QStringLiteral("%1 %2").arg(inSvg).arg(inPng)));
}

void TestChartExport::vectorsHoldNoPictures_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("start");
    QTest::addColumn<QByteArray>("picture");
    QTest::addRow("SVG") << "chart.svg" << QByteArray("<?xml") << QByteArray("<image");
    QTest::addRow("PDF") << "chart.pdf" << QByteArray("%PDF-") << QByteArray("/Subtype /Image");
}

void TestChartExport::vectorsHoldNoPictures()
{
    QFETCH(const QString, name);
    QFETCH(const QByteArray, start);
    QFETCH(const QByteArray, picture);
    QVERIFY(exportChart(sample::workedExample(), {}, path(name)));
    const QByteArray content = contentOf(path(name));
    QVERIFY(content.startsWith(start));
    QVERIFY(content.size() > 10000);
    QVERIFY(!content.contains(picture));
}

void TestChartExport::refuses_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("scale");
    QTest::addColumn<QString>("expected");
    const QSize usual(1600, 900);
    QTest::addRow("suffix") << "chart.bmp" << usual << 1.0 << "a file name ending in .png, .svg or .pdf";
    QTest::addRow("no suffix") << "chart" << usual << 1.0 << "a file name ending in .png, .svg or .pdf";
    QTest::addRow("small") << "chart.png" << QSize(99, 900) << 1.0 << "100 to 20,000 pixels a side";
    QTest::addRow("long") << "chart.svg" << usual << 13.0 << "100 to 20,000 pixels a side";
    QTest::addRow("large") << "chart.png" << QSize(19000, 19000) << 1.0 << "at most 200 million pixels in all";
    QTest::addRow("folder") << "missing/chart.png" << usual << 1.0 << "a place that can be written to";
    QTest::addRow("scale") << "chart.png" << usual << -1.0 << "100 to 20,000 pixels a side";
}

void TestChartExport::refuses()
{
    QFETCH(const QString, name);
    QFETCH(const QSize, size);
    QFETCH(const double, scale);
    QFETCH(const QString, expected);
    ChartOptions options;
    options.size = size;
    options.scale = scale;
    const QString file = path("refused/" + name);
    QDir(m_folder.path()).mkpath("refused");
    const Result<void> written = exportChart(sample::workedExample(), options, file);
    QVERIFY(!written);
    QCOMPARE(QString::fromStdString(written.error().expected), expected);
    QCOMPARE(QString::fromStdString(written.error().file), file);
    QVERIFY(!written.error().found.empty());
    QVERIFY(!QFile::exists(file));
}

void TestChartExport::keepsTheOldFileOnFailure()
{
    QFile old(path("old.png"));
    QVERIFY(old.open(QIODevice::WriteOnly));
    old.write("before");
    old.close();
    ChartOptions options;
    options.size = {19000, 19000};
    QVERIFY(!exportChart(sample::workedExample(), options, path("old.png")));
    QCOMPARE(contentOf(path("old.png")), QByteArray("before"));
}

} // namespace plimsoll::ui

QTEST_MAIN(plimsoll::ui::TestChartExport)
#include "tst_chartexport.moc"
