// SPDX-License-Identifier: GPL-3.0-or-later
// The catalog of models: every config is read, and counts as many parameters as are published.
#include "interchange/modelpresets.h"
#include "interchange/modelsizes.h"
#include "model/ladder.h"
#include "scenario/scenariofile.h"

#include <boost/json.hpp>

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace plimsoll;

namespace {

Scenario scenarioOf(const ModelSpec& model)
{
    Scenario scenario;
    scenario.model = model;
    scenario.training.stack = Stack::Transformers;
    scenario.training.sequenceLength = 128;
    return scenario;
}

ModelSpec preset(const char* id)
{
    return readPreset(*findModel(id))->model;
}

// Whether the engine has the code of the model's own type.
bool isOwnCode(const CatalogModel& entry, const ModelSpec& model)
{
    return entry.config.find('"' + std::string(info(model.family).modelType) + '"') != std::string::npos;
}

} // namespace

class TestModels : public QObject
{
    Q_OBJECT

private slots:
    void holdsAll() { QCOMPARE(modelCatalog().size(), 190U); }

    void countsWhatIsPublished_data()
    {
        QTest::addColumn<QString>("id");
        for (const CatalogModel& model : modelCatalog())
            QTest::addRow("%s", model.id.c_str()) << QString::fromStdString(model.id);
    }

    void countsWhatIsPublished()
    {
        QFETCH(const QString, id);
        const CatalogModel& model = *findModel(id.toStdString());
        const Result<Preset> preset = readPreset(model);
        if (model.kind == "vit") { // no vocabulary: no language model
            QVERIFY(!preset);
            QVERIFY(preset.error().path.find("vocab_size") != std::string::npos);
            return;
        }
        QVERIFY2(preset.has_value(), preset ? "" : preset.error().message().c_str());
        QCOMPARE(preset->model.name, model.id);
        const std::int64_t parameters = parametersOf(preset->model);
        if (model.exact && isOwnCode(model, preset->model)) {
            QCOMPARE(parameters, model.trainedParameters);
            return;
        }
        if (model.kind == "encoder-decoder-whisper") // sound is not read: T5's blocks stand for Whisper's
            return;
        const double error = static_cast<double>(parameters) / static_cast<double>(model.trainedParameters) - 1;
        QVERIFY2(std::abs(error) < 0.05, QByteArray::number(error));
    }

    void saysWhereOthersCodeIsRun()
    {
        const Result<Preset> preset = readPreset(*findModel("internlm/internlm2-7b"));
        QVERIFY(preset.has_value());
        QCOMPARE(preset->model.family, Family::Llama);
        QCOMPARE(preset->remarks.size(), 1U);
        QVERIFY(preset->remarks.front().find("\"internlm2\" has no code here; read as Llama") != std::string::npos);
        QVERIFY(readPreset(*findModel("meta-llama/Llama-3.1-8B"))->remarks.empty());
    }

    void goesRoundByName_data() { countsWhatIsPublished_data(); }

    void goesRoundByName()
    {
        QFETCH(const QString, id);
        const Result<Preset> preset = readPreset(*findModel(id.toStdString()));
        if (!preset)
            return;
        Scenario scenario = scenarioOf(preset->model);
        const std::string text = writeScenario(scenario);
        QVERIFY(text.find("\"preset\": \"" + id.toStdString() + '"') != std::string::npos);
        const Result<ScenarioFile> byName = readScenario(text, {});
        QVERIFY2(byName.has_value(), byName ? "" : byName.error().message().c_str());
        QVERIFY(byName->scenario == scenario);

        scenario.model.name = "another"; // so that the config is written
        const Result<ScenarioFile> byConfig = readScenario(writeScenario(scenario), {});
        QVERIFY2(byConfig.has_value(), byConfig ? "" : byConfig.error().message().c_str());
        QVERIFY(byConfig->scenario == scenario);
    }

    void configsWithMistakes_data()
    {
        QTest::addColumn<QString>("field"); // set so, in the config of a small Llama
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("said");
        QTest::addColumn<bool>("goesOn");
        const auto row = [](const char* field, const char* value, const char* said, bool goesOn) {
            QTest::addRow("%s = %s", field, value) << QString(field) << QString(value) << QString(said) << goesOn;
        };
        row("attention_dropout", "\"much\"", "\"much\" is not a number from 0 to below 1; 0 is taken", true);
        row("attention_dropout", "3", "3 is not a number from 0 to below 1; 0 is taken", true);
        row("tie_word_embeddings", "1", "1 is not true or false; false is taken", true);
        row("hidden_act", "\"xielu\"", "\"xielu\" is not known; the activation that its family uses is taken", true);
        row("model_type", "\"mamba9\"", "\"mamba9\" has no code here; read as Llama", true);
        row("model_type", "null", "\"\" has no code here; read as Llama", true);
        row("hidden_size", "null", "a whole number", false);
        row("hidden_size", "-64", "a whole number from 1 to 134,217,728", false);
        row("num_hidden_layers", "\"two\"", "a whole number from 1 to 134,217,728", false);
        row("vocab_size", "1e300", "a whole number from 1 to 134,217,728", false);
        row("intermediate_size", "null", "a whole number", false);
        row("num_key_value_heads", "3", "a divisor of the attention heads (4)", false);
        row("rotary_dim", "65", "at most the head's size (16)", false);
    }

