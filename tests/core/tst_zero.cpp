// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed's ZeRO beside runs that are counted (tst_measuredruns): the table of its paper, and the host's memory.
#include "memory/estimate.h"
#include "scenario/scenariofile.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <string>

using namespace plimsoll;

namespace {

// 7.5 billion parameters over 64 GPUs, as in table 1 of arXiv 1910.02054.
Scenario ofPaper(const std::string& data)
{
    const std::string text = R"({"model": {"layers": 36, "hidden": 4096, "heads": 32, "ffn": 16384, "vocab": 30080},
        "training": {"precision": "fp16-master", "micro_batch": 1, "sequence_length": 128, "checkpointing": "full"},
        "parallelism": {"gpus": )"
        + std::string(data == "none" ? "1" : "64") + R"(, "data": ")" + data
        + R"(", "zero": {"param_persistence_threshold": 0}}})";
    return readScenario(text, {})->scenario;
}

std::int64_t sizeOf(const Estimate& estimate, LineItem item)
{
    return estimate.lineItems[static_cast<std::size_t>(item)].inFull.count();
}

Estimate estimateOf(const std::string& text)
{
    return *estimate(readScenario(text, {})->scenario, {});
}

} // namespace

class TestZero : public QObject
{
    Q_OBJECT

private slots:
    void tableOfThePaper_data()
    {
        QTest::addColumn<QString>("data");
        QTest::addColumn<double>("weights");   // bytes a parameter on each GPU
        QTest::addColumn<double>("gradients"); // the same
        QTest::addColumn<double>("gigabytes"); // as printed, of 7.5 billion parameters
        QTest::newRow("nothing spread") << "none" << 2.0 << 2.0 << 120.0;
        QTest::newRow("states spread") << "zero1" << 2.0 << 2.0 << 31.4;
        QTest::newRow("gradients too") << "zero2" << 2.0 << 2.0 / 64 << 16.6;
        QTest::newRow("weights too") << "zero3" << 2.0 / 64 << 2.0 / 64 << 1.9;
    }

    // Weights, fp32 weights and states lie as the paper's formulas say, to the byte but for the padding of parts; with
    // the gradients that the paper counts, which DeepSpeed holds in buckets beside, the printed figures come out.
    void tableOfThePaper()
    {
        QFETCH(QString, data);
        QFETCH(double, weights);
        QFETCH(double, gradients);
        QFETCH(double, gigabytes);
        const Result<Estimate> result = estimate(ofPaper(data.toStdString()), {});
        QVERIFY(result);
        const std::int64_t parameters = result->parameters.total;
        QVERIFY(std::abs(static_cast<double>(parameters) / 7.5e9 - 1) < 0.01);
        const std::int64_t part
            = data == "none" ? parameters : (parameters + 127) / 128 * 2; // two elements align a part
        QCOMPARE(sizeOf(*result, LineItem::MasterWeights), 4 * part);
        QCOMPARE(sizeOf(*result, LineItem::OptimizerStates), 8 * part);
        const std::int64_t held = sizeOf(*result, LineItem::Weights);
        const std::int64_t whole = data == "none" ? part : 64 * part;
        QCOMPARE(held, weights == 2.0 ? 2 * whole : 2 * part);
        if (data == "zero3")
            QVERIFY(sizeOf(*result, LineItem::Gradients) >= 2 * part);

        const double each = (static_cast<double>(held + 12 * part)) / static_cast<double>(parameters) + gradients;
        QCOMPARE(std::round(each * 7.5 * 10) / 10, gigabytes);
    }

    void hostHoldsStates()
    {
        const std::string before = R"({"model": {"layers": 2, "hidden": 256, "heads": 4, "ffn": 1024, "vocab": 1000},
            "training": {"precision": "bf16-master", "micro_batch": 1, "sequence_length": 64},
            "parallelism": {"gpus": 16, "data": "zero2", "offload": {"optimizer": "cpu")";
        const Estimate loose = estimateOf(before + R"(, "pin_memory": false}}})");
        const Estimate pinned = estimateOf(before + "}}}");
        const std::int64_t part = (loose.parameters.total + 31) / 32 * 2;
        const std::int64_t largest = 1024 * 256;
        // fp32 weights, gradients, two states and the step's square roots; weights in bf16 on their way back, a
        // gradient on its way there.
        QCOMPARE(loose.host.count(), 22 * part + 2 * largest);
        QCOMPARE(loose.hostPinned.count(), std::int64_t(0));
        QCOMPARE(loose.hostOfNode.count(), 8 * loose.host.count());
        const auto power = [](std::int64_t bytes) { return std::int64_t(std::bit_ceil(std::uint64_t(bytes))); };
        QCOMPARE(pinned.hostPinned.count(), 2 * power(4 * part) + power(2 * part) + power(2 * largest));
        QCOMPARE(pinned.host.count(), pinned.hostPinned.count() + 12 * part);
        QCOMPARE(pinned.peak.requested, loose.peak.requested);
    }

    // Managed memory, that of matrices of 100,000 elements and more: two states of a byte.
    void hostHoldsPagedStates()
    {
        const Estimate paged
            = estimateOf(R"({"model": {"layers": 1, "hidden": 256, "heads": 4, "ffn": 1024, "vocab": 400},
            "training": {"optimizer": "paged-adamw-8bit", "micro_batch": 1, "sequence_length": 64}})");
        const std::int64_t elements = 2 * 400 * 256 + 3 * 256 * 256 + 2 * 256 * 1024;
        QCOMPARE(paged.host.count(), 2 * elements);
        QCOMPARE(paged.hostOfNode.count(), 2 * elements);
    }

    void sizesThatTransformersFillsIn()
    {
        const Result<ScenarioFile> file = readScenario(
            R"({"model": {"layers": 2, "hidden": 250, "heads": 5, "ffn": 1024, "vocab": 1000},
            "training": {"precision": "bf16-master"}, "parallelism": {"gpus": 16, "data": "zero3", "zero":
            {"reduce_bucket_size": "auto", "prefetch_bucket_size": "auto", "param_persistence_threshold": "auto"}}})",
            {});
        QVERIFY2(file, file ? "" : file.error().message().c_str());
        const ZeroPlan& zero = file->scenario.parallelism.zero;
        QCOMPARE(zero.reduceBucket, std::int64_t(62'500));
        QCOMPARE(zero.prefetchBucket, std::int64_t(56'250));
        QCOMPARE(zero.persistenceThreshold, std::int64_t(2'500));
        QVERIFY(file->scenario.parallelism.overlapsReduction());
    }
};

QTEST_APPLESS_MAIN(TestZero)
#include "tst_zero.moc"
