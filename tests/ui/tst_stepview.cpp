// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/stepdrawing.h"
#include "support/viewbench.h"

#include <QSignalSpy>

using namespace plimsoll;
using namespace plimsoll::ui;

class StepViewTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void stepShowsThePeak();
    void stepTellsWhatIsHoveredOver();
    void stepSelectsInTheLedgerAndBack();
    void stepFollowsTheKeyboard();
};

void StepViewTest::stepShowsThePeak()
{
    Bench bench;
    ChartView& view = show(bench, ViewId::Step);
    const LiveCourse& course = static_cast<const StepDrawing&>(view.drawing()).course();
    QCOMPARE(course.moments[course.peak].total.count(), 59'091'579'048);
    QCOMPARE(view.accessibleDescription(), view.description());
    QVERIFY(view.description().contains("59.1 GB"));
    QAccessibleInterface* access = QAccessible::queryAccessibleInterface(&view);
    QCOMPARE(access->role(), QAccessible::Chart);
    QCOMPARE(access->text(QAccessible::Name), "Step");
}

void StepViewTest::stepTellsWhatIsHoveredOver()
{
    Bench bench;
    ChartView& view = show(bench, ViewId::Step);
    const QPointF peak = view.drawing().placeOf(view.drawing().firstCell());
    const QString told = view.drawing().readout(peak);
    QVERIFY2(told.contains("59,091,579,048 B"), qPrintable(told));
    QVERIFY2(told.contains("backward"), qPrintable(told));
    QVERIFY(view.drawing().readout({1, 1}).isEmpty());
}

void StepViewTest::stepSelectsInTheLedgerAndBack()
{
    Bench bench;
    ChartView& view = show(bench, ViewId::Step);
    QSignalSpy spy(&view, &ChartView::partSelected);
    const QPointF peak = view.drawing().placeOf(view.drawing().firstCell());
    QTest::mouseClick(&view, Qt::LeftButton, {}, (peak + QPointF(0, 12)).toPoint());
    QCOMPARE(spy.size(), 1);
    QVERIFY(spy.front().front().value<Part>() == Part(LineItem::Activations));
    const QModelIndex row = bench.window.ledger().currentIndex();
    QCOMPARE(row.row(), bench.window.ledger().ledger().rowOf(LineItem::Activations));
    bench.window.ledger().setCurrentIndex(
        bench.window.ledger().ledger().index(bench.window.ledger().ledger().rowOf(LineItem::Weights), 0));
    QVERIFY(view.drawing().selected() == std::optional<Part>(LineItem::Weights));
}

void StepViewTest::stepFollowsTheKeyboard()
{
    Bench bench;
    ChartView& view = show(bench, ViewId::Step);
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Right);
    QVERIFY(view.accessibleDescription().contains("59,091,579,048 B"));
    QTest::keyClick(&view, Qt::Key_Home);
    QVERIFY(view.accessibleDescription().startsWith("forward"));
    QTest::keyClick(&view, Qt::Key_Escape);
    QCOMPARE(view.accessibleDescription(), view.description());
}

QTEST_MAIN(StepViewTest)
#include "tst_stepview.moc"
