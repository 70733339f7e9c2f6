// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron's stack against what is published of it in formulas: what each layer keeps for backward (Korthikanti et al.
// 2022, arXiv:2205.05198, equations 1 to 6), and bytes a parameter (docs/user-guide/features/dist_optimizer.md).
#include "memory/estimate.h"
#include "memory/stepcost.h"
#include "scenario/scenariofile.h"
#include "step/trainingloop.h"

#include <QTest>

#include <set>
#include <string>

using namespace plimsoll;

namespace {

constexpr std::int64_t sequence = 256;
constexpr std::int64_t batch = 2;
constexpr std::int64_t hidden = 512;
constexpr std::int64_t heads = 8;

struct Case
{
    int layers = 2;
    int tensor = 1;
    bool sequenceParallel = false;
    std::string attention = "eager";
    std::string checkpointing = "none";
    std::string code = "transformer_engine";
};

std::string textOf(const Case& c)
{
    const auto word = [](bool value) { return std::string(value ? "true" : "false"); };
    return R"({"model": {"layers": )" + std::to_string(c.layers)
        + R"(, "hidden": 512, "heads": 8, "ffn": 2048, "vocab": 1024, "dropout": 0.1, "embedding_dropout": true},
        "training": {"stack": "megatron", "precision": "bf16-master-fp32-grad", "micro_batch": 2, "sequence_length": 256,
        "attention": ")"
        + c.attention + R"(", "checkpointing": ")" + c.checkpointing + R"(", "megatron": {"layers": ")" + c.code
        + R"("}}, "parallelism": {"gpus": )" + std::to_string(c.tensor) + R"(, "tensor": )" + std::to_string(c.tensor)
        + R"(, "sequence_parallel": )" + word(c.sequenceParallel) + "}}";
}

Scenario scenarioOf(const Case& c)
{
    return readScenario(textOf(c), {})->scenario;
}

// Bytes of activations that are there when the layers are through and the loss begins.
std::int64_t keptAfterForward(const Scenario& scenario)
{
    const StepProgram program = step::record(scenario, {}, step::Recording::SteadyStepWhole);
    std::set<std::int32_t> alive;
    for (std::size_t i = 0; i < program.sections.size(); ++i) {
        if (i >= program.steadyFrom && program.sections[i].phase == Phase::Loss)
            break;
        for (std::uint32_t e = program.sections[i].firstEvent; e < program.sectionEnd(i); ++e) {
            const std::int32_t event = program.events[e];
            if (event >= 0)
                alive.insert(event);
            else
                alive.erase(~event);
        }
    }
    std::int64_t bytes = 0;
    for (const std::int32_t each : alive)
        if (const Allocation& made = program.allocations[static_cast<std::size_t>(each)];
            made.item == LineItem::Activations)
            bytes += made.bytes;
    return bytes;
}

// Eight experts of width 1,024, two for each token, on four GPUs.
Scenario ofExperts(int layers, int expert, double imbalance)
{
    const std::string text
        = R"({"model": {"config": {"model_type": "mixtral", "hidden_size": 512, "num_hidden_layers": )"
        + std::to_string(layers)
        + R"(, "num_attention_heads": 8, "num_key_value_heads": 8, "intermediate_size": 1024, "vocab_size": 1024,
        "num_local_experts": 8, "num_experts_per_tok": 2, "sliding_window": null}},
        "training": {"stack": "megatron", "precision": "bf16-master-fp32-grad", "micro_batch": 2, "sequence_length": 256},
        "parallelism": {"gpus": 4, "data": "zero1", "expert": )"
        + std::to_string(expert) + R"(, "expert_imbalance": )" + std::to_string(imbalance) + "}}";
    return readScenario(text, {})->scenario;
}

std::int64_t keptByALayer(Case c)
{
    c.layers = 3;
    const std::int64_t three = keptAfterForward(scenarioOf(c));
    c.layers = 4;
    return keptAfterForward(scenarioOf(c)) - three;
}

} // namespace

class TestMegatron : public QObject
{
    Q_OBJECT

private slots:
    void layerKeepsWhatThePaperSays_data()
    {
        QTest::addColumn<int>("tensor");
        QTest::addColumn<bool>("sequenceParallel");
        QTest::addColumn<QString>("checkpointing");
        QTest::addColumn<QString>("attention");
        QTest::addColumn<QString>("code");
        for (const char* code : {"transformer_engine", "local"})
            for (const int tensor : {1, 2, 4, 8})
                for (const bool sequenceParallel : {false, true})
                    for (const char* checkpointing : {"none", "selective", "full"})
                        for (const char* attention : {"eager", "sdpa"})
                            if (std::string(code) != "local" || std::string(attention) == "eager")
                                QTest::addRow("%s, %s, %s, t %d%s", code, attention, checkpointing, tensor,
                                              sequenceParallel ? ", sequence parallel" : "")
                                    << tensor << sequenceParallel << checkpointing << attention << code;
    }

