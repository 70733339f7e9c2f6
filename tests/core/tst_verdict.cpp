// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/verdict.h"

#include "memory/overheads.h"
#include "support/compare.h"

#include <QTest>

using namespace plimsoll;

namespace {

Band reservedOf(double gb)
{
    const Bytes bytes(static_cast<std::int64_t>(gb * 1e9));
    return {bytes, bytes, bytes};
}

// A card of 100 GB without context, so that fractions are easy to see.
Device hundredGb()
{
    Device device;
    device.id = "hundred";
    device.usable = Bytes(100'000'000'000);
    return device;
}

MemoryPlan withoutContext()
{
    MemoryPlan plan;
    plan.context = Bytes();
    return plan;
}

} // namespace

class TestVerdict : public QObject
{
    Q_OBJECT

private slots:
    // Reserved bytes as in tests/data/runs.jsonl, worked example and its neighbours.
    void workedExample_data()
    {
        QTest::addColumn<QString>("device");
        QTest::addColumn<double>("reserved");
        QTest::addColumn<bool>("fits");
        QTest::newRow("H100, 256 x 100") << "h100-sxm5-80gb" << 60.43 << true;
        QTest::newRow("H100, 1,024 x 100") << "h100-sxm5-80gb" << 194.76 << false;
        QTest::newRow("H100, 1,024 x 100 checkpointed") << "h100-sxm5-80gb" << 43.1 << true;
        QTest::newRow("H100, 256 x 512 checkpointed") << "h100-sxm5-80gb" << 49.7 << true;
        QTest::newRow("H100, 256 x 1,024 checkpointed") << "h100-sxm5-80gb" << 91.1 << false;
        QTest::newRow("A100 40GB, 256 x 100 checkpointed") << "a100-sxm4-40gb" << 25.5 << true;
        QTest::newRow("A100 40GB, 256 x 100") << "a100-sxm4-40gb" << 60.43 << false;
        QTest::newRow("A100 PCIe 40GB, 256 x 100 checkpointed") << "a100-pcie-40gb" << 25.5 << true;
    }

    void workedExample()
    {
        QFETCH(QString, device);
        QFETCH(double, reserved);
        const DeviceVerdict verdict = judge(reservedOf(reserved), MemoryPlan(), *findDevice(device.toStdString()));
        QTEST(verdict.verdict != Verdict::Oom, "fits");
        QCOMPARE(verdict.headroom < Bytes(), verdict.verdict == Verdict::Oom);
    }

    void borders_data()
    {
        QTest::addColumn<double>("reserved");
        QTest::addColumn<QString>("verdict");
        QTest::newRow("empty") << 0.0 << "fits";
        QTest::newRow("at the mark for tight") << 90.0 << "fits";
        QTest::newRow("above it") << 90.1 << "tight";
        QTest::newRow("to the last byte") << 100.0 << "tight";
        QTest::newRow("one byte too many") << 100.000000001 << "oom";
    }

    void borders()
    {
        QFETCH(double, reserved);
        const DeviceVerdict verdict = judge(reservedOf(reserved), withoutContext(), hundredGb());
        QTEST(text(id(verdict.verdict)), "verdict");
    }

    void everythingBesideTheAllocatorCounts()
    {
        MemoryPlan plan;
        plan.context = Bytes(600'000'000);
        plan.dataPipeline = Bytes(50'000'000);
        plan.other = Bytes(1'000'000'000);
        const DeviceVerdict verdict = judge(reservedOf(60), plan, hundredGb());
        QCOMPARE(verdict.overheads.total().count(), 1'650'000'000);
        QCOMPARE(verdict.total.count(), 61'650'000'000);
        QCOMPARE(verdict.headroom.count(), 38'350'000'000);
        QCOMPARE(verdict.usedFraction, 0.6165);
    }

    void tightMarkFollowsThePlan()
    {
        MemoryPlan plan = withoutContext();
        plan.tightAbove = 0.5;
        QCOMPARE(judge(reservedOf(60), plan, hundredGb()).verdict, Verdict::Tight);
    }

    void beyondCountingDoesNotFit()
    {
        const Band band{Bytes::saturated(), Bytes::saturated(), Bytes::saturated()};
        const DeviceVerdict verdict = judge(band, MemoryPlan(), hundredGb());
        QCOMPARE(verdict.verdict, Verdict::Oom);
        QVERIFY(verdict.headroom < Bytes());
    }

    void contextByGeneration_data()
    {
        QTest::addColumn<QString>("capability");
        QTest::addColumn<int>("mib");
        QTest::newRow("V100") << "7.0" << 360;
        QTest::newRow("T4 as V100") << "7.5" << 360;
        QTest::newRow("A100") << "8.0" << 481;
        QTest::newRow("RTX 4090") << "8.9" << 426;
        QTest::newRow("H100") << "9.0" << 572;
        QTest::newRow("B300") << "10.3" << 700;
        QTest::newRow("no CUDA device") << "" << 572;
        QTest::newRow("no number") << "gfx942" << 572;
    }

    void contextByGeneration()
    {
        QFETCH(QString, capability);
        QFETCH(int, mib);
        QCOMPARE(contextOf(capability.toStdString()).expected.count(), mib * plimsoll::mib);
    }

    void contextBandsAreOrdered()
    {
        for (const Device& device : deviceCatalog()) {
            const ContextFigure& context = contextOf(device.computeCapability);
            QVERIFY2(context.low <= context.expected && context.expected <= context.high, device.id.c_str());
            QVERIFY(!context.source.empty());
        }
    }

    void lineItemsAreComplete()
    {
        for (const LineItemInfo& item : lineItems()) {
            for (const std::string_view field :
                 {item.id, item.label, item.meaning, item.lever, item.leverCost, item.source})
                QVERIFY2(!field.empty(), std::string(item.id).c_str());
        }
        QCOMPARE(text(info(LineItem::OptimizerStates).id), "optimizer_states");
        QCOMPARE(text(info(LineItem::Communication).id), "communication");
        QCOMPARE(text(id(Phase::OptimizerStep)), "optimizer_step");
    }
};

QTEST_APPLESS_MAIN(TestVerdict)
#include "tst_verdict.moc"