    void configsWithMistakes()
    {
        QFETCH(const QString, field);
        QFETCH(const QString, value);
        QFETCH(const QString, said);
        QFETCH(const bool, goesOn);
        boost::json::object config{{"model_type", "llama"},    {"hidden_size", 64},  {"num_hidden_layers", 2},
                                   {"num_attention_heads", 4}, {"vocab_size", 1000}, {"intermediate_size", 128},
                                   {"num_key_value_heads", 2}};
        config[field.toStdString()] = boost::json::parse(value.toStdString());
        boost::json::object scenario{{"model", boost::json::object{{"config", config}}}};
        const Result<ScenarioFile> read = readScenario(boost::json::serialize(scenario), "f.json");
        QCOMPARE(read.has_value(), goesOn);
        const std::string path = "model.config." + field.toStdString();
        if (goesOn) {
            QVERIFY(!read->warnings.empty());
            QVERIFY2(read->warnings.front().starts_with(path + ": " + said.toStdString()),
                     read->warnings.front().c_str());
        } else {
            QCOMPARE(QString::fromStdString(read.error().path), QString::fromStdString(path));
            QCOMPARE(QString::fromStdString(read.error().expected), said);
        }
    }

    void takesNoMorePositionsThanThereAre()
    {
        const Result<ScenarioFile> read = readScenario(R"({"model": {"preset": "openai-community/gpt2"}})", "f.json");
        QVERIFY2(read.has_value(), read ? "" : read.error().message().c_str());
        QCOMPARE(read->scenario.training.sequenceLength, 1024);
    }

    void growsAlongTheFamily()
    {
        const ModelSpec llama = preset("meta-llama/Llama-3.1-8B");
        const std::vector<double> sizes = sizesOf(llama);
        QCOMPARE(sizes,
                 (std::vector<double>{1'235'814'400, 3'212'749'824, 8'030'261'248, 70'553'706'496, 405'853'388'800}));
        for (const double size : sizes) {
            const ModelSpec model = inSize(llama, size);
            QCOMPARE(static_cast<double>(parametersOf(model)), size);
            QVERIFY(isPreset(model));
            QCOMPARE(sizesOf(model), sizes);
        }
        QCOMPARE(inSize(llama, 3'212'749'824).name, std::string("meta-llama/Llama-3.2-3B"));
        QVERIFY(inSize(llama, 8'030'261'248) == llama);
    }

    void comesCloseBetweenSiblings_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("parameters");
        QTest::newRow("dense") << "meta-llama/Llama-3.1-8B" << 20e9;
        QTest::newRow("less than the smallest") << "Qwen/Qwen2.5-7B" << 3e8;
        QTest::newRow("experts") << "mistralai/Mixtral-8x7B-v0.1" << 1e11;
        QTest::newRow("no sibling") << "EleutherAI/gpt-j-6b" << 1e10;
        QTest::newRow("encoder") << "google-bert/bert-base-uncased" << 2e8;
        QTest::newRow("both") << "google-t5/t5-base" << 5e8;
    }

    void comesCloseBetweenSiblings()
    {
        QFETCH(const QString, id);
        QFETCH(const double, parameters);
        const ModelSpec model = preset(id.toUtf8().constData());
        const ModelSpec found = inSize(model, parameters);
        QCOMPARE(found.family, model.family);
        QVERIFY(found.name.empty());
        const double error = static_cast<double>(parametersOf(found)) / parameters - 1;
        QVERIFY2(std::abs(error) < 0.15, QByteArray::number(error));
    }

    void growsPlainDecodersAlongTheLadder()
    {
        const ModelSpec plain = workedExample().model;
        QCOMPARE(sizesOf(plain).size(), shapeLadder().size());
        QVERIFY(inSize(plain, static_cast<double>(parametersOf(plain))) == plain);
    }

    void namesWhatIsNear_data()
    {
        QTest::addColumn<QString>("asked");
        QTest::addColumn<QString>("near");
        QTest::newRow("without publisher") << "Llama-3.1-8B"
                                           << "meta-llama/Llama-3.1-8B";
        QTest::newRow("in small letters") << "qwen2.5-7b"
                                          << "Qwen/Qwen2.5-7B";
        QTest::newRow("a slip") << "mistralai/Mistral-7B-v0.4"
                                << "mistralai/Mistral-7B-v0.1";
        QTest::newRow("nothing like any") << ""
                                          << "openai-community/gpt2";
    }

    void namesWhatIsNear()
    {
        QFETCH(const QString, asked);
        QFETCH(const QString, near);
        const std::vector<std::string_view> ids = modelsLike(asked.toStdString());
        QVERIFY(!ids.empty() && ids.size() <= 5);
        QVERIFY2(std::ranges::find(ids, near.toStdString()) != ids.end(), ids.front().data());
    }
};

QTEST_APPLESS_MAIN(TestModels)
#include "tst_models.moc"