    // sbh(34 + 5as/h); sbh(10 + 24/t + 5as/(ht)); sbh/t(34 + 5as/h); without scores where they are recomputed or never
    // made; 2sbh. The paper leaves out rows' statistics: of norms, two numbers of 4 bytes each, and of fused attention
    // one a head.
    void layerKeepsWhatThePaperSays()
    {
        QFETCH(int, tensor);
        QFETCH(bool, sequenceParallel);
        QFETCH(QString, checkpointing);
        QFETCH(QString, attention);
        QFETCH(QString, code);
        const Case c{
            2, tensor, sequenceParallel, attention.toStdString(), checkpointing.toStdString(), code.toStdString()};
        const std::int64_t t = tensor;
        const std::int64_t tokens = sequence * batch;
        const std::int64_t sbh = tokens * hidden;
        const std::int64_t share = sequenceParallel ? t : 1; // of what lies between split layers
        std::int64_t expected = 0;
        if (checkpointing == "full") {
            expected = 2 * sbh / share;
        } else {
            const std::int64_t scores = 5 * heads * sequence * tokens / t;
            expected = 10 * sbh / share + 24 * sbh / t + 16 * tokens / share;
            if (attention == "eager" && checkpointing == "none")
                expected += scores;
            if (attention == "sdpa" && checkpointing == "none")
                expected += 4 * heads * tokens / t + 16;
        }
        QCOMPARE(keptByALayer(c), expected);
    }

    // A row that an expert gets: its input, gate and up, their product, and its weight.
    void expertsKeepWhatTheyGet()
    {
        const auto kept
            = [](int layers, double imbalance) { return keptAfterForward(ofExperts(layers, 4, imbalance)); };
        const std::int64_t tokens = 2 * sequence * batch; // two experts each
        const std::int64_t even = kept(4, 1) - kept(3, 1);
        const std::int64_t twice = kept(4, 2) - kept(3, 2);
        QCOMPARE(twice - even, tokens * (2 * hidden + 6 * 1024 + 2));
    }

    // Of four GPUs with the same layers each has two of eight experts, and all of their states.
    void expertsAreSpread()
    {
        const Result<Estimate> whole = estimate(ofExperts(2, 1, 1), {});
        const Result<Estimate> spread = estimate(ofExperts(2, 4, 1), {});
        QVERIFY(whole && spread);
        QCOMPARE(spread->parameters.total, whole->parameters.total);
        const std::int64_t elements = 2 * 8 * 3 * hidden * 1024;
        const auto sizeOf = [](const Estimate& estimate, LineItem item) {
            return estimate.lineItems[static_cast<std::size_t>(item)].inFull.count();
        };
        QCOMPARE(sizeOf(*whole, LineItem::Weights) - sizeOf(*spread, LineItem::Weights), 2 * elements * 3 / 4);
        QCOMPARE(sizeOf(*whole, LineItem::Gradients) - sizeOf(*spread, LineItem::Gradients), 4 * elements * 3 / 4);
        const std::int64_t states = sizeOf(*spread, LineItem::OptimizerStates);
        QVERIFY(std::abs(states - sizeOf(*whole, LineItem::OptimizerStates)) < 4096);
    }

