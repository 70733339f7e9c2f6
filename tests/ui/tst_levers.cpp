// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/modelpresets.h"
#include "scenario/scenariofile.h"
#include "support/scenarios.h"
#include "support/warnings.h"
#include "window/checkedestimate.h"
#include "window/lever.h"
#include "window/modelchoice.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <set>

using namespace plimsoll;
using namespace plimsoll::ui;

namespace {

Scenario withPreset(const char* id)
{
    return withModel(workedExample(), readPreset(*findModel(id))->model);
}

// The worked example, or for what only a config.json holds a model that has it.
Scenario scenarioFor(const Lever& lever)
{
    if (!std::string_view(lever.path).starts_with("model.config."))
        return workedExample();
    for (const char* id : {"deepseek-ai/DeepSeek-V2-Lite", "mistralai/Mistral-7B-v0.1", "openai-community/gpt2"})
        if (const Scenario scenario = withPreset(id); !lever.withoutEffect(scenario))
            return scenario;
    return withPreset("google-t5/t5-small");
}

} // namespace

class LeversTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void readWhatTheyWrite_data();
    void readWhatTheyWrite();
    void readTextsTheyWrite();
    void coverEveryKeyOfAFile_data();
    void coverEveryKeyOfAFile();
    void haveDistinctPaths();
    void haveOrderedStops_data();
    void haveOrderedStops();
    void keepTheHeadsFillingTheWidth();
    void surviveOddSizes_data();
    void surviveOddSizes();
};

void LeversTest::readWhatTheyWrite_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t index = 0; index < levers().size(); ++index)
        if (levers()[index].kind != LeverKind::Text)
            QTest::addRow("%s", levers()[index].path) << static_cast<int>(index);
}

// Every value within a lever's reach comes back as it was written, and changes the scenario.
void LeversTest::readWhatTheyWrite()
{
    QFETCH(const int, index);
    const Lever& lever = levers()[static_cast<std::size_t>(index)];
    std::vector<double> values{lever.least, lever.most};
    if (lever.kind == LeverKind::Switch)
        values = {0, 1};
    else if (lever.kind == LeverKind::Choice)
        for (values.clear(); values.size() < lever.choices().size();)
            values.push_back(static_cast<double>(values.size()));
    else if (lever.quantity == Quantity::Parameters)
        values = lever.stops(workedExample());
    for (const double value : values) {
        const Scenario before = scenarioFor(lever);
        Scenario scenario = before;
        lever.write(scenario, value);
        QCOMPARE(lever.read(scenario), value);
        QCOMPARE(scenario == before, lever.read(before) == value);
        QVERIFY(!valueText(lever, value).isEmpty());
    }
}

void LeversTest::readTextsTheyWrite()
{
    int texts = 0;
    for (const Lever& lever : levers()) {
        if (lever.kind != LeverKind::Text)
            continue;
        ++texts;
        Scenario scenario = workedExample();
        lever.writeText(scenario, "q, down");
        QCOMPARE(lever.readText(scenario), "q, down");
        QVERIFY(differs(lever, scenario, workedExample()));
        QCOMPARE(withLeverOf(lever, scenario, workedExample()), workedExample());
    }
    QCOMPARE(texts, 7);
}

void LeversTest::coverEveryKeyOfAFile_data()
{
    QTest::addColumn<QByteArray>("file");
    const auto row = [](const char* name, const QByteArray& parts) {
        QTest::newRow(name) << R"({"model": {"preset": "meta-llama/Llama-3.1-8B"}, )" + parts + '}';
    };
    QTest::newRow("sizes") << workedExampleFile();
    row("adapters", R"("training": {"method": "qlora", "checkpointing": "full"})");
    row("DDP", R"("parallelism": {"gpus": 8, "data": "ddp"})");
    row("FSDP2", R"("parallelism": {"gpus": 8, "data": "fsdp", "offload": {"parameters": "cpu"}})");
    row("HSDP", R"("parallelism": {"gpus": 16, "data": "hsdp", "shard_group": 4, "reduce_dtype": "bf16"})");
    row("tensor", R"("parallelism": {"gpus": 8, "tensor": 8, "sequence_parallel": true})");
    row("pipeline", R"("parallelism": {"gpus": 4, "pipeline": 4, "schedule": "gpipe", "stage": 1})");
    row("Megatron",
        R"("training": {"stack": "megatron", "precision": "bf16-master-fp32-grad", "checkpointing": "full"})");
    row("nanotron",
        R"("training": {"stack": "nanotron", "precision": "bf16-master-fp32-grad", "attention": "flash", "optimizer_kernel": "fused"})");
    row("memory", R"("memory": {"context_bytes": 1, "communicator_bytes": 1, "max_split_size_mb": 512})");
    row("software", R"("software": {"torch": "2.4", "transformers": "4.48"})");
}

