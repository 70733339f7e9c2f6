// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/mapdrawing.h"
#include "chart/sweepdrawing.h"
#include "support/viewbench.h"
#include "window/pins.h"

#include <QComboBox>

using namespace plimsoll;
using namespace plimsoll::ui;

namespace {

const SweepDrawing& sweepOf(const ChartView& view)
{
    return static_cast<const SweepDrawing&>(view.drawing());
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

class SweepAndMapTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void sweepHasAColumnForEachStop();
    void sweepGoesWhereItIsClicked();
    void sweepGoesWhereTheKeyboardSays();
    void sweepFollowsItsLever();
    void mapIsFilledAndSaysTheFrontier();
    void mapGoesWhereItIsClicked();
    void mapFollowsItsDevice();
    void movesShowFirstWhatIsKnown();
    void sweepLaysPinnedScenariosOver();
};

void SweepAndMapTest::sweepHasAColumnForEachStop()
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

void SweepAndMapTest::sweepGoesWhereItIsClicked()
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

void SweepAndMapTest::sweepGoesWhereTheKeyboardSays()
{
    Bench bench;
    ChartView& view = show(bench, ViewId::Sweep);
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Left); // to where the lever stands
    QTest::keyClick(&view, Qt::Key_Left);
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(bench.training().microBatch, 128);
}

void SweepAndMapTest::sweepFollowsItsLever()
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

void SweepAndMapTest::mapIsFilledAndSaysTheFrontier()
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

void SweepAndMapTest::mapGoesWhereItIsClicked()
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

// A frame of a drag waits for no estimate but the scenario's own.
void SweepAndMapTest::movesShowFirstWhatIsKnown()
{
    Bench bench;
    Session& session = bench.window.session();
    const auto move = [&](std::int64_t batch) {
        Scenario scenario = session.scenario();
        scenario.training.microBatch = batch;
        session.change(QStringLiteral("training.micro_batch"), scenario, QString());
    };
    ChartView& sweep = show(bench, ViewId::Sweep);
    move(32);
    QVERIFY(!sweep.isComplete());
    QCOMPARE(sweepOf(sweep).columns().size(), std::size_t{1});
    QVERIFY(sweepOf(sweep).columns().front().stop.isCurrent);
    QCOMPARE(sweepOf(sweep).columns().front().estimate.total, session.estimate()->total);
    ChartView& view = show(bench, ViewId::Map);
    move(64);
    const FitMap& map = static_cast<const MapDrawing&>(view.drawing()).map();
    QVERIFY(!view.isComplete());
    QCOMPARE(map.batches()[map.currentBatch()], 64);
    for (std::size_t s = 0; s < map.sequences().size(); ++s)
        for (std::size_t b = 0; b < map.batches().size(); ++b)
            QVERIFY(!map.fit(b, s));
    QVERIFY(QTest::qWaitFor([&] { return view.isComplete(); }, patience));
}

void SweepAndMapTest::mapFollowsItsDevice()
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

void SweepAndMapTest::sweepLaysPinnedScenariosOver()
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

QTEST_MAIN(SweepAndMapTest)
#include "tst_sweepandmap.moc"
