// SPDX-License-Identifier: GPL-3.0-or-later
// Which layers adapters may be asked for; what they take is in tst_measuredruns.
#include "memory/estimate.h"
#include "scenario/scenariofile.h"
#include "step/adaptertargets.h"

#include <QTest>

using namespace plimsoll;

namespace {

Scenario llamaWith(const std::string& lora)
{
    const std::string text
        = R"({"model": {"config": {"model_type": "llama", "vocab_size": 320, "hidden_size": 64, "intermediate_size": 160,
        "num_hidden_layers": 6, "num_attention_heads": 4}},
        "training": {"method": "lora", "micro_batch": 1, "sequence_length": 32, "lora": )"
        + lora + "}}";
    return readScenario(text, "lora.json")->scenario;
}

} // namespace

class TestAdapters : public QObject
{
    Q_OBJECT

private slots:
    void nameTheirLayers()
    {
        const std::vector<std::string> names{"q", "k", "v", "o", "gate", "up", "down"};
        QCOMPARE(step::linearLayers(llamaWith("{}")), names);
    }

    void areRefusedWhereNoLayerIs_data()
    {
        QTest::addColumn<QString>("targets");
        QTest::addColumn<QString>("found");
        QTest::addRow("unknown") << R"(["q", "query"])"
                                 << "\"query\"";
        QTest::addRow("head") << R"(["head"])"
                              << "\"head\"";
        QTest::addRow("one word") << R"("linear")"
                                  << "\"linear\"";
    }

    void areRefusedWhereNoLayerIs()
    {
        QFETCH(QString, targets);
        QFETCH(QString, found);
        const Result<Estimate> refused = estimate(llamaWith("{\"targets\": " + targets.toStdString() + "}"));
        QVERIFY(!refused);
        QCOMPARE(refused.error().path, std::string("training.lora.targets"));
        QCOMPARE(QString::fromStdString(refused.error().found), found);
        QVERIFY(refused.error().expected.ends_with("q, k, v, o, gate, up, down"));
    }

    void areTakenByEitherName()
    {
        for (const char* targets : {R"(["q", "down"])", R"(["q_proj", "down_proj"])", R"("attention")"})
            QVERIFY(estimate(llamaWith(std::string("{\"targets\": ") + targets + "}")));
    }

    // rsLoRA is another number to multiply by.
    void needNothingMoreForRankStabilizedScaling()
    {
        const Result<Estimate> plain = estimate(llamaWith("{}"));
        const Result<Estimate> stabilized = estimate(llamaWith(R"({"rslora": true})"));
        QCOMPARE(stabilized->peak.requested.count(), plain->peak.requested.count());
        QCOMPARE(stabilized->total.count(), plain->total.count());
    }

    void trainAMagnitudeForEachOutputWithDora()
    {
        const Result<Estimate> plain = estimate(llamaWith("{}"));
        const Result<Estimate> dora = estimate(llamaWith(R"({"dora": true})"));
        const std::int64_t outputs = 6 * (4 * 64 + 2 * 160 + 64);
        QCOMPARE(dora->parameters.trainable - plain->parameters.trainable, outputs);
        QVERIFY(dora->peak.requested > plain->peak.requested);
    }
};

QTEST_APPLESS_MAIN(TestAdapters)
#include "tst_adapters.moc"
