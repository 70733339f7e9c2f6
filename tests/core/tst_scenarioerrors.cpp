// SPDX-License-Identifier: GPL-3.0-or-later
// Every way in which a scenario file can be wrong: what is said, and the place that is named.
#include "base/jsonwriter.h"
#include "scenario/scenariofile.h"
#include "support/compare.h"
#include "support/scenariojson.h"

#include <QTest>

using namespace plimsoll;
using namespace plimsoll::test;

namespace json = boost::json;

namespace {

QByteArray textFrom(const std::string& text, int line, int column)
{
    return QByteArray::fromStdString(text).split('\n').at(line - 1).mid(column - 1);
}

} // namespace

class TestScenarioErrors : public QObject
{
    Q_OBJECT

private slots:
    void wrongFields_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* path, const char* value, const char* expected) {
            QTest::addRow("%s = %.30s", path, value)
                << QString(path) << QByteArray(value).replace('\'', '"') << QString(expected);
        };
        row("plimsoll", "2", "1, the only value this version computes");
        row("name", "3", "a text");
        row("model", "[]", "an object");
        row("model", "'gpt'", "an object");
        row("model.layers", "0", "a whole number from 1 to 10,000");
        row("model.layers", "1000000000000000000", "a whole number from 1 to 10,000");
        row("model.layers", "1e30", "a whole number from 1 to 10,000");
        row("model.hidden", "0", "a whole number from 1 to 16,777,216");
        row("model.hidden", "-2048", "a whole number from 1 to 16,777,216");
        row("model.hidden", "64.5", "a whole number from 1 to 16,777,216");
        row("model.hidden", "'64'", "a whole number from 1 to 16,777,216");
        row("model.hidden", "null", "a whole number from 1 to 16,777,216");
        row("model.heads", "7", "a divisor of hidden (64), or head_dim beside it");
        row("model.kv_heads", "3", "a divisor of heads (8)");
        row("model.kv_heads", "16", "a divisor of heads (8)");
        row("model.vocab", "true", "a whole number from 1 to 134,217,728");
        row("model.norm", "'group'", "one of layer or rms");
        row("model.positional", "'rope'", "none or learned: rotary positions belong to models with a config");
        row("model.dropout", "1", "a number from 0 to below 1");
        row("model.dropout", "-0.1", "a number from 0 to below 1");
        row("model.bias", "1", "true or false");
        row("model.qk_norm", "true", "null: it belongs to models with a config");
        row("model.moe", "{}", "null: it belongs to models with a config");
        row("model.preset", "'Llama-3.1'",
            "a model that \"plimsoll models\" lists; nearest: meta-llama/Llama-3.1-8B, meta-llama/Llama-3.1-70B or "
            "meta-llama/Llama-3.1-405B");
        row("model.preset", "'google/vit-base-patch16-224'",
            "a model whose config can be read; of this one, vocab_size: expected a whole "
            "number, found nothing");
        row("model.config", "'/nowhere/config.json'", "a config.json's object, or the path of a file that is there");
        row("model.config", "'-'", "a config.json's object, or the path of a file that is there");
        row("model.config", "'/dev/zero'", "a config.json's object, or the path of a file that is there");
        row("model.config", "3", "an object");
        row("training", "'fast'", "an object");
        row("training.stack", "'hf'", "pytorch or megatron for a model given by its sizes");
        row("training.stack", "'torchtitan'", "one of pytorch, hf, torchtune, megatron, litgpt or nanotron");
        row("training.method", "'lora'", "full for a model given by its sizes");
        const char* const precisions = "one of bf16-autocast, fp32, fp16-autocast, bf16, bf16-master, "
                                       "bf16-master-fp32-grad, fp16-master or fp8";
        row("training.precision", "'bf32'", precisions);
        row("training.precision", "16", precisions);
        row("training.autocast", "true", "false, or precision bf16 beside it");
        row("training.optimizer_kernel", "'triton'", "one of foreach, fused or for-loop");
        row("training.micro_batch", "0", "a whole number from 1 to 16,777,216");
        row("training.sequence_length", "20000000", "a whole number from 1 to 16,777,216");
        row("training.checkpointing", "'layers'", "one of none, full, selective, every-nth, sqrt or offloaded");
        row("training.kernels", "'triton'", "one of eager, fused or compiled");
        row("training.kernels", "'fused'", "eager or compiled for a model given by its sizes");
        row("training.loss", "'cut'",
            "another than cut, which takes hidden states in bf16 only: precision bf16 makes them so");
        row("training.loss", "'mean'", "one of logits, chunked, chunked-recompute, fused-linear or cut");
        row("training.loss_chunks", "'many'", "a whole number from 1 to 1,048,576");
        row("parallelism.gpus", "8", "1, or data ddp, zero1, zero2, zero3, fsdp, hsdp or fsdp1 beside it");
        row("parallelism.data", "'zero'", "one of none, ddp, zero1, zero2, zero3, fsdp, hsdp or fsdp1 (zero1?)");
        row("parallelism.context", "2", "1, or training.stack megatron, which cuts sequences over GPUs here");
        row("parallelism.schedule", "'dualpipe'", "one of 1f1b, gpipe, interleaved, zero-bubble or zbv");
        row("parallelism.offload.optimizer", "'cpu'", "none, as parameters: they move together");
        row("memory.context_bytes", "-1", "a whole number from 0 to 1,125,899,906,842,624");
        row("memory.tight_above", "0", "a number above 0, at most 1");
        row("memory.tight_above", "1.5", "a number from 0 to 1");
        row("software.torch", "'1.13'", "a release of PyTorch from 2.0 to 2.15, as a text");
        row("software.torch", "'2.x'", "a release of PyTorch from 2.0 to 2.15, as a text");
        row("software.torchtune", "'0.7'", "a release of torchtune from 0.3 to 0.6, as a text");
        row("software.litgpt", "'0.6'", "a release of litgpt from 0.1 to 0.5, as a text");
        row("software.bitsandbytes", "'0.39'", "a release of bitsandbytes from 0.41 to 0.50, as a text");
        row("software.transformers", "'6.0'", "a release of transformers from 4.30 to 5.24, as a text");
        row("devices", "'h100-sxm5-80gb'", "a list of device ids or objects");
    }

    void wrongFields()
    {
        QFETCH(QString, path);
        QFETCH(QByteArray, value);
        const std::string json = toJsonText(withField(path, json::parse(value.toStdString())));
        const Result<ScenarioFile> file = readScenario(json, "f.json");
        QVERIFY(!file);
        const Error& error = file.error();
        QCOMPARE(text(error.path), path);
        QTEST(text(error.expected), "expected");
        QCOMPARE(text(error.file), QString("f.json"));
        // The place is that of the value, and what is found there is said.
        const QByteArray there = textFrom(json, error.line, error.column);
        QVERIFY2(there.startsWith(value.left(1)), there);
        QVERIFY(!error.found.empty());
    }

    // What only fields together can show about a spread: the number that does not divide, and what does not go along.
    void wrongSpreads_data()
    {
        QTest::addColumn<QByteArray>("parallelism");
        QTest::addColumn<QByteArray>("training");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* parallelism, const char* training, const char* path, const char* expected) {
            QTest::addRow("%s %s", parallelism, training)
                << QByteArray(parallelism).replace('\'', '"') << QByteArray(training).replace('\'', '"')
                << QString(path) << QString(expected);
        };
        row("{'gpus': 12, 'data': 'hsdp', 'shard_group': 8}", "{}", "parallelism.shard_group",
            "a divisor of gpus (12)");
        row("{'gpus': 1, 'data': 'fsdp'}", "{}", "parallelism.gpus", "2 or more, to spread weights over");
        row("{'gpus': 1, 'data': 'zero2'}", "{'precision': 'bf16-master'}", "parallelism.gpus",
            "2 or more, to spread states over");
        row("{'gpus': 8, 'data': 'zero3'}", "{}", "parallelism.data",
            "none, ddp, fsdp or hsdp with precision bf16-autocast: ZeRO runs with bf16-master, fp16-master or fp32");
        row("{'gpus': 8, 'data': 'zero2', 'offload': {'parameters': 'cpu'}}", "{'precision': 'bf16-master'}",
            "parallelism.offload.parameters", "none, or data zero3 beside it");
        row("{'gpus': 8, 'data': 'zero2'}", "{'precision': 'fp32', 'optimizer': 'muon'}", "parallelism.data",
            "none, ddp, fsdp or hsdp with muon, which cannot step on a part of all weights");
        row("{'gpus': 8, 'data': 'zero3'}", "{'precision': 'bf16-master', 'loss': 'chunked'}", "parallelism.data",
            "another than zero3 with a loss that runs the head itself");
        row("{'gpus': 8, 'data': 'ddp', 'offload': {'parameters': 'cpu'}}", "{}", "parallelism.offload",
            "none, or data zero1, zero2, zero3, fsdp or hsdp beside it");
        row("{'gpus': 8, 'data': 'fsdp1'}", "{'optimizer_in_backward': true}", "parallelism.data",
            "another than fsdp1 with an optimizer that steps in backward, whose hooks never run");
        row("{'gpus': 8, 'data': 'fsdp1', 'wrap_adapters': true}", "{}", "parallelism.wrap_adapters",
            "false with method full: each layer would be a unit, which is not in this version");
        row("{'gpus': 8, 'data': 'fsdp'}", "{'optimizer': 'sgd', 'optimizer_kernel': 'fused'}", "parallelism.data",
            "none or ddp with fused SGD, which PyTorch cannot run on spread weights");
    }

    void wrongSpreads()
    {
        QFETCH(QByteArray, parallelism);
        QFETCH(QByteArray, training);
        json::value root = withField("parallelism", json::parse(parallelism.toStdString()));
        root.as_object()["training"] = json::parse(training.toStdString());
        const Result<ScenarioFile> file = readScenario(toJsonText(root), {});
        QVERIFY(!file);
        QTEST(text(file.error().path), "path");
        QTEST(text(file.error().expected), "expected");
    }

    void unknownOptimizer()
    {
        const Result<ScenarioFile> file = readScenario(toJsonText(withField("training.optimizer", "adamx")), {});
        QVERIFY(!file);
        QVERIFY(text(file.error().expected).startsWith("one of adamw, "));
        QVERIFY(text(file.error().expected).endsWith("(adamw?)"));
        QCOMPARE(text(file.error().found), QString("\"adamx\""));
    }

    void missingFields_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* json, const char* message) {
            QTest::newRow(name) << QByteArray(json) << QString(message);
        };
        row("no model", "{}",
            "f.json:1:1: model: expected an object with the model's sizes, its config or a preset's name, found "
            "nothing");
        row("no sizes", "{'model': {}}",
            "f.json:1:11: model.layers: expected a whole number from 1 to 10,000, found nothing");
        row("no vocabulary", "{'model': {'layers': 4, 'hidden': 64, 'heads': 8, 'ffn': 256}}",
            "f.json:1:11: model.vocab: expected a whole number from 1 to 134,217,728, found nothing");
        row("number", "3", "f.json:1:1: expected an object, found 3");
        row("empty list", "[]", "f.json:1:1: expected at least one scenario, found an empty list");
    }

    void missingFields()
    {
        QFETCH(QByteArray, json);
        const std::vector<Result<ScenarioFile>> files = readScenarios(quotes(json), "f.json");
        QCOMPARE(files.size(), std::size_t{1});
        QVERIFY(!files[0]);
        QTEST(text(files[0].error().message()), "message");
    }

    void positionsBeyondTheTable()
    {
        const auto read = [](const char* length) {
            return readScenario(quotes(QByteArray("{'model': {'layers': 4, 'hidden': 64, 'heads': 8, 'ffn': 256,"
                                                  "'vocab': 100, 'positional': 'learned', 'max_position': 512},"
                                                  "\n 'training': {'sequence_length': ")
                                       + length + "}}"),
                                {});
        };
        QVERIFY(read("512"));
        QVERIFY(!read("513"));
        QCOMPARE(text(read("513").error().path), QString("training.sequence_length"));
        QCOMPARE(text(read("513").error().expected), QString("at most max_position, 512"));
        QCOMPARE(read("513").error().line, 2);
        QCOMPARE(read("513").error().column, 34);
    }

    void wrongDevices_data()
    {
        QTest::addColumn<QByteArray>("devices");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* devices, const char* path, const char* expected) {
            QTest::newRow(devices) << QByteArray(devices) << QString(path) << QString(expected);
        };
        row("['a100-sxm4-40gb', 'h1000-sxm5-80gb']", "devices[1]", "a device's id (h100-sxm5-80gb?)");
        row("['gh200']", "devices[0]", "a device's id (gh200");
        row("[3]", "devices[0]", "an object");
        row("[{'usable_bytes': 1}]", "devices[0].id", "a short name");
        row("[{'id': 'x'}]", "devices[0].usable_bytes", "the bytes the framework can use");
        row("[{'id': 'x', 'usable_bytes': 0}]", "devices[0].usable_bytes", "a whole number from 1 to ");
        row("[{'id': 'x', 'usable_bytes': 1, 'compute_capability': 'sm_90'}]", "devices[0].compute_capability",
            "a text as \"8.0\"");
    }

    void wrongDevices()
    {
        QFETCH(QByteArray, devices);
        const Result<ScenarioFile> file
            = readScenario(toJsonText(withField("devices", json::parse(quotes(devices)))), {});
        QVERIFY(!file);
        QTEST(text(file.error().path), "path");
        QFETCH(QString, expected);
        QVERIFY2(text(file.error().expected).startsWith(expected), file.error().expected.c_str());
    }

    void eachOfAnArrayByItself()
    {
        const std::string good = quotes(smallest);
        const std::vector<Result<ScenarioFile>> files = readScenarios(
            "[" + good + ",\n" + toJsonText(withField("model.hidden", 0)) + ",3," + good + "]", "f.json");
        QCOMPARE(files.size(), std::size_t{4});
        QVERIFY(files[0]);
        QVERIFY(!files[1]);
        QCOMPARE(text(files[1].error().path), QString("[1].model.hidden"));
        QVERIFY(files[1].error().line > 2);
        QVERIFY(!files[2]);
        QCOMPARE(text(files[2].error().path), QString("[2]"));
        QVERIFY(files[3]);
    }

    void withValueRefuses_data()
    {
        QTest::addColumn<QString>("message");
        QTest::newRow("training.micro_batch=0")
            << "training.micro_batch: expected a whole number from 1 to 16,777,216, found 0";
        QTest::newRow("training.optimizer=adamx") << "training.optimizer: expected one of adamw";
        QTest::newRow("training.batch=3")
            << "training.batch: expected a field of the scenario file, found \"training.batch\"";
        QTest::newRow("trainin.micro_batch=3") << "trainin.micro_batch: expected a field of the scenario file";
        QTest::newRow("training.micro_batch.x=3") << "training.micro_batch.x: expected a field and its value";
        QTest::newRow("training.micro_batch") << "training.micro_batch: expected a field and its value";
        QTest::newRow("=3") << "expected a field and its value, as in training.micro_batch=64, found \"=3\"";
        QTest::newRow("") << "expected a field and its value";
        QTest::newRow("training.micro_batch=") << "training.micro_batch: expected a whole number";
        QTest::newRow("training.micro_batch=NaN") << "training.micro_batch: expected a whole number";
        QTest::newRow("model.dropout=1e999") << "model.dropout: expected a number";
        QTest::newRow("..=1") << "..: expected a field and its value";
        QTest::newRow("devices=[\"t4\"]")
            << "devices: expected a field of the scenario: devices are asked for beside it";
    }

    void withValueRefuses()
    {
        const Result<Scenario> set = withValue(workedExample(), QTest::currentDataTag());
        QVERIFY(!set);
        QFETCH(QString, message);
        QVERIFY2(text(set.error().message()).startsWith(message), set.error().message().c_str());
        QCOMPARE(set.error().line, 0);
    }

    void cutAtEveryByte()
    {
        const std::string whole = writeScenario(workedExample());
        const std::size_t end = whole.rfind('}');
        for (std::size_t size = 0; size <= end; ++size) {
            const Result<ScenarioFile> file = readScenario(std::string_view(whole).substr(0, size), "f.json");
            QVERIFY(!file);
            QVERIFY2(file.error().found == "an empty file" || file.error().found.starts_with("the end of the file")
                         || file.error().expected == "a value" || file.error().expected.starts_with("a number as"),
                     file.error().message().c_str());
        }
        QVERIFY(readScenario(whole, {}));
    }

    void deepNesting()
    {
        const Result<ScenarioFile> file = readScenario("{\"model\": " + std::string(1'000'000, '['), "f.json");
        QVERIFY(!file);
        QVERIFY(text(file.error().message()).endsWith("expected at most 64 levels of nesting, found one more"));
        QVERIFY(file.error().message().size() < 300);
    }

    void repeatedKey()
    {
        const Result<ScenarioFile> file = readScenario("{\"model\": {\"layers\": 4,\n \"layers\": 5}}", "f.json");
        QVERIFY(!file);
        QCOMPARE(text(file.error().message()),
                 QString("f.json:2:2: model.layers: expected each key once, found \"layers\" a second time"));
    }
};

QTEST_APPLESS_MAIN(TestScenarioErrors)
#include "tst_scenarioerrors.moc"