    void refusesWhatDoesNotDivide_data()
    {
        QTest::addColumn<QByteArray>("training");
        QTest::addColumn<QByteArray>("parallelism");
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* training, const char* parallelism, const char* path, const char* expected) {
            QTest::addRow("%s %s", training, parallelism)
                << QByteArray(training) << QByteArray(parallelism) << QByteArray(path) << QByteArray(expected);
        };
        row("", R"("gpus": 3, "tensor": 3)", "parallelism.tensor", "a divisor of heads (8); 2 or 4 would do");
        row("", R"("gpus": 3, "pipeline": 3)", "parallelism.pipeline", "a divisor of layers (4); 2 or 4 would do");
        row("", R"("gpus": 4, "pipeline": 4, "virtual_stages": 2, "schedule": "interleaved")", "parallelism.pipeline",
            "pipeline × virtual_stages (2) = 8 must divide layers (4); 2 would do");
        row("", R"("gpus": 5, "context": 5)", "parallelism.context",
            "a number of which twice divides training.sequence_length (256); 4 or 8 would do");
        row(R"("attention": "sdpa", "megatron": {"context_exchange": "a2a"},)", R"("gpus": 16, "context": 16)",
            "parallelism.context", "a divisor of kv_heads / tensor (8) where heads are spread (context_exchange a2a)");
        row("", R"("gpus": 6, "tensor": 4)", "parallelism.gpus", "4, as tensor (4) × context (1) × pipeline (1)");
        row("", R"("gpus": 6, "tensor": 4, "data": "zero1")", "parallelism.gpus",
            "a multiple of tensor (4) × context (1) × pipeline (1): 4 or 8");
        row("", R"("gpus": 8, "data": "fsdp")", "parallelism.data", "none, ddp or zero1 with stack megatron");
        row("", R"("gpus": 2, "expert": 2, "data": "ddp")", "parallelism.expert", "1 with a model that has no experts");
        row(R"("attention": "sdpa", "megatron": {"layers": "local"},)", R"("gpus": 1)", "training.attention",
            "eager with Megatron's own layers");
        row(R"("optimizer": "sgd",)", R"("gpus": 1)", "training.optimizer", "adamw with stack megatron");
        row(R"("checkpointing": "sqrt",)", R"("gpus": 1)", "training.checkpointing", "none, full or selective");
        row(R"("precision": "bf16",)", R"("gpus": 1)", "training.precision", "bf16-master-fp32-grad");
    }

    void refusesWhatDoesNotDivide()
    {
        QFETCH(QByteArray, training);
        QFETCH(QByteArray, parallelism);
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, expected);
        const bool precise = training.contains("precision");
        const std::string text = R"({"model": {"layers": 4, "hidden": 512, "heads": 8, "ffn": 2048, "vocab": 1024},
            "training": {"stack": "megatron", )"
            + training.toStdString() + (precise ? "" : R"("precision": "bf16-master-fp32-grad", )")
            + R"("sequence_length": 256}, "parallelism": {)" + parallelism.toStdString() + "}}";
        const Result<ScenarioFile> file = readScenario(text, {});
        QVERIFY(!file);
        QCOMPARE(QByteArray::fromStdString(file.error().path), path);
        QVERIFY2(file.error().expected.find(expected.toStdString()) != std::string::npos,
                 file.error().expected.c_str());
    }

    void bytesOfAParameter_data()
    {
        QTest::addColumn<QString>("data");
        QTest::addColumn<int>("gpus");
        QTest::newRow("on every GPU") << "ddp" << 8;
        QTest::newRow("spread") << "zero1" << 8;
        QTest::newRow("spread over 64") << "zero1" << 64;
    }

    // 18; 6 + 12/d.
    void bytesOfAParameter()
    {
        QFETCH(QString, data);
        QFETCH(int, gpus);
        Scenario scenario = scenarioOf({});
        scenario.parallelism.gpus = gpus;
        scenario.parallelism.data = data == "ddp" ? DataParallel::Ddp : DataParallel::Zero1;
        const Result<Estimate> estimated = estimate(scenario, {});
        QVERIFY(estimated);
        const auto sizeOf
            = [&](LineItem item) { return estimated->lineItems[static_cast<std::size_t>(item)].inFull.count(); };
        const std::int64_t parameters = estimated->parameters.total;
        const std::int64_t unit = std::int64_t(gpus) < 128 ? 128 : gpus;
        const std::int64_t padded = data == "ddp" ? parameters : (parameters + unit - 1) / unit * unit;
        const std::int64_t parts = data == "ddp" ? 1 : gpus;
        QCOMPARE(sizeOf(LineItem::Weights), 2 * padded);
        QCOMPARE(sizeOf(LineItem::Gradients), 4 * padded);
        QVERIFY(std::abs(sizeOf(LineItem::MasterWeights) - 4 * padded / parts) <= 4 * unit);
        QVERIFY(std::abs(sizeOf(LineItem::OptimizerStates) - 8 * padded / parts) <= 8 * unit);
    }

    // Forward is 12h² multiplications a token and layer, and sh of attention's core, of which half are causal.
    void workDoneAgain()
    {
        Scenario scenario = scenarioOf({});
        const double hidden = static_cast<double>(scenario.model.hidden);
        const double sequence = static_cast<double>(scenario.training.sequenceLength);
        scenario.training.checkpointing = Checkpointing::Selective;
        QCOMPARE(recomputeFactor(scenario), 1.0 + sequence / (12 * hidden + sequence) / 3);
        scenario.training.checkpointing = Checkpointing::Full;
        QCOMPARE(recomputeFactor(scenario), 4.0 / 3);
        scenario.training.megatron.recomputeMethod = RecomputeMethod::Block;
        QCOMPARE(recomputeFactor(scenario), 1.0 + 1.0 / static_cast<double>(scenario.model.layers) / 3);
    }
};

QTEST_APPLESS_MAIN(TestMegatron)
#include "tst_megatron.moc"
