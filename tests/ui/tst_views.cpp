// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/chartexport.h"
#include "chart/figuresdrawing.h"
#include "chart/scenariosdrawing.h"
#include "chart/sweepdrawing.h"
#include "chart/tiersdrawing.h"
#include "support/viewbench.h"
#include "window/pins.h"

#include <QSignalSpy>
#include <QTabBar>

using namespace plimsoll;
using namespace plimsoll::ui;

namespace {

const SweepDrawing& sweepOf(const ChartView& view)
{
    return static_cast<const SweepDrawing&>(view.drawing());
}

const TierChart& tiersOf(Bench& bench)
{
    return static_cast<const TiersDrawing&>(bench.window.chart().drawing()).chart();
}

} // namespace

class ViewsTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void hiddenViewsComputeNothing();
    void tabsAreReachedByKeyboard();
    void termsAddUpToTheDifference_data();
    void termsAddUpToTheDifference();
    void leversAddUpToTheDifference();
    void figuresFollowFromOneAnother();
    void pinsAreComparedEverywhere();
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
        if (view.id != ViewId::Tiers)
            QVERIFY2(!tabs.view(view.id).isComplete(), view.title);
    ChartView& step = show(bench, ViewId::Step);
    tabs.showView(ViewId::Tiers);
    QSignalSpy completed(&step, &ChartView::completed);
    bench.type("training.micro_batch", "17");
    QCOMPARE(completed.size(), 0);
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

void ViewsTest::termsAddUpToTheDifference_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("batch") << QByteArray("training.micro_batch") << QByteArray("64");
    QTest::newRow("sequence length") << QByteArray("training.sequence_length") << QByteArray("333");
    QTest::newRow("context") << QByteArray("memory.context_bytes") << QByteArray("1.5 GB");
    QTest::newRow("layers") << QByteArray("model.layers") << QByteArray("9");
}

void ViewsTest::termsAddUpToTheDifference()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, value);
    Bench bench;
    const Bytes before = bench.estimate().total;
    QTest::keyClick(&bench.window, Qt::Key_B, Qt::ControlModifier);
    for (std::size_t group = 0; group < leverGroupCount; ++group)
        if (FoldableGroup* foldable = bench.window.leverPanel().group(static_cast<LeverGroup>(group)))
            foldable->setOpen(true);
    bench.type(path, value);
    const Bytes change = bench.estimate().total - before;
    QVERIFY(change != Bytes());
    ChartView& view = show(bench, ViewId::Scenarios);
    Bytes sum;
    for (const ScenariosDrawing::Term& term : static_cast<const ScenariosDrawing&>(view.drawing()).terms())
        sum += term.change;
    QCOMPARE(sum, change);
    QVERIFY(view.description().contains(QString::fromStdString(formatDifference(change))));
}

void ViewsTest::leversAddUpToTheDifference()
{
    Bench bench;
    const Bytes before = bench.estimate().total;
    QTest::keyClick(&bench.window, Qt::Key_B, Qt::ControlModifier);
    bench.type("training.micro_batch", "64");
    bench.type("training.sequence_length", "300");
    ChartView& view = show(bench, ViewId::Scenarios);
    const auto& drawing = static_cast<const ScenariosDrawing&>(view.drawing());
    QCOMPARE(drawing.changes().size(), 2U);
    Bytes sum;
    for (const DifferenceTerm& change : drawing.changes())
        sum += change.change();
    QCOMPARE(sum, bench.estimate().total - before);
    QVERIFY2(view.description().contains("batch: 256 → 64"), qPrintable(view.description()));
}

void ViewsTest::figuresFollowFromOneAnother()
{
    Bench bench;
    ChartView& view = show(bench, ViewId::Figures);
    const auto& drawing = static_cast<const FiguresDrawing&>(view.drawing());
    const Estimate& estimate = bench.estimate();
    const std::vector<Bytes> expected{estimate.peak.requested, estimate.peak.allocated, estimate.reserved.expected,
                                      estimate.total};
    QCOMPARE(drawing.figures().size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const FiguresDrawing::Figure& figure = drawing.figures()[i];
        QCOMPARE(figure.total, expected[i]);
        QCOMPARE(figure.segments.back().to, expected[i]);
        QVERIFY(view.description().contains(figure.name));
    }
    QSignalSpy spy(&view, &ChartView::partSelected);
    QTest::mouseClick(&view, Qt::LeftButton, {}, drawing.placeOf({0, 3}).toPoint());
    QCOMPARE(spy.size(), 1);
}

void ViewsTest::pinsAreComparedEverywhere()
{
    Bench bench;
    LedgerModel& ledger = bench.window.ledger().ledger();
    QCOMPARE(ledger.columnCount(), int(LedgerModel::ColumnCount));
    QTest::keyClick(&bench.window, Qt::Key_B, Qt::ControlModifier);
    QTest::keyClick(&bench.window, Qt::Key_B, Qt::ControlModifier);
    QCOMPARE(bench.window.pins().scenarios().size(), 1U);
    QCOMPARE(ledger.columnCount(), LedgerModel::ColumnCount + 1);
    const Bytes pinned = bench.estimate().total;
    bench.type("training.micro_batch", "128");
    const Bytes change = bench.estimate().total - pinned;
    QCOMPARE(ledger.index(ledger.rowCount() - 1, LedgerModel::Delta).data().toString(),
             QString::fromStdString(formatExact(change)));
    for (const TierBar& bar : tiersOf(bench).bars)
        QCOMPARE(*bar.baseline - bar.total, Bytes() - change);
    QTest::keyClick(&bench.window, Qt::Key_B, Qt::ControlModifier);
    QCOMPARE(bench.window.pins().scenarios().back().name, "Batch 128");
    QTest::keyClick(&bench.window, Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(ledger.columnCount(), int(LedgerModel::ColumnCount));
    QVERIFY(!tiersOf(bench).bars.front().baseline);
}

void ViewsTest::viewsFollowTheScenario()
{
    Bench bench;
    ChartView& view = show(bench, ViewId::Sweep);
    bench.type("training.sequence_length", "200");
    QVERIFY(QTest::qWaitFor([&] { return view.isComplete(); }, patience));
    for (const Column& column : sweepOf(view).columns())
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
        ChartView shown(view.make(), view.title);
        shown.setMinimumSize(0, 0);
        shown.setEstimate(whole);
        shown.resize(size);
        shown.show();
        QVERIFY(QTest::qWaitFor([&] { return shown.isComplete(); }, patience));
        shown.grab();
    }
}

QTEST_MAIN(ViewsTest)
#include "tst_views.moc"
