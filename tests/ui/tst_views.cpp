// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/chartexport.h"
#include "chart/drawingview.h"
#include "chart/stepdrawing.h"
#include "chart/sweepdrawing.h"
#include "support/windowbench.h"
#include "window/viewtabs.h"

#include <QSignalSpy>
#include <QTabBar>
#include <QToolTip>

using namespace plimsoll;
using namespace plimsoll::ui;

namespace {

DrawingView& show(Bench& bench, ViewId view)
{
    bench.window.viewTabs().showView(view);
    DrawingView& shown = bench.window.viewTabs().drawing(view);
    if (!QTest::qWaitFor([&] { return shown.isComplete(); }))
        qFatal("the view does not come to an end");
    return shown;
}

const SweepDrawing& sweepOf(const DrawingView& view)
{
    return static_cast<const SweepDrawing&>(view.drawing());
}

QPoint middleOf(const DrawingView& view, int column)
{
    return view.drawing().placeOf({column, 0}).toPoint();
}

} // namespace

class ViewsTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void hiddenViewsComputeNothing();
    void tabsAreReachedByKeyboard();
    void stepShowsThePeak();
    void stepTellsWhatIsHoveredOver();
    void stepSelectsInTheLedgerAndBack();
    void stepFollowsTheKeyboard();
    void sweepHasAColumnForEachStop();
    void sweepGoesWhereItIsClicked();
    void sweepGoesWhereTheKeyboardSays();
    void sweepFollowsItsLever();
    void viewsFollowTheScenario();
    void exportsWhatIsShown();
    void narrowViewsDoNotFail_data();
    void narrowViewsDoNotFail();
};

void ViewsTest::hiddenViewsComputeNothing()
{
    Bench bench;
    ViewTabs& tabs = bench.window.viewTabs();
    for (const ViewInfo& view : views())
        if (view.make)
            QVERIFY2(!tabs.drawing(view.id).isComplete(), view.title);
    DrawingView& step = show(bench, ViewId::Step);
    tabs.showView(ViewId::Tiers);
    bench.type("training.micro_batch", "17");
    QVERIFY(!step.isComplete());
    tabs.showView(ViewId::Step);
    QVERIFY(step.isComplete());
    QVERIFY(step.description().contains(QString::fromStdString(formatBytes(bench.estimate().peak.requested))));
}

void ViewsTest::tabsAreReachedByKeyboard()
{
    Bench bench;
    QTabBar* bar = bench.window.viewTabs().tabBar();
    bar->setFocus();
    QTest::keyClick(bar, Qt::Key_Right);
    QCOMPARE(bench.window.viewTabs().current(), ViewId::Step);
    for (const ViewInfo& view : views())
        QVERIFY(!bar->tabText(static_cast<int>(view.id)).isEmpty());
}

void ViewsTest::stepShowsThePeak()
{
    Bench bench;
    DrawingView& view = show(bench, ViewId::Step);
    const LiveCourse& course = static_cast<const StepDrawing&>(view.drawing()).course();
    QCOMPARE(course.moments[course.peak].total.count(), 59'091'579'048);
    QCOMPARE(view.accessibleDescription(), view.description());
    QVERIFY(view.description().contains("59.1 GB"));
    QAccessibleInterface* access = QAccessible::queryAccessibleInterface(&view);
    QCOMPARE(access->role(), QAccessible::Chart);
    QCOMPARE(access->text(QAccessible::Name), "Step");
}

void ViewsTest::stepTellsWhatIsHoveredOver()
{
    Bench bench;
    DrawingView& view = show(bench, ViewId::Step);
    const QPointF peak = view.drawing().placeOf(view.drawing().firstCell());
    const QString told = view.drawing().readout(peak);
    QVERIFY2(told.contains("59,091,579,048 B"), qPrintable(told));
    QVERIFY2(told.contains("backward"), qPrintable(told));
    QVERIFY(view.drawing().readout({1, 1}).isEmpty());
}

void ViewsTest::stepSelectsInTheLedgerAndBack()
{
    Bench bench;
    DrawingView& view = show(bench, ViewId::Step);
    QSignalSpy spy(&view, &DrawingView::lineItemSelected);
    const QPointF peak = view.drawing().placeOf(view.drawing().firstCell());
    QTest::mouseClick(&view, Qt::LeftButton, {}, (peak + QPointF(0, 12)).toPoint());
    QCOMPARE(spy.size(), 1);
    QCOMPARE(spy.front().front().value<LineItem>(), LineItem::Activations);
    const QModelIndex row = bench.window.ledger().currentIndex();
    QCOMPARE(row.row(), bench.window.ledger().ledger().rowOf(LineItem::Activations));
    bench.window.ledger().setCurrentIndex(
        bench.window.ledger().ledger().index(bench.window.ledger().ledger().rowOf(LineItem::Weights), 0));
    QVERIFY(view.drawing().selected() == std::optional<Part>(LineItem::Weights));
}

void ViewsTest::stepFollowsTheKeyboard()
{
    Bench bench;
    DrawingView& view = show(bench, ViewId::Step);
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Right);
    QVERIFY(view.accessibleDescription().contains("59,091,579,048 B"));
    QTest::keyClick(&view, Qt::Key_Home);
    QVERIFY(view.accessibleDescription().startsWith("forward"));
    QTest::keyClick(&view, Qt::Key_Escape);
    QCOMPARE(view.accessibleDescription(), view.description());
}

