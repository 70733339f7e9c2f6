// SPDX-License-Identifier: GPL-3.0-or-later
#include "advice/goals.h"
#include "advice/solve.h"
#include "advice/stops.h"
#include "support/windowbench.h"
#include "window/advicepanel.h"

#include <QToolButton>

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
    void pairsSaveMoreThanEitherChange();
    void everyLeverOfTheWindowIsTried();
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
    QVERIFY(panel.search().singles().size() >= 5);
    QCOMPARE(panel.advice().size(), panel.search().singles().size() + panel.search().pairs().size());
    Bytes last = Bytes::saturated();
    for (const Advice& each : panel.advice()) {
        if (each.change.levers.size() == 2 && last != Bytes::saturated())
            last = std::max(last, each.saving());
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
    QCOMPARE(panel.search().singles().front().after, least);
}

void AdvicePanelTest::appliesAndUndoes()
{
    Bench bench;
    AdvicePanel& panel = advise(bench);
    const Advice best = panel.advice().front();
    panel.list()->setFocus();
    panel.list()->setCurrentItem(panel.list()->topLevelItem(0));
    QTest::mouseClick(panel.applyButton(0), Qt::LeftButton);
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
    QCOMPARE(panel.goal(0)->text(), QString::fromStdString(formatCount(batch.value)));
    for (std::size_t goal = 0; goal < goals().size(); ++goal)
        QVERIFY(panel.goal(goal)->accessibleName().startsWith(QString::fromUtf8(goals()[goal].name.data())));
    QTest::mouseClick(panel.goal(0), Qt::LeftButton);
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

void AdvicePanelTest::pairsSaveMoreThanEitherChange()
{
    Bench bench;
    const AdviceSearch& search = advise(bench).search();
    QVERIFY(!search.pairs().empty());
    for (const Advice& pair : search.pairs()) {
        QCOMPARE(pair.change.levers.size(), 2U);
        QVERIFY(pair.change.levers[0] != pair.change.levers[1]);
        const Bytes after = estimate(pair.change.scenario, bench.window.session().document().devices)->total;
        QCOMPARE(pair.saving(), bench.estimate().total - after);
        for (const Advice& single : search.singles())
            if (std::ranges::find(pair.change.levers, single.change.levers.front()) != pair.change.levers.end())
                QVERIFY2(pair.saving() > single.saving(), pair.change.label.c_str());
    }
}

// What says which model is trained, by which code and on how many cards is no advice about memory.
void AdvicePanelTest::everyLeverOfTheWindowIsTried()
{
    for (const Lever& lever : levers()) {
        const std::string_view path = lever.path;
        const auto isAbout = [&](std::string_view section) { return path.starts_with(section); };
        if (lever.kind == LeverKind::Number || isAbout("model") || isAbout("name") || isAbout("software")
            || isAbout("parallelism") || isAbout("training.lora") || isAbout("training.stack")
            || isAbout("training.quantization.upcast"))
            continue;
        const StopLever* known = findStopLever(path);
        QVERIFY2(known, lever.path);
        QVERIFY2(known->advised != Advised::No, lever.path);
    }
}

QTEST_MAIN(AdvicePanelTest)
#include "tst_advicepanel.moc"
