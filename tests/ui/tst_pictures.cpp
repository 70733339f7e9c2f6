// SPDX-License-Identifier: GPL-3.0-or-later
// Every view in light and dark against pictures that were looked at. UPDATE_GOLDEN=1 in the environment writes them
// anew.
#include "chart/chartexport.h"
#include "memory/device.h"
#include "scenario/scenariofile.h"

#include <QDir>
#include <QFileInfo>
#include <QFontDatabase>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::ui;

namespace {

// What versions of the font rasterizer may differ by: edges of letters.
constexpr int tolerance = 64;           // of a channel
constexpr double mostDifferent = 0.015; // of all pixels

ChartOptions optionsOf(ViewId view, Theme theme)
{
    ChartOptions options;
    options.view = view;
    options.theme = theme;
    options.size = QSize(480, 320);
    options.choices.device = "h100-sxm5-80gb";
    for (const char* assignment : {"training.micro_batch=512", "training.optimizer=sgd"})
        options.choices.pinned.push_back({assignment, *withValue(workedExample(), assignment)});
    return options;
}

// Sixteen steps of each channel: half as large a file, and far within the tolerance.
QImage coarse(QImage image)
{
    constexpr QRgb kept = 0xfff0f0f0;
    constexpr QRgb middle = 0x00080808;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            image.setPixel(x, y, (image.pixel(x, y) & kept) | middle);
    return image;
}

double shareDifferent(const QImage& one, const QImage& other)
{
    qint64 different = 0;
    for (int y = 0; y < one.height(); ++y)
        for (int x = 0; x < one.width(); ++x) {
            const QRgb a = one.pixel(x, y);
            const QRgb b = other.pixel(x, y);
            const int distance
                = std::max({qAbs(qRed(a) - qRed(b)), qAbs(qGreen(a) - qGreen(b)), qAbs(qBlue(a) - qBlue(b))});
            different += distance > tolerance ? 1 : 0;
        }
    return static_cast<double>(different) / (static_cast<double>(one.width()) * one.height());
}

} // namespace

class PicturesTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void looksAsItDid_data();
    void looksAsItDid();
};

void PicturesTest::initTestCase()
{
    QVERIFY2(QFontDatabase::families().contains("DejaVu Sans"), "fonts-dejavu-core is not installed");
}

void PicturesTest::looksAsItDid_data()
{
    QTest::addColumn<int>("view");
    QTest::addColumn<Theme>("theme");
    for (const ViewInfo& view : views())
        for (const Theme theme : {Theme::Light, Theme::Dark})
            QTest::addRow("%s-%s", view.name.data(), theme == Theme::Light ? "light" : "dark")
                << static_cast<int>(view.id) << theme;
}

void PicturesTest::looksAsItDid()
{
    QFETCH(const int, view);
    QFETCH(const Theme, theme);
    const Estimate whole = *estimate(workedExample(), defaultTiers());
    const QImage picture = renderChart(whole, optionsOf(static_cast<ViewId>(view), theme));
    const QString name = QString::fromUtf8(QTest::currentDataTag()) + QStringLiteral(".png");
    const QString reference = QStringLiteral(PLIMSOLL_GOLDEN "/pictures/") + name;
    if (qEnvironmentVariableIsSet("UPDATE_GOLDEN")) {
        QVERIFY(QDir().mkpath(QFileInfo(reference).path()));
        QVERIFY(coarse(picture).save(reference, "png", 0));
        return;
    }
    const QImage before = QImage(reference).convertToFormat(QImage::Format_RGB32);
    QVERIFY2(!before.isNull(), qPrintable(reference));
    QCOMPARE(picture.size(), before.size());
    const double different = shareDifferent(picture, before);
    if (different > mostDifferent)
        picture.save(name);
    QVERIFY2(different <= mostDifferent,
             qPrintable(
                 QStringLiteral("%1 %% differ; see %2").arg(100 * different).arg(QFileInfo(name).absoluteFilePath())));
}

QTEST_MAIN(PicturesTest)
#include "tst_pictures.moc"
