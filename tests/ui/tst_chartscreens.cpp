// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/chartview.h"
#include "chart/plotcanvas.h"
#include "support/sampleestimate.h"

#include <QScreen>
#include <QTemporaryDir>
#include <QWindow>
#include <QtTest>

namespace plimsoll::ui {

// Two screens, the second of twice the pixel ratio.
class TestChartScreens : public QObject
{
    Q_OBJECT

private slots:
    void chartIsSharpOnEveryScreen();
};

void TestChartScreens::chartIsSharpOnEveryScreen()
{
    QCOMPARE(QGuiApplication::screens().size(), 2);
    ChartView view;
    view.resize(600, 400);
    view.setEstimate(sample::workedExample());
    const auto* canvas = view.findChild<PlotCanvas*>();
    for (const qsizetype screen : {1, 0, 1}) {
        view.winId(); // makes the window
        view.windowHandle()->setScreen(QGuiApplication::screens()[screen]);
        view.show();
        QTRY_COMPARE(view.devicePixelRatioF(), QGuiApplication::screens()[screen]->devicePixelRatio());
        QTRY_COMPARE(canvas->bufferDevicePixelRatio(), view.devicePixelRatioF());
    }
}

} // namespace plimsoll::ui

int main(int argc, char** argv)
{
    const QTemporaryDir folder;
    QFile screens(folder.filePath("screens.json"));
    if (!screens.open(QIODevice::WriteOnly))
        return 1;
    screens.write(R"({"screens": [
        {"name": "plain", "x": 0, "y": 0, "width": 1920, "height": 1080, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1},
        {"name": "dense", "x": 1920, "y": 0, "width": 1920, "height": 1080, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 2}
    ]})");
    screens.close();
    qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + screens.fileName().toUtf8());
    QApplication application(argc, argv);
    plimsoll::ui::TestChartScreens test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_chartscreens.moc"
