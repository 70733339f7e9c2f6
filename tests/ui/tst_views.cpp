// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/chartexport.h"
#include "chart/chartview.h"
#include "chart/figuresdrawing.h"
#include "chart/mapdrawing.h"
#include "chart/scenariosdrawing.h"
#include "chart/stepdrawing.h"
#include "chart/sweepdrawing.h"
#include "chart/tiersdrawing.h"
#include "support/windowbench.h"
#include "window/pins.h"
#include "window/viewtabs.h"

#include <QSignalSpy>
#include <QTabBar>
#include <QToolTip>

using namespace plimsoll;
using namespace plimsoll::ui;

namespace {

constexpr int patience = 60'000; // milliseconds: all of a map, under a sanitizer

ChartView& show(Bench& bench, ViewId view)
{
    bench.window.viewTabs().showView(view);
    ChartView& shown = bench.window.viewTabs().view(view);
    if (!QTest::qWaitFor([&] { return shown.isComplete(); }, patience))
        qFatal("the view does not come to an end");
    return shown;
}

const SweepDrawing& sweepOf(const ChartView& view)
{
    return static_cast<const SweepDrawing&>(view.drawing());
}

const TierChart& tiersOf(Bench& bench)
{
    return static_cast<const TiersDrawing&>(bench.window.chart().drawing()).chart();
}

QPoint middleOf(const ChartView& view, int column)
{
    return view.drawing().placeOf({column, 0}).toPoint();
}

// What is said of the scenario's own sequences is so: the largest batch fits, and the next on the map does not.
void compareFrontier(const FitMap& map, const QString& spoken)
{
    const std::size_t sequence = map.currentSequence();
    const std::int64_t largest = map.largestBatch(sequence);
    QVERIFY2(spoken.contains(QStringLiteral("Sequences of 100: batches up to %1 fit.").arg(largest)),
             qPrintable(spoken));
    const auto batch = static_cast<std::size_t>(std::ranges::find(map.batches(), largest) - map.batches().begin());
    const Device& card = map.device();
    QVERIFY(estimate(map.scenarioAt(batch, sequence), {&card, 1})->devices.front().verdict != Verdict::Oom);
    QVERIFY(estimate(map.scenarioAt(batch + 1, sequence), {&card, 1})->devices.front().verdict == Verdict::Oom);
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
    void mapIsFilledAndSaysTheFrontier();
    void mapGoesWhereItIsClicked();
    void mapFollowsItsDevice();
    void termsAddUpToTheDifference_data();
    void termsAddUpToTheDifference();
    void leversAddUpToTheDifference();
    void sweepLaysPinnedScenariosOver();
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

void ViewsTest::stepShowsThePeak()
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

void ViewsTest::stepTellsWhatIsHoveredOver()
{
    Bench bench;
    ChartView& view = show(bench, ViewId::Step);
    const QPointF peak = view.drawing().placeOf(view.drawing().firstCell());
    const QString told = view.drawing().readout(peak);
    QVERIFY2(told.contains("59,091,579,048 B"), qPrintable(told));
    QVERIFY2(told.contains("backward"), qPrintable(told));
    QVERIFY(view.drawing().readout({1, 1}).isEmpty());
}

void ViewsTest::stepSelectsInTheLedgerAndBack()
{
    Bench bench;
    ChartView& view = show(bench, ViewId::Step);
    QSignalSpy spy(&view, &ChartView::lineItemSelected);
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
    ChartView& view = show(bench, ViewId::Step);
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
    ChartView& view = show(bench, ViewId::Sweep);
    const std::vector<Column>& columns = sweepOf(view).columns();
    QCOMPARE(columns.size(), leverStops(bench.window.session().scenario(), "training.micro_batch").size());
    for (const Column& column : columns)
        QCOMPARE(column.estimate.total,
                 estimate(column.stop.scenario, bench.window.session().document().devices)->total);
    QVERIFY(view.description().contains("4,096: 741 GB, fits no tier shown."));
}

void ViewsTest::sweepGoesWhereItIsClicked()
{
    Bench bench;
    ChartView& view = show(bench, ViewId::Sweep);
    QTest::mouseClick(&view, Qt::LeftButton, {}, middleOf(view, 2));
    QCOMPARE(bench.training().microBatch, 64);
    QVERIFY(QTest::qWaitFor([&] { return view.isComplete(); }, patience));
    QVERIFY(sweepOf(view).columns()[4].stop.isCurrent);
    bench.window.session().undoStack().undo();
    QCOMPARE(bench.training().microBatch, 256);
}

void ViewsTest::sweepGoesWhereTheKeyboardSays()
{
    Bench bench;
    ChartView& view = show(bench, ViewId::Sweep);
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Left); // to where the lever stands
    QTest::keyClick(&view, Qt::Key_Left);
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(bench.training().microBatch, 128);
}

void ViewsTest::sweepFollowsItsLever()
{
    Bench bench;
    ChartView& view = show(bench, ViewId::Sweep);
    QComboBox& lever = bench.window.viewTabs().sweepLever();
    lever.setCurrentIndex(lever.findData("training.optimizer"));
    emit lever.activated(lever.currentIndex());
    QVERIFY(QTest::qWaitFor([&] { return view.isComplete(); }, patience));
    QCOMPARE(sweepOf(view).columns().size(), choices<Optimizer>().size());
    QVERIFY(view.description().startsWith("What is needed on the card, by optimizer."));
}

void ViewsTest::mapIsFilledAndSaysTheFrontier()
{
    Bench bench;
    ChartView& view = show(bench, ViewId::Map);
    const FitMap& map = static_cast<const MapDrawing&>(view.drawing()).map();
    QCOMPARE(QString::fromStdString(map.device().id), "h100-sxm5-80gb");
    compareFrontier(map, view.description());
    for (std::size_t s = 0; s < map.sequences().size(); ++s)
        for (std::size_t b = 0; b < map.batches().size(); ++b)
            QVERIFY(map.fit(b, s).has_value());
}

void ViewsTest::mapGoesWhereItIsClicked()
{
    Bench bench;
    ChartView& view = show(bench, ViewId::Map);
    const QPoint cell = view.drawing().firstCell() - QPoint(1, 0);
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.drawing().placeOf(cell).toPoint());
    QCOMPARE(bench.training().microBatch, 224); // the next smaller round one
    QCOMPARE(bench.training().sequenceLength, 100);
    QVERIFY(QTest::qWaitFor([&] { return view.isComplete(); }, patience));
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Up);
    QTest::keyClick(&view, Qt::Key_Up);
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(bench.training().sequenceLength, 112);
}

