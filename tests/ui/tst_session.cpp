// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/session.h"

#include <QSignalSpy>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::ui;

namespace {

// 1 GB a sequence; refuses batches above 1,000.
Result<Estimate> linear(const Scenario& scenario, std::span<const Device>)
{
    if (scenario.training.microBatch > 1000) {
        Error error;
        error.path = "training.micro_batch";
        error.expected = "at most 1,000";
        return error;
    }
    Estimate estimate;
    estimate.scenario = scenario;
    estimate.total = Bytes(1'000'000'000 * scenario.training.microBatch);
    return estimate;
}

Scenario withBatch(std::int64_t batch)
{
    Scenario scenario;
    scenario.training.microBatch = batch;
    return scenario;
}

const QString batch = QStringLiteral("training.micro_batch");

} // namespace

class SessionTest : public QObject
{
    Q_OBJECT

private slots:
    void mergesTheStepsOfOneGesture();
    void keepsGesturesAndLeversApart();
    void dropsAGestureThatComesBack();
    void tellsWhatAMoveDid();
    void keepsTheLastGoodEstimate();
    void refusesToStartWithWhatCannotBeEstimated();
    void undoesTheChoiceOfTiers();
};

void SessionTest::mergesTheStepsOfOneGesture()
{
    Session session(linear);
    QVERIFY(session.start({withBatch(8), {}}).has_value());
    QSignalSpy estimates(&session, &Session::estimateChanged);
    for (const std::int64_t value : {16, 32, 64})
        session.change(batch, withBatch(value), QStringLiteral("batch"));
    QCOMPARE(estimates.count(), 3);
    QCOMPARE(session.undoStack().count(), 1);
    session.undoStack().undo();
    QCOMPARE(session.scenario().training.microBatch, 8);
    QCOMPARE(session.estimate()->total.count(), 8'000'000'000);
    session.undoStack().redo();
    QCOMPARE(session.scenario().training.microBatch, 64);
}

void SessionTest::keepsGesturesAndLeversApart()
{
    Session session(linear);
    QVERIFY(session.start({withBatch(8), {}}).has_value());
    session.change(batch, withBatch(16), {});
    session.endGesture();
    session.change(batch, withBatch(32), {});
    Scenario longer = withBatch(32);
    longer.training.sequenceLength = 128;
    session.change(QStringLiteral("training.sequence_length"), longer, {});
    QCOMPARE(session.undoStack().count(), 3);
    session.undoStack().undo();
    QCOMPARE(session.scenario(), withBatch(32));
    // What follows an undo begins a step of its own.
    session.change(batch, withBatch(64), {});
    QCOMPARE(session.undoStack().count(), 3);
    session.undoStack().undo();
    QCOMPARE(session.scenario(), withBatch(32));
}

void SessionTest::dropsAGestureThatComesBack()
{
    Session session(linear);
    QVERIFY(session.start({withBatch(8), {}}).has_value());
    session.change(batch, withBatch(16), {});
    session.change(batch, withBatch(8), {});
    QCOMPARE(session.undoStack().count(), 0);
    QVERIFY(session.undoStack().isClean());
    session.change(batch, withBatch(8), {});
    QCOMPARE(session.undoStack().count(), 0);
}

void SessionTest::tellsWhatAMoveDid()
{
    Session session(linear);
    QVERIFY(session.start({withBatch(8), {}}).has_value());
    session.change(batch, withBatch(16), {});
    session.change(batch, withBatch(32), {});
    QVERIFY(session.lastMove().has_value());
    QCOMPARE(session.lastMove()->lever, batch);
    QCOMPARE(session.lastMove()->effect.count(), 24'000'000'000);
    session.endGesture();
    session.change(batch, withBatch(16), {});
    QCOMPARE(session.lastMove()->effect.count(), -16'000'000'000);
    session.undoStack().undo();
    QVERIFY(!session.lastMove());
}

void SessionTest::keepsTheLastGoodEstimate()
{
    Session session(linear);
    QVERIFY(session.start({withBatch(8), {}}).has_value());
    QSignalSpy estimates(&session, &Session::estimateChanged);
    QSignalSpy refusals(&session, &Session::estimateRefused);
    session.change(batch, withBatch(2000), {});
    QCOMPARE(estimates.count(), 0);
    QCOMPARE(refusals.count(), 1);
    QCOMPARE(session.refusal()->path, "training.micro_batch");
    QCOMPARE(session.estimate()->total.count(), 8'000'000'000);
    QCOMPARE(session.scenario().training.microBatch, 2000);
    session.undoStack().undo();
    QVERIFY(!session.refusal());
    QCOMPARE(estimates.count(), 1);
}

void SessionTest::refusesToStartWithWhatCannotBeEstimated()
{
    Session session(linear);
    QVERIFY(session.start({withBatch(8), {}}).has_value());
    session.change(batch, withBatch(16), {});
    QVERIFY(session.start({withBatch(5000), {}}).has_error());
    QCOMPARE(session.scenario(), withBatch(16));
    QCOMPARE(session.undoStack().count(), 1);
    QVERIFY(session.start({withBatch(4), {}}).has_value());
    QCOMPARE(session.undoStack().count(), 0);
    QCOMPARE(session.origin(), withBatch(4));
}

void SessionTest::undoesTheChoiceOfTiers()
{
    Session session(linear);
    QVERIFY(session.start({withBatch(8), defaultTiers()}).has_value());
    session.changeDevices({deviceCatalog().front()});
    QCOMPARE(session.document().devices.size(), std::size_t(1));
    session.undoStack().undo();
    QCOMPARE(session.document().devices, defaultTiers());
}

QTEST_GUILESS_MAIN(SessionTest)
#include "tst_session.moc"
