// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/axisscale.h"
#include "chart/legend.h"
#include "chart/tierchart.h"
#include "support/sampleestimate.h"

#include <QtTest>

namespace plimsoll::ui {

class TestTierChart : public QObject
{
    Q_OBJECT

private slots:
    void barsAreSortedByCapacity();
    void segmentsSumToTheTotal();
    void verdicts_data();
    void verdicts();
    void onlyTheSmallestThatFitsIsEmphasised();
    void zeroItemsHaveNoSegment();
    void legendKeepsItemsThatDieBeforeThePeak();
    void hugeDemandDoesNotSquashTheCards();
    void unitIsInEveryLabel();
    void axisIsRound_data();
    void axisIsRound();
};

void TestTierChart::barsAreSortedByCapacity()
{
    const TierChart chart = tierChart(sample::on(sample::workedExample(), sample::manyDevices()), ByteUnit::GB);
    QCOMPARE(chart.bars.size(), std::size_t(24));
    QVERIFY(std::ranges::is_sorted(chart.bars, {}, &TierBar::usable));
}

void TestTierChart::segmentsSumToTheTotal()
{
    for (const Estimate& estimate : {sample::workedExample(), sample::checkpointed()}) {
        for (const TierBar& bar : tierChart(estimate, ByteUnit::GB).bars) {
            Bytes sum;
            std::size_t last = 0;
            for (const Segment& segment : bar.segments) {
                sum += segment.bytes;
                QVERIFY(indexOf(segment.part) >= last);
                last = indexOf(segment.part);
            }
            QCOMPARE(sum.count(), bar.total.count());
        }
    }
}

void TestTierChart::verdicts_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("label");
    QTest::addColumn<qlonglong>("excess");
    QTest::addRow("OOM") << "a100-sxm4-40gb"
                         << "+18.5 GB OOM" << qlonglong(60'433'629'184 + 504'365'056 - 42'482'008'064);
    QTest::addRow("tight") << "my-card-64gb"
                           << "95 % tight" << qlonglong(0);
    QTest::addRow("fits") << "h100-sxm5-80gb"
                          << "72 % fits" << qlonglong(0);
}

void TestTierChart::verdicts()
{
    QFETCH(const QString, id);
    QFETCH(const QString, label);
    QFETCH(const qlonglong, excess);
    const TierChart chart = tierChart(sample::workedExample(), ByteUnit::GB);
    const auto bar = std::ranges::find(chart.bars, id, &TierBar::deviceId);
    QVERIFY(bar != chart.bars.end());
    QCOMPARE(bar->label, label);
    QCOMPARE(qlonglong(bar->excess().count()), excess);
}

void TestTierChart::onlyTheSmallestThatFitsIsEmphasised()
{
    const TierChart chart = tierChart(sample::workedExample(), ByteUnit::GB);
    QCOMPARE(std::ranges::count(chart.bars, true, &TierBar::smallestThatFits), 1);
    QCOMPARE(chart.bars[*leadingBar(chart)].deviceId, QStringLiteral("my-card-64gb"));
    const TierChart none = tierChart(sample::withActivations(sample::workedExample(), 100), ByteUnit::GB);
    QCOMPARE(std::ranges::count(none.bars, true, &TierBar::smallestThatFits), 0);
    QCOMPARE(*leadingBar(none), none.bars.size() - 1);
    QVERIFY(!leadingBar(tierChart(sample::on(sample::workedExample(), {}), ByteUnit::GB)));
}

void TestTierChart::zeroItemsHaveNoSegment()
{
    const TierChart chart = tierChart(sample::workedExample(), ByteUnit::GB);
    for (const Segment& segment : chart.bars.front().segments) {
        QVERIFY(segment.bytes > Bytes());
        QVERIFY(segment.part != Part(LineItem::Gradients));
    }
}

void TestTierChart::legendKeepsItemsThatDieBeforeThePeak()
{
    const std::vector<LegendEntry> entries = legendEntries(tierChart(sample::workedExample(), ByteUnit::GB));
    const auto named = [&](const QString& name) { return std::ranges::find(entries, name, &LegendEntry::name); };
    QVERIFY(named("gradients") != entries.end());
    QCOMPARE(named("gradients")->value, QStringLiteral("–"));
    QCOMPARE(named("weights")->value, QStringLiteral("4.05 GB"));
    QCOMPARE(named("context")->value, QStringLiteral("447–600 MB"));
    QVERIFY(named("master weights") == entries.end());
    QVERIFY(named("communicators") == entries.end());
}

void TestTierChart::hugeDemandDoesNotSquashTheCards()
{
    const TierChart chart = tierChart(sample::withActivations(sample::workedExample(), 200), ByteUnit::GB);
    QVERIFY(chart.bars.front().total > Bytes(8'000'000'000'000));
    QCOMPARE(longestShown(chart).count(), 4 * chart.bars.back().usable.count());
    const TierChart usual = tierChart(sample::workedExample(), ByteUnit::GB);
    QCOMPARE(longestShown(usual).count(), usual.bars.back().usable.count());
}

void TestTierChart::unitIsInEveryLabel()
{
    const TierChart chart = tierChart(sample::workedExample(), ByteUnit::GiB);
    QCOMPARE(chart.bars.front().label, QStringLiteral("+34.7 GiB OOM"));
    QVERIFY(inSentences(chart).contains(QStringLiteral("Too big for L4 24GB by 34.7 GiB.")));
    QCOMPARE(legendEntries(chart).front().value, QStringLiteral("3.77 GiB"));
}

void TestTierChart::axisIsRound_data()
{
    QTest::addColumn<double>("longest");
    QTest::addColumn<int>("steps");
    QTest::addColumn<AxisScale>("scale");
    QTest::addRow("between steps") << 150.1 << 10 << AxisScale{160, 20};
    QTest::addRow("few steps") << 150.1 << 4 << AxisScale{200, 50};
    QTest::addRow("at a step") << 80.0 << 8 << AxisScale{80, 10};
    QTest::addRow("just above") << 80.01 << 8 << AxisScale{100, 20};
    QTest::addRow("small") << 0.03 << 5 << AxisScale{0.03, 0.01};
    QTest::addRow("large") << 10000.0 << 10 << AxisScale{10000, 1000};
    QTest::addRow("one step") << 7.0 << 1 << AxisScale{10, 10};
}

void TestTierChart::axisIsRound()
{
    QFETCH(const double, longest);
    QFETCH(const int, steps);
    QFETCH(const AxisScale, scale);
    const AxisScale found = axisScale(longest, steps);
    QCOMPARE(found.step, scale.step);
    QCOMPARE(found.end, scale.end);
    QVERIFY(axisScale(0, steps).end > 0);
}

} // namespace plimsoll::ui

QTEST_MAIN(plimsoll::ui::TestTierChart)
#include "tst_tierchart.moc"
