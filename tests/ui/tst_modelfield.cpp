// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/modelpresets.h"
#include "scenario/scenariofile.h"
#include "support/windowbench.h"
#include "window/modelchoice.h"
#include "window/modelfield.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QToolButton>

using namespace plimsoll;
using namespace plimsoll::ui;

namespace {

struct ModelBench : Bench
{
    ModelField& model() { return window.leverPanel().model(); }
    QLineEdit& field() { return *model().field(); }
    QAbstractItemView& popup() { return *field().completer()->popup(); }
    const Scenario& scenario() { return window.session().scenario(); }

    void typeName(const char* text)
    {
        field().setFocus();
        field().selectAll();
        QTest::keyClicks(&field(), text);
    }

    QStringList listed()
    {
        QStringList ids;
        for (int row = 0; row < popup().model()->rowCount(); ++row)
            ids << popup().model()->index(row, 0).data().toString();
        return ids;
    }

    void paste(const QByteArray& text)
    {
        QGuiApplication::clipboard()->setText(QString::fromUtf8(text));
        window.setFocus();
        QTest::keyClick(&window, Qt::Key_V, Qt::ControlModifier);
    }
};

const QByteArray config = R"({"model_type": "llama", "hidden_size": 512, "intermediate_size": 1024,
    "num_hidden_layers": 2, "num_attention_heads": 8, "vocab_size": 1000})";

} // namespace

class ModelFieldTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void findsByAnyPart_data();
    void findsByAnyPart();
    void picksFromTheListByKeyboard();
    void picksFromTheListByMouse();
    void takesWhatIsTypedInFull();
    void saysWhatIsNearest();
    void bringsTheNameBack();
    void goesBackWithUndo();
    void picksEveryModelOfTheCatalog();
    void scalesAlongTheFamilysShapes();
    void takesADroppedConfig();
    void takesADroppedText();
    void pastesAConfig();
    void pastesAScenario();
    void pastesTextIntoTextFields();
    void saysWhatIsWrongWithAPaste();
};

void ModelFieldTest::findsByAnyPart_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("found");
    QTest::newRow("middle") << "lama-3.1-8"
                            << "meta-llama/Llama-3.1-8B";
    QTest::newRow("case") << "LLAMA-3.1-70B"
                          << "meta-llama/Llama-3.1-70B";
    QTest::newRow("words") << "8b llama 3.1"
                           << "meta-llama/Llama-3.1-8B";
    QTest::newRow("publisher") << "openai gpt2"
                               << "openai-community/gpt2";
}

void ModelFieldTest::findsByAnyPart()
{
    QFETCH(const QString, text);
    QFETCH(const QString, found);
    const QStringList ids = modelsFor(text);
    QVERIFY2(ids.contains(found), qPrintable(ids.join(' ')));
    QVERIFY(ids.size() < 12);
    const QStringList third = modelsFor(QStringLiteral("llama 3"));
    QVERIFY2(third.front().contains(QStringLiteral("Llama-3")), qPrintable(third.front()));
    QVERIFY(third.contains(QStringLiteral("codellama/CodeLlama-34b-hf"))); // further down
    QVERIFY(modelsFor({}).size() >= 180);
    QVERIFY(modelsFor(QStringLiteral("no such model")).isEmpty());
}

void ModelFieldTest::picksFromTheListByKeyboard()
{
    ModelBench bench;
    bench.typeName("3.1 llama");
    QVERIFY(bench.popup().isVisible());
    QCOMPARE(bench.listed(), modelsFor(QStringLiteral("3.1 llama")));
    const QString second = bench.listed().at(1);
    QTest::keyClick(&bench.popup(), Qt::Key_Down);
    QTest::keyClick(&bench.popup(), Qt::Key_Down);
    QTest::keyClick(&bench.popup(), Qt::Key_Return);
    QVERIFY(!bench.popup().isVisible());
    QCOMPARE(bench.field().text(), second);
    QCOMPARE(bench.scenario().model, readPreset(*findModel(second.toStdString()))->model);
    QVERIFY(bench.scenario().training.stack == Stack::Transformers);
    QCOMPARE(bench.window.session().undoStack().count(), 1);
    compareShown(bench);
}

void ModelFieldTest::picksFromTheListByMouse()
{
    ModelBench bench;
    QTest::mouseClick(bench.model().listButton(), Qt::LeftButton);
    QVERIFY(bench.popup().isVisible());
    QCOMPARE(bench.listed(), modelsFor({}));
    const QModelIndex third = bench.popup().model()->index(2, 0);
    const QString id = third.data().toString();
    QTest::mouseClick(bench.popup().viewport(), Qt::LeftButton, {}, bench.popup().visualRect(third).center());
    QCOMPARE(bench.field().text(), id);
    QCOMPARE(bench.scenario().model.name, id.toStdString());
}

void ModelFieldTest::takesWhatIsTypedInFull()
{
    ModelBench bench;
    bench.typeName("Qwen/Qwen3-8B");
    QTest::keyClick(&bench.field(), Qt::Key_Return);
    QCOMPARE(bench.scenario().model.name, "Qwen/Qwen3-8B");
    QVERIFY(bench.scenario().name.empty()); // no worked example any more
    compareShown(bench);
}

