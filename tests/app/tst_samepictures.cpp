// SPDX-License-Identifier: GPL-3.0-or-later
// What the window exports of each view, and what the command line draws of it: the same pixels.
#include "chart/views.h"
#include "support/program.h"
#include "support/windowbench.h"
#include "window/viewtabs.h"

using namespace plimsoll;
using namespace plimsoll::ui;

class SamePicturesTest : public QObject
{
    Q_OBJECT

private slots:
    void windowAndCommandLineAgree_data();
    void windowAndCommandLineAgree();
};

void SamePicturesTest::windowAndCommandLineAgree_data()
{
    QTest::addColumn<int>("view");
    for (const ViewInfo& view : views())
        QTest::newRow(view.name.data()) << static_cast<int>(view.id);
}

void SamePicturesTest::windowAndCommandLineAgree()
{
    QFETCH(const int, view);
    Bench bench;
    const QString scenario = bench.write("scenario.json", workedExampleFile());
    bench.window.openFile(scenario);
    bench.window.viewTabs().showView(static_cast<ViewId>(view));
    bench.window.action(ActionId::ExportChart).trigger();
    auto* dialog = bench.window.findChild<ExportDialog*>();
    QVERIFY(dialog);
    bench.chooser.nextPath = bench.file("window.png");
    const ChartOptions options = dialog->options();
    QTest::mouseClick(dialog->exportButton(), Qt::LeftButton);
    const Ran ran = runProgram({"chart", scenario, "-o", bench.file("program.png"), "--view",
                                QString::fromUtf8(info(options.view).name), "--size",
                                QStringLiteral("%1x%2").arg(options.size.width()).arg(options.size.height()), "--scale",
                                QString::number(options.scale), "--dpi", QString::number(options.dpi)});
    QVERIFY2(ran.status == 0, ran.messages);
    const QImage byWindow(bench.file("window.png"));
    QVERIFY(!byWindow.isNull());
    QCOMPARE(QImage(bench.file("program.png")), byWindow);
}

QTEST_MAIN(SamePicturesTest)
#include "tst_samepictures.moc"
