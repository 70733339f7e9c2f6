// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/modelpresets.h"
#include "scenario/scenariofile.h"
#include "support/scenarios.h"
#include "support/warnings.h"
#include "window/foldablegroup.h"
#include "window/lever.h"
#include "window/leverpanel.h"
#include "window/leverrow.h"
#include "window/modelchoice.h"
#include "window/quantityfield.h"
#include "window/session.h"
#include "window/stopslider.h"

#include <QComboBox>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QSlider>
#include <QTest>
#include <QToolButton>

#include <set>

using namespace plimsoll;
using namespace plimsoll::ui;

namespace {

Result<Estimate> refusesFiveKeyValueHeads(const Scenario& scenario, std::span<const Device>)
{
    if (scenario.model.kvHeads == 5) {
        Error error;
        error.path = "model.kv_heads";
        error.expected = "a divisor of the 16 heads";
        error.found = "5";
        return error;
    }
    Estimate estimate;
    estimate.scenario = scenario;
    return estimate;
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
    void haveDistinctPaths();
    void coverEveryKeyOfAFile_data();
    void coverEveryKeyOfAFile();
    void haveOrderedStops_data();
    void haveOrderedStops();
    void keepTheHeadsFillingTheWidth();
    void showAProblemAtTheirRow();
    void areFound();
    void hideWhatDoesNothing();
    void takeTexts();
    void spreadOverGpus();
    void splitLayersOverGpus();
    void refuseWhatNoFileHolds();
    void surviveOddSizes_data();
    void surviveOddSizes();
    void showWhatEachDoesNow();
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
        Scenario scenario = workedExample();
        lever.write(scenario, value);
        QCOMPARE(lever.read(scenario), value);
        QCOMPARE(scenario == workedExample(), lever.read(workedExample()) == value);
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
    QCOMPARE(texts, 5);
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

void LeversTest::showAProblemAtTheirRow()
{
    Session session(refusesFiveKeyValueHeads);
    LeverPanel panel(session);
    QVERIFY(session.start({workedExample(), {}}).has_value());
    panel.show();
    QVERIFY(!panel.group(LeverGroup::Model)->isOpen());
    LeverRow& row = *panel.row("model.kv_heads");
    row.field()->beginTyping(QStringLiteral("5"));
    QTest::keyClick(row.field(), Qt::Key_Return);
    QCOMPARE(row.problem(), "Expected a divisor of the 16 heads.");
    QVERIFY(panel.group(LeverGroup::Model)->isOpen());
    row.field()->beginTyping(QStringLiteral("4"));
    QTest::keyClick(row.field(), Qt::Key_Return);
    QVERIFY(row.problem().isEmpty());
    QCOMPARE(session.scenario().model.kvHeads, 4);
}

void LeversTest::areFound()
{
    Session session(refusesFiveKeyValueHeads);
    LeverPanel panel(session);
    QVERIFY(session.start({workedExample(), {}}).has_value());
    panel.show();
    QTest::keyClicks(panel.search(), "dropout");
    QVERIFY(panel.row("model.mlp_dropout")->isVisible());
    QVERIFY(!panel.row("training.micro_batch")->isVisible());
    QVERIFY(!panel.group(LeverGroup::Memory)->isVisible());
    QVERIFY(panel.row("training.lora.dropout")->isVisible()); // found although it does nothing here
    QVERIFY(panel.row("training.lora.dropout")->toolTip().contains(QStringLiteral("LoRA and QLoRA")));
    panel.search()->clear();
    QVERIFY(!panel.row("training.lora.dropout")->isVisible());
    QVERIFY(panel.row("training.micro_batch")->isVisible());
    QVERIFY(panel.group(LeverGroup::Memory)->isVisible());
}

void LeversTest::hideWhatDoesNothing()
{
    Session session;
    LeverPanel panel(session);
    QVERIFY(session.start({workedExample(), {}}).has_value());
    panel.show();
    QVERIFY(!panel.group(LeverGroup::Method)->isVisible()); // a plain decoder is trained in full
    panel.group(LeverGroup::Parallel)->setOpen(true);
    QVERIFY(panel.row("parallelism.gpus")->isVisible());
    QVERIFY(!panel.row("parallelism.shard_group")->isVisible());
    Scenario spread = workedExample();
    findLever("parallelism.data")->write(spread, static_cast<double>(DataParallel::Hsdp));
    session.change(QStringLiteral("parallelism.data"), spread, QStringLiteral("spread"));
    QVERIFY(panel.row("parallelism.shard_group")->isVisible());
}

void LeversTest::takeTexts()
{
    Session session;
    LeverPanel panel(session);
    QVERIFY(session.start({workedExample(), {}}).has_value());
    panel.show();
    panel.group(LeverGroup::Document)->setOpen(true);
    QLineEdit& release = *panel.row("software.torch")->textField();
    release.setFocus();
    release.selectAll();
    QTest::keyClicks(&release, "2.4");
    QTest::keyClick(&release, Qt::Key_Return);
    QCOMPARE(session.scenario().software.torch, "2.4");
    QVERIFY(panel.row("software.torch")->reset()->isVisible());
    release.selectAll();
    QTest::keyClicks(&release, "0.3");
    QTest::keyClick(&release, Qt::Key_Return);
    QVERIFY(session.refusal().has_value());
    QVERIFY(panel.row("software.torch")->problem().contains(QStringLiteral("2.0")));
    QTest::mouseClick(panel.row("software.torch")->reset(), Qt::LeftButton);
    QCOMPARE(session.scenario(), workedExample());
    QVERIFY(!session.refusal());
}

void LeversTest::spreadOverGpus()
{
    Session session;
    LeverPanel panel(session);
    QVERIFY(session.start({workedExample(), {}}).has_value());
    panel.show();
    panel.group(LeverGroup::Parallel)->setOpen(true);
    QComboBox& data = *panel.row("parallelism.data")->combo();
    data.setFocus();
    for (const DataParallel next : {DataParallel::Ddp, DataParallel::Zero1, DataParallel::Zero2, DataParallel::Zero3,
                                    DataParallel::Fsdp, DataParallel::Hsdp}) {
        QTest::keyClick(&data, Qt::Key_Down);
        QVERIFY(session.scenario().parallelism.data == next);
        QVERIFY2(!session.refusal(), session.refusal() ? session.refusal()->message().c_str() : "");
        QCOMPARE(session.scenario().parallelism.gpus, 8);
    }
    QTest::keyClick(&data, Qt::Key_Home);
    QCOMPARE(session.scenario(), workedExample());
}

// The GPUs follow, so that one lever is enough to see what a split does.
void LeversTest::splitLayersOverGpus()
{
    Session session;
    LeverPanel panel(session);
    const Result<Preset> llama = readPreset(*findModel("meta-llama/Llama-3.2-1B"));
    QVERIFY(session.start({withModel(workedExample(), llama->model), defaultTiers()}).has_value());
    panel.show();
    panel.group(LeverGroup::Parallel)->setOpen(true);
    const auto type = [&panel](const char* path, const char* text) {
        panel.row(path)->field()->beginTyping(QString::fromLatin1(text));
        QTest::keyClick(panel.row(path)->field(), Qt::Key_Return);
    };
    const Bytes whole = session.estimate()->total;
    type("parallelism.tensor", "2");
    QVERIFY2(!session.refusal(), session.refusal() ? session.refusal()->message().c_str() : "");
    QCOMPARE(session.scenario().parallelism.gpus, 2);
    QVERIFY(session.estimate()->total < whole);
    QVERIFY(panel.row("parallelism.sequence_parallel")->isVisible());
    type("parallelism.tensor", "1");
    type("parallelism.pipeline", "4");
    QVERIFY2(!session.refusal(), session.refusal() ? session.refusal()->message().c_str() : "");
    QCOMPARE(session.scenario().parallelism.gpus, 4);
    QVERIFY(panel.row("parallelism.stage")->isVisible());
    type("parallelism.stage", "3");
    QCOMPARE(session.scenario().parallelism.stage, std::optional<std::int64_t>(3));
    type("parallelism.pipeline", "2");
    QVERIFY(!session.scenario().parallelism.stage);
    QVERIFY2(!session.refusal(), session.refusal() ? session.refusal()->message().c_str() : "");
}

// GPT-2's code divides the width among the heads, and no file says otherwise.
void LeversTest::refuseWhatNoFileHolds()
{
    Session session;
    LeverPanel panel(session);
    const Result<Preset> gpt2 = readPreset(*findModel("openai-community/gpt2"));
    QVERIFY(session.start({withModel(workedExample(), gpt2->model), {}}).has_value());
    panel.show();
    panel.group(LeverGroup::Model)->setOpen(true);
    LeverRow& row = *panel.row("model.head_dim");
    row.field()->beginTyping(QStringLiteral("1000"));
    QTest::keyClick(row.field(), Qt::Key_Return);
    QVERIFY(session.refusal().has_value());
    QCOMPARE(row.problem(), QStringLiteral("Expected 64, the hidden size divided by the heads."));
}

void LeversTest::surviveOddSizes_data()
{
    QTest::addColumn<QString>("id");
    for (const char* id : {"openai-community/gpt2", "meta-llama/Llama-3.2-1B", "EleutherAI/pythia-70m",
                           "facebook/opt-125m", "google-bert/bert-base-uncased", "google-t5/t5-small"})
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

// Each difference is that of two estimates.
void LeversTest::showWhatEachDoesNow()
{
    Session session;
    LeverPanel panel(session);
    QVERIFY(session.start({workedExample(), defaultTiers()}).has_value());
    panel.show();
    QTest::keyClick(&panel.row("training.checkpointing")->slider()->slider(), Qt::Key_End);
    QTest::keyClick(&panel.row("training.micro_batch")->slider()->slider(), Qt::Key_Left);
    const Bytes now = session.estimate()->total;
    for (const char* path : {"training.checkpointing", "training.micro_batch"}) {
        const Scenario without = withLeverOf(*findLever(path), session.scenario(), session.origin());
        const Bytes effect = now - session.estimateOf(without)->total;
        QTRY_COMPARE(panel.row(path)->effect(), QString::fromStdString(formatDifference(effect)));
    }
    QVERIFY(panel.row("training.optimizer")->effect().isEmpty());
}

QTEST_MAIN(LeversTest)
#include "tst_levers.moc"