void ModelFieldTest::saysWhatIsNearest()
{
    ModelBench bench;
    bench.typeName("Lama-3.1-8C");
    QTest::keyClick(&bench.field(), Qt::Key_Return);
    QVERIFY2(bench.model().problem().contains(QStringLiteral("Llama-3.1-8B")), qPrintable(bench.model().problem()));
    QCOMPARE(bench.scenario(), workedExample());
    bench.typeName("llama");
    QTest::keyClick(&bench.field(), Qt::Key_Return);
    QVERIFY(bench.model().problem().contains(QStringLiteral("choose one")));
    QCOMPARE(bench.scenario(), workedExample());
}

void ModelFieldTest::bringsTheNameBack()
{
    ModelBench bench;
    const QString before = bench.field().text();
    bench.typeName("zzz");
    QTest::keyClick(&bench.field(), Qt::Key_Escape);
    QCOMPARE(bench.field().text(), before);
    bench.typeName("zzz");
    bench.slider("training.micro_batch").setFocus(Qt::TabFocusReason);
    QCOMPARE(bench.field().text(), before);
}

void ModelFieldTest::goesBackWithUndo()
{
    ModelBench bench;
    bench.typeName("Qwen/Qwen3-8B");
    QTest::keyClick(&bench.field(), Qt::Key_Return);
    bench.slider("training.micro_batch").setFocus();
    QTest::keyClick(&bench.window, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(bench.scenario(), workedExample());
    QCOMPARE(bench.field().text(), modelName(workedExample().model));
    QVERIFY(!bench.window.isWindowModified());
}

void ModelFieldTest::picksEveryModelOfTheCatalog()
{
    for (const QString& id : modelsFor({})) {
        const CatalogModel& model = *findModel(id.toStdString());
        const Result<Preset> preset = readPreset(model);
        QVERIFY2(preset, model.id.c_str());
        Scenario scenario = withModel(workedExample(), preset->model);
        scenario.training.microBatch = 1;
        const Result<ScenarioFile> read = readScenario(writeScenario(scenario), model.id);
        QVERIFY2(read, read ? "" : read.error().message().c_str());
        QCOMPARE(read->scenario, scenario);
    }
}

void ModelFieldTest::scalesAlongTheFamilysShapes()
{
    ModelBench bench;
    bench.typeName("meta-llama/Llama-3.1-8B");
    QTest::keyClick(&bench.field(), Qt::Key_Return);
    QCOMPARE(bench.scenario().model.name, "meta-llama/Llama-3.1-8B");
    QTest::keyClick(&bench.slider("model"), Qt::Key_Right);
    QCOMPARE(bench.scenario().model.name, "meta-llama/Meta-Llama-3-70B"); // of the same shape as 3.1
    QCOMPARE(bench.field().text(), QStringLiteral("meta-llama/Meta-Llama-3-70B"));
    QTest::keyClick(&bench.slider("model"), Qt::Key_Home);
    QVERIFY(bench.scenario().model.name.find("Llama-3.2-1B") != std::string::npos);
    compareShown(bench);
}

void ModelFieldTest::takesADroppedConfig()
{
    ModelBench bench;
    QTest::keyClick(&bench.slider("training.optimizer"), Qt::Key_End);
    const Optimizer optimizer = bench.training().optimizer;
    drop(bench.window, bench.write("config.json", config));
    QVERIFY(bench.scenario().model.family == Family::Llama);
    QCOMPARE(bench.scenario().model.layers, 2);
    QVERIFY(bench.training().optimizer == optimizer); // the rest of the scenario stays
    QCOMPARE(bench.window.session().undoStack().count(), 2);
    compareShown(bench);
}

void ModelFieldTest::takesADroppedText()
{
    ModelBench bench;
    QMimeData data;
    data.setText(QString::fromUtf8(config));
    drop(bench.window, data);
    QCOMPARE(bench.scenario().model.layers, 2);
}

void ModelFieldTest::pastesAConfig()
{
    ModelBench bench;
    bench.paste(config);
    QCOMPARE(bench.scenario().model.layers, 2);
    QTest::keyClick(&bench.window, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(bench.scenario(), workedExample());
}

void ModelFieldTest::pastesAScenario()
{
    ModelBench bench;
    bench.paste(workedExampleWith("\"layers\": 20", "\"layers\": 3"));
    QCOMPARE(bench.scenario().model.layers, 3);
    QVERIFY(bench.window.isWindowModified());
    compareShown(bench);
    QTest::keyClick(&bench.window, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(bench.scenario(), workedExample());
}

void ModelFieldTest::pastesTextIntoTextFields()
{
    ModelBench bench;
    QGuiApplication::clipboard()->setText(QStringLiteral("qwen"));
    bench.field().setFocus();
    bench.field().selectAll();
    QTest::keyClick(&bench.field(), Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(bench.field().text(), QStringLiteral("qwen"));
    QVERIFY(!bench.window.messages().isVisible());
    QCOMPARE(bench.scenario(), workedExample());
}

void ModelFieldTest::saysWhatIsWrongWithAPaste()
{
    ModelBench bench;
    bench.paste("{\"plimsoll\": 1, \"model\": {\"layers\": \"many\"}}");
    QVERIFY2(bench.window.messages().message().contains(QStringLiteral("model.layers")),
             qPrintable(bench.window.messages().message()));
    bench.paste("not JSON at all");
    QVERIFY(bench.window.messages().isVisible());
    QCOMPARE(bench.scenario(), workedExample());
    QCOMPARE(bench.window.session().undoStack().count(), 0);
}

QTEST_MAIN(ModelFieldTest)
#include "tst_modelfield.moc"
