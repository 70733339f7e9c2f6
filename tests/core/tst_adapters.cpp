// SPDX-License-Identifier: GPL-3.0-or-later
// Which layers adapters may be asked for; what they take is in tst_measuredruns.
#include "base/format.h"
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

Result<ScenarioFile> mixtureWith(const char* family, const std::string& lora)
{
    const std::string text = std::string(R"({"model": {"config": {"model_type": ")") + family
        + R"(", "vocab_size": 320, "hidden_size": 64, "intermediate_size": 160, "moe_intermediate_size": 48,
        "num_hidden_layers": 2, "num_attention_heads": 4, "num_experts": 8, "num_local_experts": 8,
        "num_experts_per_tok": 2}}, "training": {"method": "lora", "micro_batch": 1, "sequence_length": 32, "lora": )"
        + lora + "}}";
    return readScenario(text, "lora.json");
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

    // Weights by all parameters, what only trained ones have by those.
    void areToldApartInTheLedger()
    {
        const Estimate counted = *estimate(llamaWith("{}"));
        QVERIFY(counted.parameters.trainable < counted.parameters.total);
        const auto told = [&counted](LineItem item) {
            const LineItemFigure& figure = counted.lineItems[static_cast<std::size_t>(item)];
            return QString::fromStdString(figure.formula + " = " + figure.substituted);
        };
        const QString all = QString::fromStdString(formatCount(counted.parameters.total));
        const QString trained = QString::fromStdString(formatCount(counted.parameters.trainable));
        QVERIFY2(told(LineItem::Weights).startsWith("parameters × "), qPrintable(told(LineItem::Weights)));
        QVERIFY2(told(LineItem::Weights).contains(all + " × "), qPrintable(told(LineItem::Weights)));
        QCOMPARE(told(LineItem::Gradients), "trained parameters × 4 B = " + trained + " × 4 B");
        QCOMPARE(told(LineItem::OptimizerStates), "trained parameters × 8 B = " + trained + " × 8 B");
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

    // peft's lora.ParamWrapper: factors for each expert, gate and up at twice the rank, and the router.
    void standBesideExpertsAndRouter()
    {
        const Result<ScenarioFile> file = mixtureWith("qwen3_moe", R"({"rank": 4})");
        QVERIFY(file);
        const std::int64_t attention = 4 * 4 * (64 + 64);
        const std::int64_t experts = 8 * (8 * (64 + 2 * 48) + 4 * (48 + 64));
        const std::int64_t router = 4 * (64 + 8);
        QCOMPARE(estimate(file->scenario)->parameters.trainable, 2 * (attention + experts + router));
    }

    void nameExpertsAsTheirLayersWere()
    {
        const auto names = [](const char* family) { return step::linearLayers(mixtureWith(family, "{}")->scenario); };
        QCOMPARE(names("qwen3_moe"), (std::vector<std::string>{"q", "k", "v", "o", "gate", "up", "down"}));
        QCOMPARE(names("mixtral"), (std::vector<std::string>{"q", "k", "v", "o", "w1", "w3", "w2"}));
    }

    void areRefusedWherePeftRefusesExperts_data()
    {
        QTest::addColumn<QString>("family");
        QTest::addColumn<QString>("lora");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("says");
        QTest::addRow("half of a parameter") << "qwen3_moe"
                                             << R"({"targets": ["gate", "q"]})"
                                             << "training.lora.targets"
                                             << "gate and up together";
        QTest::addRow("half of Mixtral's") << "mixtral"
                                           << R"({"targets": ["w3"]})"
                                           << "training.lora.targets"
                                           << "w1 and w3 together";
        QTest::addRow("dropout") << "mixtral"
                                 << R"({"dropout": 0.1})"
                                 << "training.lora.dropout"
                                 << "targets attention may have it";
        QTest::addRow("DoRA") << "qwen3_moe"
                              << R"({"dora": true})"
                              << "training.lora.dora"
                              << "targets attention may have it";
    }

    void areRefusedWherePeftRefusesExperts()
    {
        QFETCH(QString, family);
        QFETCH(QString, lora);
        QFETCH(QString, path);
        QFETCH(QString, says);
        const Result<ScenarioFile> refused = mixtureWith(qPrintable(family), lora.toStdString());
        QVERIFY(!refused);
        QCOMPARE(QString::fromStdString(refused.error().path), path);
        QVERIFY(QString::fromStdString(refused.error().expected).contains(says));
        QVERIFY(mixtureWith(qPrintable(family), R"({"targets": "attention", "dropout": 0.1, "dora": true})"));
    }
};

QTEST_APPLESS_MAIN(TestAdapters)
#include "tst_adapters.moc"
