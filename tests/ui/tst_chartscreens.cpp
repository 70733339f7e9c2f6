// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/chartview.h"
#include "chart/views.h"
#include "support/sampleestimate.h"

#include <QtTest>

namespace plimsoll::ui {

namespace {

// Whether neighbouring pixels differ where one of half the resolution would cover both.
bool hasFineDetail(const QImage& image)
{
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x + 1 < image.width(); x += 2)
            if (image.pixel(x, y) != image.pixel(x + 1, y))
                return true;
    return false;
}

} // namespace

// A screen of twice the pixel ratio.
class TestChartScreens : public QObject
{
    Q_OBJECT

private slots:
    void chartsAreSharp_data();
    void chartsAreSharp();
};

void TestChartScreens::chartsAreSharp_data()
{
    QTest::addColumn<int>("view");
    for (const ViewInfo& view : views())
        QTest::newRow(view.name.data()) << static_cast<int>(view.id);
}

void TestChartScreens::chartsAreSharp()
{
    QFETCH(const int, view);
    ChartView chart(info(static_cast<ViewId>(view)).make(), QStringLiteral("chart"));
    chart.resize(600, 400);
    chart.setEstimate(sample::workedExample());
    chart.show();
    QTRY_VERIFY_WITH_TIMEOUT(chart.isComplete(), 60'000);
    const QImage image = chart.grab().toImage();
    QCOMPARE(image.size(), QSize(1200, 800));
    QVERIFY(hasFineDetail(image));
}

} // namespace plimsoll::ui

int main(int argc, char** argv)
{
    qputenv("QT_SCALE_FACTOR", "2");
    QApplication application(argc, argv);
    plimsoll::ui::TestChartScreens test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_chartscreens.moc"