void ViewsTest::sweepHasAColumnForEachStop()
{
    Bench bench;
    DrawingView& view = show(bench, ViewId::Sweep);
    const std::vector<SweepDrawing::Column>& columns = sweepOf(view).columns();
    QCOMPARE(columns.size(), sweepStops(bench.window.session().scenario(), "training.micro_batch").size());
    for (const SweepDrawing::Column& column : columns)
        QCOMPARE(column.estimate.total,
                 estimate(column.stop.scenario, bench.window.session().document().devices)->total);
    QVERIFY(view.description().contains("4,096: 741 GB, fits no tier shown."));
}

void ViewsTest::sweepGoesWhereItIsClicked()
{
    Bench bench;
    DrawingView& view = show(bench, ViewId::Sweep);
    QTest::mouseClick(&view, Qt::LeftButton, {}, middleOf(view, 2));
    QCOMPARE(bench.training().microBatch, 64);
    QVERIFY(QTest::qWaitFor([&] { return view.isComplete(); }));
    QVERIFY(sweepOf(view).columns()[4].stop.isCurrent);
    bench.window.session().undoStack().undo();
    QCOMPARE(bench.training().microBatch, 256);
}

void ViewsTest::sweepGoesWhereTheKeyboardSays()
{
    Bench bench;
    DrawingView& view = show(bench, ViewId::Sweep);
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Left); // to where the lever stands
    QTest::keyClick(&view, Qt::Key_Left);
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(bench.training().microBatch, 128);
}

void ViewsTest::sweepFollowsItsLever()
{
    Bench bench;
    DrawingView& view = show(bench, ViewId::Sweep);
    QComboBox& lever = bench.window.viewTabs().sweepLever();
    lever.setCurrentIndex(lever.findData("training.optimizer"));
    QVERIFY(QTest::qWaitFor([&] { return view.isComplete(); }));
    QCOMPARE(sweepOf(view).columns().size(), choices<Optimizer>().size());
    QVERIFY(view.description().startsWith("What is needed on the card, by optimizer."));
}

void ViewsTest::viewsFollowTheScenario()
{
    Bench bench;
    DrawingView& view = show(bench, ViewId::Sweep);
    bench.type("training.sequence_length", "200");
    QVERIFY(QTest::qWaitFor([&] { return view.isComplete(); }));
    for (const SweepDrawing::Column& column : sweepOf(view).columns())
        QCOMPARE(column.stop.scenario.training.sequenceLength, 200);
}

void ViewsTest::exportsWhatIsShown()
{
    Bench bench;
    show(bench, ViewId::Step);
    QTest::keyClick(&bench.window, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    ChartOptions options;
    QVERIFY(QGuiApplication::clipboard()->image() != renderChart(bench.estimate(), options));
    options.view = ViewId::Step;
    QCOMPARE(QGuiApplication::clipboard()->image(), renderChart(bench.estimate(), options));
}

void ViewsTest::narrowViewsDoNotFail_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("none") << QSize(0, 0);
    QTest::newRow("a pixel") << QSize(1, 1);
    QTest::newRow("flat") << QSize(900, 40);
    QTest::newRow("narrow") << QSize(60, 700);
    QTest::newRow("large") << QSize(3800, 2000);
}

void ViewsTest::narrowViewsDoNotFail()
{
    QFETCH(QSize, size);
    const Estimate whole = *estimate(workedExample(), defaultTiers());
    for (const ViewInfo& view : views()) {
        if (!view.make)
            continue;
        DrawingView shown(view.make(), view.title);
        shown.setMinimumSize(0, 0);
        shown.setEstimate(whole);
        shown.resize(size);
        shown.show();
        QVERIFY(QTest::qWaitFor([&] { return shown.isComplete(); }));
        shown.grab();
    }
}

QTEST_MAIN(ViewsTest)
#include "tst_views.moc"
