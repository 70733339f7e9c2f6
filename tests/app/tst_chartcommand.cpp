// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/program.h"
#include "support/scenarios.h"

#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

using namespace plimsoll;

namespace {

// Pixels a metre of a PNG's pHYs chunk, or 0.
quint32 pixelsPerMetre(const QByteArray& png)
{
    const qsizetype at = png.indexOf("pHYs");
    if (at < 0 || at + 13 > png.size() || png[at + 12] != 1)
        return 0;
    return qFromBigEndian<quint32>(png.constData() + at + 4);
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestChartCommand : public QObject
{
    Q_OBJECT

private slots:
    void pictures_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("dpi");
        QTest::newRow("as it comes") << QStringList() << QSize(1600, 900) << 96;
        QTest::newRow("size") << QStringList{"--size", "800x500"} << QSize(800, 500) << 96;
        QTest::newRow("scale") << QStringList{"--size=800x500", "--scale=2"} << QSize(1600, 1000) << 96;
        QTest::newRow("dpi") << QStringList{"--size=800x500", "--dpi=300"} << QSize(800, 500) << 300;
        for (const char* view : {"step", "figures", "sweep", "map", "scenarios"})
            QTest::newRow(view) << QStringList{"--size=800x500", "--view", view} << QSize(800, 500) << 96;
        QTest::newRow("lever") << QStringList{"--size=800x500", "--view=sweep", "--lever=training.precision"}
                               << QSize(800, 500) << 96;
        QTest::newRow("dark") << QStringList{"--size=800x500", "--theme=dark"} << QSize(800, 500) << 96;
    }

    void pictures()
    {
        QFETCH(QStringList, options);
        QFETCH(QSize, size);
        QFETCH(int, dpi);
        const QString path = m_folder.filePath("chart.png");
        const Ran ran = draw(path, options);
        QVERIFY2(ran.status == 0, ran.messages);
        const QByteArray png = contents(path);
        QCOMPARE(QImage::fromData(png).size(), size);
        QVERIFY(qAbs(pixelsPerMetre(png) - dpi / 0.0254) <= 1);
    }

    void themesDiffer()
    {
        QCOMPARE(draw(m_folder.filePath("light.png"), {"--theme=light"}).status, 0);
        QCOMPARE(draw(m_folder.filePath("dark.png"), {"--theme=dark"}).status, 0);
        const QColor light = QImage(m_folder.filePath("light.png")).pixelColor(2, 2);
        const QColor dark = QImage(m_folder.filePath("dark.png")).pixelColor(2, 2);
        QVERIFY(light.lightnessF() > 0.9F);
        QVERIFY(dark.lightnessF() < 0.3F);
    }

    void withNoEnvironmentAtAll()
    {
        const QString path = m_folder.filePath("bare.png");
        const Ran ran = draw(path, {"--size=800x500"}, QProcessEnvironment());
        QVERIFY2(ran.status == 0, ran.messages);
        QCOMPARE(QImage(path).size(), QSize(800, 500));
    }

    void theSamePictureTwice()
    {
        QCOMPARE(draw(m_folder.filePath("one.png"), {}).status, 0);
        QCOMPARE(draw(m_folder.filePath("two.png"), {}).status, 0);
        QCOMPARE(contents(m_folder.filePath("one.png")), contents(m_folder.filePath("two.png")));
    }

    void otherFormats()
    {
        QCOMPARE(draw(m_folder.filePath("chart.svg"), {}).status, 0);
        QVERIFY(contents(m_folder.filePath("chart.svg")).contains("<svg"));
        QCOMPARE(draw(m_folder.filePath("chart.PDF"), {}).status, 0);
        QVERIFY(contents(m_folder.filePath("chart.PDF")).startsWith("%PDF-"));
    }

    void exitStatusFollowsTheDevicesAskedFor()
    {
        const QString path = m_folder.filePath("asked.png");
        QCOMPARE(draw(path, {"--device=h100-sxm5-80gb"}).status, 0);
        QVERIFY(QFile::remove(path));
        QCOMPARE(draw(path, {"--device=h100-sxm5-80gb", "--device=a100-sxm4-40gb"}).status, 3);
        QVERIFY(QFile::exists(path));
    }

    void aPictureForEachScenario()
    {
        const QByteArray two = '[' + workedExampleFile() + ',' + workedExampleWith("256", "64") + ']';
        const Ran ran = runProgram({"chart", "-", "-o", m_folder.filePath("many.png")}, two);
        QVERIFY2(ran.status == 0, ran.messages);
        const QByteArray first = contents(m_folder.filePath("many-1.png"));
        const QByteArray second = contents(m_folder.filePath("many-2.png"));
        QVERIFY(!first.isEmpty() && !second.isEmpty());
        QVERIFY(first != second);
    }

    void nothingIsWrittenOfABadScenario()
    {
        const QString path = m_folder.filePath("never.png");
        QCOMPARE(runProgram({"chart", "-", "-o", path}, "{").status, 2);
        QVERIFY(!QFile::exists(path));
    }

    // A folder in the file's place: what is there stays.
    void outputThatCannotBeWritten()
    {
        const QString path = m_folder.filePath("folder.png");
        QVERIFY(QDir().mkpath(path));
        const Ran ran = draw(path, {});
        QCOMPARE(ran.status, 2);
        QVERIFY2(ran.messages.contains("folder.png"), ran.messages);
        QVERIFY(QFileInfo(path).isDir());
    }

private:
    Ran draw(const QString& path, const QStringList& options,
             const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment()) const
    {
        return runProgram(QStringList{"chart", "-", "-o", path} + options, workedExampleFile(), environment);
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestChartCommand)
#include "tst_chartcommand.moc"
