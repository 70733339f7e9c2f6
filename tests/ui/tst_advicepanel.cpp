// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/solve.h"
#include "support/windowbench.h"
#include "window/advicepanel.h"

using namespace plimsoll;
using namespace plimsoll::ui;

namespace {

constexpr int patience = 60'000; // milliseconds: all changes of a scenario, under a sanitizer

AdvicePanel& advise(Bench& bench)
{
    if (!bench.window.advice().isVisible())
        QTest::keyClick(&bench.window, Qt::Key_D, Qt::ControlModifier);
    if (!QTest::qWaitFor([&] { return bench.window.advice().isComplete(); }, patience))
        qFatal("advice does not come to an end");
    return bench.window.advice();
}

} // namespace

class AdvicePanelTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void hiddenAdviceComputesNothing();
    void savingsAreDifferencesOfEstimates();
    void bestChangeIsTheBestByBruteForce();
    void appliesAndUndoes();
    void findsTheLargestThatFits();
    void namesTheSmallestDevice();
    void startsAnewAfterAMove();
};

void AdvicePanelTest::hiddenAdviceComputesNothing()
{
    Bench bench;
    QTest::qWait(400);
    QVERIFY(!bench.window.advice().isComplete());
    QVERIFY(bench.window.advice().advice().empty());
}

void AdvicePanelTest::savingsAreDifferencesOfEstimates()
{
    Bench bench;
    const AdvicePanel& panel = advise(bench);
    QVERIFY(panel.advice().size() >= 5);
    Bytes last = Bytes::saturated();
    for (const Advice& each : panel.advice()) {
        const Bytes after = estimate(each.change.scenario, bench.window.session().document().devices)->total;
        QCOMPARE(each.saving(), bench.estimate().total - after);
        QVERIFY(each.saving() > Bytes());
        QVERIFY(each.saving() <= last);
        last = each.saving();
    }
    QCOMPARE(panel.list()->topLevelItemCount(), static_cast<int>(panel.advice().size()));
}

void AdvicePanelTest::bestChangeIsTheBestByBruteForce()
{
    Bench bench;
    const AdvicePanel& panel = advise(bench);
    Bytes least = Bytes::saturated();
    for (const Change& change : singleChanges(bench.window.session().scenario()))
        if (const Result<Estimate> changed = estimate(change.scenario, bench.window.session().document().devices))
            least = std::min(least, changed->total);
    QCOMPARE(panel.advice().front().after, least);
}

void AdvicePanelTest::appliesAndUndoes()
{
    Bench bench;
    AdvicePanel& panel = advise(bench);
    const Advice best = panel.advice().front();
    panel.list()->setFocus();
    panel.list()->setCurrentItem(panel.list()->topLevelItem(0));
    QTest::mouseClick(panel.applyButton(), Qt::LeftButton);
    QCOMPARE(bench.window.session().scenario(), best.change.scenario);
    QCOMPARE(bench.estimate().total, best.after);
    compareShown(bench);
    bench.window.session().undoStack().undo();
    QCOMPARE(bench.window.session().scenario(), workedExample());
}

void AdvicePanelTest::findsTheLargestThatFits()
{
    Bench bench;
    AdvicePanel& panel = advise(bench);
    const Device& device = *findDevice(panel.device()->currentData().toString().toStdString());
    const Solution batch = *solve(workedExample(), device, "training.micro_batch");
    QVERIFY(panel.largest(0)->text().contains(QString::fromStdString(formatCount(batch.value))));
    QTest::mouseClick(panel.largest(0), Qt::LeftButton);
    QCOMPARE(bench.training().microBatch, batch.value);
}

void AdvicePanelTest::namesTheSmallestDevice()
{
    Bench bench;
    AdvicePanel& panel = advise(bench);
    const Estimate everywhere = *estimate(workedExample(), deviceCatalog());
    const auto smallest = std::ranges::find_if(
        everywhere.devices, [](const DeviceVerdict& verdict) { return verdict.verdict != Verdict::Oom; });
    QCOMPARE(panel.smallestDevice(), QString::fromStdString(shortName(smallest->device)));
}

void AdvicePanelTest::startsAnewAfterAMove()
{
    Bench bench;
    AdvicePanel& panel = advise(bench);
    bench.type("training.micro_batch", "64");
    QVERIFY(!panel.isComplete());
    advise(bench);
    for (const Advice& each : panel.advice())
        QCOMPARE(each.before, bench.estimate().total);
}

QTEST_MAIN(AdvicePanelTest)
#include "tst_advicepanel.moc"