// Paths of all fields that hold a value, as the file's text nests them.
static void listFields(const QJsonObject& object, const QString& path, QStringList& fields)
{
    for (auto field = object.begin(); field != object.end(); ++field) {
        const QString here = path.isEmpty() ? field.key() : path + u'.' + field.key();
        if (field->isObject())
            listFields(field->toObject(), here, fields);
        else
            fields << here;
    }
}

// What the reader took by default and what the writer wrote: the keys of both.
void LeversTest::coverEveryKeyOfAFile()
{
    QFETCH(const QByteArray, file);
    const Result<ScenarioFile> read = readScenario(file.toStdString(), {});
    QVERIFY2(read, read ? "" : read.error().message().c_str());
    QStringList fields;
    for (const std::string& taken : read->defaults)
        fields << QString::fromStdString(taken.substr(0, taken.find(": ")));
    const std::string written = writeScenario(read->scenario, defaultTiers());
    listFields(QJsonDocument::fromJson(QByteArray::fromStdString(written)).object(), {}, fields);
    QVERIFY(fields.size() > 15);
    // The version, what the model's name stands for, the tiers' dock, and what moves with the parameters' offload.
    const QStringList elsewhere{QStringLiteral("plimsoll"),
                                QStringLiteral("model.preset"),
                                QStringLiteral("training.stack"),
                                QStringLiteral("devices"),
                                QStringLiteral("parallelism.offload.parameters"),
                                QStringLiteral("parallelism.offload.optimizer")};
    for (const QString& field : fields)
        QVERIFY2(elsewhere.contains(field) || findLever(field.toStdString()), qPrintable(field));
}

void LeversTest::haveDistinctPaths()
{
    std::set<std::string_view> paths;
    int onTop = 0;
    for (const Lever& lever : levers()) {
        QVERIFY2(paths.insert(lever.path).second, lever.path);
        QVERIFY2(*lever.meaning != '\0' && *lever.source != '\0', lever.path);
        QCOMPARE(findLever(lever.path), &lever);
        onTop += lever.group == LeverGroup::Main;
        if (lever.group == LeverGroup::Main)
            QVERIFY2(lever.stops, lever.path);
    }
    QCOMPARE(onTop, 6);
    QVERIFY(!findLever("training.none"));
}

void LeversTest::haveOrderedStops_data()
{
    QTest::addColumn<QByteArray>("path");
    for (const Lever& lever : levers())
        if (lever.stops)
            QTest::addRow("%s", lever.path) << QByteArray(lever.path);
}

void LeversTest::haveOrderedStops()
{
    QFETCH(const QByteArray, path);
    const Lever& lever = *findLever(path.toStdString());
    const std::vector<double> stops = lever.stops(workedExample());
    if (lever.kind == LeverKind::Choice) {
        // Each choice once, in an order of the window's own.
        QCOMPARE(std::set<double>(stops.begin(), stops.end()).size(), lever.choices().size());
        QCOMPARE(stops.size(), lever.choices().size());
        return;
    }
    QVERIFY(std::ranges::is_sorted(stops));
    QVERIFY(stops.front() >= lever.least);
    QVERIFY(stops.back() <= lever.most);
}

void LeversTest::keepTheHeadsFillingTheWidth()
{
    Scenario scenario = workedExample();
    findLever("model.heads")->write(scenario, 32);
    QCOMPARE(scenario.model.headDim, 64);
    QCOMPARE(scenario.model.kvHeads, 32);
    findLever("model.kv_heads")->write(scenario, 8);
    findLever("model.hidden")->write(scenario, 4096);
    QCOMPARE(scenario.model.headDim, 128);
    findLever("model.heads")->write(scenario, 64);
    QCOMPARE(scenario.model.kvHeads, 8);
}

void LeversTest::surviveOddSizes_data()
{
    QTest::addColumn<QString>("id");
    for (const char* id : {"openai-community/gpt2", "meta-llama/Llama-3.2-1B", "EleutherAI/pythia-70m",
                           "facebook/opt-125m", "google-bert/bert-base-uncased", "google-t5/t5-small",
                           "deepseek-ai/DeepSeek-V2-Lite", "mistralai/Mistral-7B-v0.1"})
        QTest::newRow(id) << QString::fromLatin1(id);
}

// Whatever is typed, there is an estimate or a reason why not.
void LeversTest::surviveOddSizes()
{
    QFETCH(const QString, id);
    const CatalogModel* entry = findModel(id.toStdString());
    QVERIFY(entry);
    Scenario scenario = withModel(workedExample(), readPreset(*entry)->model);
    scenario.training.microBatch = 2;
    scenario.training.sequenceLength = 64;
    for (const Lever& lever : levers())
        for (const double value : {1.0, 2.0, 7.0, 1000.0, 4096.0, 16777216.0}) {
            if (lever.kind != LeverKind::Number || lever.copy || value < lever.least || value > lever.most)
                continue;
            Scenario odd = scenario;
            lever.write(odd, value);
            if (const Result<Estimate> result = checkedEstimate(odd, {}); !result)
                QVERIFY2(!result.error().expected.empty(), lever.path);
        }
}

QTEST_MAIN(LeversTest)
#include "tst_levers.moc"