void ViewsTest::mapFollowsItsDevice()
{
    Bench bench;
    ChartView& view = show(bench, ViewId::Map);
    QComboBox& device = bench.window.viewTabs().mapDevice();
    device.setCurrentIndex(device.findData("a100-sxm4-40gb"));
    emit device.activated(device.currentIndex());
    QVERIFY(QTest::qWaitFor([&] { return view.isComplete(); }, patience));
    QVERIFY(view.description().startsWith("Batch by sequence length on A100 SXM4 40GB."));
    compareFrontier(static_cast<const MapDrawing&>(view.drawing()).map(), view.description());
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

void ViewsTest::sweepLaysPinnedScenariosOver()
{
    Bench bench;
    const Bytes before = bench.estimate().total;
    QTest::keyClick(&bench.window, Qt::Key_B, Qt::ControlModifier);
    bench.type("training.sequence_length", "200");
    ChartView& view = show(bench, ViewId::Sweep);
    const SweepDrawing& sweep = sweepOf(view);
    QCOMPARE(sweep.overlays().size(), 1U);
    const auto current = static_cast<std::size_t>(sweep.firstCell().x());
    QCOMPARE(sweep.overlays().front().totals[current], std::optional(before));
    const QString told = sweep.readout(sweep.placeOf({static_cast<int>(current), 0}));
    QVERIFY2(told.contains("there: " + QString::fromStdString(formatExact(before))), qPrintable(told));
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
    QSignalSpy spy(&view, &ChartView::lineItemSelected);
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
