// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/choices.h"
#include "support/windowbench.h"

using namespace plimsoll;
using namespace plimsoll::ui;

class MainWindowTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void opensTheExportFromATextField();
    void keepsNumbersWithTheirUnits();
    void startsWithTheWorkedExample();
    void followsTheKeyboard();
    void undoesADragInOneStep();
    void showsEffectsOfTheLastMove();
    void showsOom();
    void savesAndOpensAgain();
    void keepsItsStateOnABadFile_data();
    void keepsItsStateOnABadFile();
    void keepsItsStateOnABadCombination();
    void doesNotSaveWhatCannotBeOpened();
    void saysWhyItCannotSave();
    void asksBeforeChangesAreLost();
    void opensADroppedFile();
    void writesNoScenarioOverAModel();
};

void MainWindowTest::startsWithTheWorkedExample()
{
    Bench bench;
    QCOMPARE(bench.window.session().scenario(), workedExample());
    QCOMPARE(bench.estimate().parameters.total, 1'011'266'536);
    QCOMPARE(bench.estimate().peak.requested.count(), 59'091'579'048);
    QCOMPARE(bench.estimate().devices.size(), defaultTiers().size());
    QVERIFY(!bench.window.isWindowModified());
    QVERIFY(bench.window.windowTitle().startsWith(QStringLiteral("worked example")));
    QVERIFY(!bench.window.messages().isVisible());
    compareShown(bench);
}

void MainWindowTest::followsTheKeyboard()
{
    Bench bench;
    bench.slider("training.checkpointing").setFocus();
    QTest::keyClick(&bench.slider("training.checkpointing"), Qt::Key_End);
    QCOMPARE(bench.training().checkpointing, Checkpointing::Offloaded);
    QTest::keyClick(&bench.slider("training.checkpointing"), Qt::Key_Left);
    QCOMPARE(bench.training().checkpointing, Checkpointing::Full);
    QVERIFY(bench.estimate().peak.phase == Phase::OptimizerStep);
    compareShown(bench);
    QTest::keyClick(&bench.slider("training.micro_batch"), Qt::Key_Right);
    QCOMPARE(bench.training().microBatch, 512);
    QVERIFY(bench.window.isWindowModified());
    compareShown(bench);
}

void MainWindowTest::undoesADragInOneStep()
{
    Bench bench;
    QSlider& slider = bench.slider("training.micro_batch");
    QPoint at = handle(slider);
    QTest::mousePress(&slider, Qt::LeftButton, {}, at);
    std::set<std::int64_t> seen;
    for (int step = 0; step < 30; ++step) {
        at.rx() += 2;
        QTest::mouseMove(&slider, at);
        seen.insert(bench.training().microBatch);
    }
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, at);
    QVERIFY(seen.size() >= 3);
    for (const std::int64_t batch : seen)
        QVERIFY((batch & (batch - 1)) == 0);
    QVERIFY(bench.training().microBatch > 256);
    QCOMPARE(bench.window.session().undoStack().count(), 1);
    compareShown(bench);
    QTest::keyClick(&bench.window, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(bench.window.session().scenario(), workedExample());
    QCOMPARE(bench.row("training.micro_batch").field()->text(), "256");
    QVERIFY(!bench.window.isWindowModified());
    compareShown(bench);
}

void MainWindowTest::showsEffectsOfTheLastMove()
{
    Bench bench;
    const Bytes before = bench.estimate().total;
    QTest::keyClick(&bench.slider("training.checkpointing"), Qt::Key_End);
    const Bytes effect = bench.estimate().total - before;
    QVERIFY(effect < Bytes());
    QCOMPARE(bench.row("training.checkpointing").effect(), QString::fromStdString(formatDifference(effect)));
    QVERIFY(bench.row("training.micro_batch").effect().isEmpty());
    QTest::keyClick(&bench.slider("training.micro_batch"), Qt::Key_Left);
    QTRY_VERIFY(!bench.row("training.checkpointing").effect().isEmpty()); // what it does beside the smaller batch
}

void MainWindowTest::showsOom()
{
    Bench bench;
    QTest::keyClick(&bench.slider("training.micro_batch"), Qt::Key_End);
    for (const DeviceVerdict& verdict : bench.estimate().devices)
        QVERIFY(verdict.verdict == Verdict::Oom);
    compareShown(bench);
}

void MainWindowTest::savesAndOpensAgain()
{
    Bench bench;
    bench.type("training.sequence_length", "777");
    bench.window.leverPanel().group(LeverGroup::Model)->setOpen(true);
    bench.type("model.vocab", "32k");
    const Scenario saved = bench.window.session().scenario();
    QCOMPARE(saved.model.vocab, 32'000);
    bench.chooser.nextPath = bench.file("mine.json");
    bench.window.action(ActionId::Save).trigger();
    QCOMPARE(bench.chooser.questions.size(), 1);
    QVERIFY(!bench.window.isWindowModified());
    QVERIFY(bench.window.windowTitle().startsWith(QStringLiteral("mine.json")));

    bench.window.action(ActionId::New).trigger();
    QCOMPARE(bench.window.session().scenario(), workedExample());
    bench.window.action(ActionId::Open).trigger();
    QCOMPARE(bench.window.session().scenario(), saved);
    QCOMPARE(bench.window.session().document().devices, defaultTiers());
    QCOMPARE(bench.window.filing().recentFiles().size(), 1);

    bench.type("training.sequence_length", "778");
    bench.window.action(ActionId::Save).trigger();
    QCOMPARE(bench.chooser.questions.size(), 2);
    QVERIFY(!bench.window.isWindowModified());
}

void MainWindowTest::writesNoScenarioOverAModel()
{
    Bench bench;
    const QString path = bench.write("config.json", R"({"model_type": "llama", "hidden_size": 512,
        "intermediate_size": 1024, "num_hidden_layers": 2, "num_attention_heads": 8, "vocab_size": 1000})");
    bench.window.openFile(path);
    QCOMPARE(bench.window.session().scenario().model.family, Family::Llama);
    QTest::keyClick(&bench.slider("training.micro_batch"), Qt::Key_Right);
    QTest::keyClick(&bench.window, Qt::Key_S, Qt::ControlModifier);
    QCOMPARE(bench.chooser.questions.size(), 1); // where to, as for one that was never saved
    QVERIFY(bench.window.isWindowModified());
}

void MainWindowTest::keepsItsStateOnABadFile_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("named");
    QTest::newRow("empty") << QByteArray() << "bad.json";
    QTest::newRow("cut off") << QByteArray(R"({"plimsoll": 1, "model": {"layers": 2)") << "bad.json:1:";
    QTest::newRow("wrong type") << workedExampleWith("\"layers\": 20", "\"layers\": \"twenty\"") << "model.layers";
    QTest::newRow("out of reach") << workedExampleWith("2048", "0") << "model.hidden";
    QTest::newRow("no list entry") << QByteArray("[]") << "bad.json";
}

void MainWindowTest::keepsItsStateOnABadFile()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, named);
    Bench bench;
    QTest::keyClick(&bench.slider("training.micro_batch"), Qt::Key_Right);
    const Document before = bench.window.session().document();
    bench.window.openFile(bench.write("bad.json", text));
    QVERIFY(bench.window.messages().isVisible());
    QVERIFY2(bench.window.messages().message().contains(named), qPrintable(bench.window.messages().message()));
    QCOMPARE(bench.window.session().document(), before);
    QCOMPARE(bench.window.session().undoStack().count(), 1);
    compareShown(bench);
    QTest::keyClick(&bench.slider("training.micro_batch"), Qt::Key_Right);
    QVERIFY(!bench.window.messages().isVisible());
}

void MainWindowTest::keepsItsStateOnABadCombination()
{
    Bench bench;
    bench.window.leverPanel().group(LeverGroup::Model)->setOpen(true);
    const Bytes before = bench.estimate().total;
    bench.type("model.kv_heads", "5");
    QVERIFY(bench.window.messages().isVisible());
    QVERIFY(bench.window.messages().message().contains(QStringLiteral("model.kv_heads")));
    QVERIFY(!bench.row("model.kv_heads").problem().isEmpty());
    QCOMPARE(bench.estimate().total, before);
    bench.type("model.kv_heads", "4");
    QVERIFY(bench.row("model.kv_heads").problem().isEmpty());
    QVERIFY(!bench.window.messages().isVisible());
    QVERIFY(bench.estimate().total < before);
}

void MainWindowTest::doesNotSaveWhatCannotBeOpened()
{
    Bench bench;
    bench.window.leverPanel().group(LeverGroup::Model)->setOpen(true);
    bench.type("model.kv_heads", "5");
    bench.chooser.nextPath = bench.file("mine.json");
    bench.window.action(ActionId::Save).trigger();
    QVERIFY(bench.window.messages().message().startsWith(QStringLiteral("Not saved: model.kv_heads")));
    QVERIFY(!QFile::exists(bench.file("mine.json")));
    QVERIFY(bench.window.isWindowModified());
}

void MainWindowTest::saysWhyItCannotSave()
{
    Bench bench;
    QTest::keyClick(&bench.slider("training.micro_batch"), Qt::Key_Right);
    bench.chooser.nextPath = bench.file("no/such/folder.json");
    bench.window.action(ActionId::Save).trigger();
    QVERIFY(bench.window.messages().message().contains(QStringLiteral("no/such/folder.json")));
    QVERIFY(bench.window.isWindowModified());
}

void MainWindowTest::asksBeforeChangesAreLost()
{
    Bench bench;
    QTest::keyClick(&bench.slider("training.micro_batch"), Qt::Key_Right);
    bench.chooser.nextAnswer = SaveAnswer::Cancel;
    bench.window.close();
    QCOMPARE(bench.chooser.timesAskedToSave, 1);
    QVERIFY(bench.window.isVisible());
    bench.chooser.nextAnswer = SaveAnswer::Save;
    bench.chooser.nextPath = bench.file("kept.json");
    bench.window.close();
    QTRY_VERIFY(!bench.window.isVisible());
    QVERIFY(QFile::exists(bench.file("kept.json")));

    Bench other;
    QTest::keyClick(&other.slider("training.micro_batch"), Qt::Key_Right);
    other.chooser.nextAnswer = SaveAnswer::Discard;
    other.window.close();
    QTRY_VERIFY(!other.window.isVisible());
    QVERIFY(other.chooser.questions.isEmpty());
}

void MainWindowTest::opensADroppedFile()
{
    Bench bench;
    drop(bench.window, bench.write("dropped.json", workedExampleWith("\"layers\": 20", "\"layers\": 2")));
    QVERIFY(bench.window.windowTitle().startsWith(QStringLiteral("dropped.json")));
    QCOMPARE(bench.window.session().scenario().model.layers, 2);
}

// In a text field Ctrl+E goes to the end of the line, and Ctrl+K clears to it, where nobody keeps the window's keys.
void MainWindowTest::opensTheExportFromATextField()
{
    Bench bench;
    QLineEdit& search = *bench.window.leverPanel().search();
    search.setText(QStringLiteral("batch"));
    search.setFocus();
    search.setCursorPosition(0);
    QTest::keyClick(&search, Qt::Key_K, Qt::ControlModifier);
    QCOMPARE(search.text(), QStringLiteral("batch"));
    QCOMPARE(search.selectedText(), QStringLiteral("batch"));
    QTest::keyClick(&search, Qt::Key_E, Qt::ControlModifier);
    auto* dialog = bench.window.findChild<ExportDialog*>();
    QVERIFY(dialog);
    dialog->reject();
    // What belongs to writing stays the field's.
    search.setText(QStringLiteral("seq"));
    search.setFocus();
    QTest::keyClick(&search, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(&search, Qt::Key_X, Qt::ControlModifier);
    QVERIFY(search.text().isEmpty());
}

// No line of the verdict begins with a unit, and no share of what is there is nothing.
void MainWindowTest::keepsNumbersWithTheirUnits()
{
    Bench bench;
    QString shownSentence;
    for (const QLabel* label : bench.window.verdict().findChildren<QLabel*>())
        if (label->text().startsWith(QStringLiteral("Needs")))
            shownSentence = label->text();
    QVERIFY(shownSentence.contains(QStringLiteral("60.9\u00A0GB")));
    QVERIFY(shownSentence.contains(QStringLiteral("(72\u00A0%)")));
    QVERIFY(!bench.window.verdict().sentence().contains(QChar(0xA0)));
    const LedgerModel& ledger = bench.window.ledger().ledger();
    const int gradients = ledger.rowOf(LineItem::Gradients);
    const auto share = [&] { return ledger.index(gradients, LedgerModel::Share).data().toString(); };
    QCOMPARE(share(), QStringLiteral("< 1 %"));
    // Between texts from right to left its signs would change places.
    QGuiApplication::setLayoutDirection(Qt::RightToLeft);
    const QString marked = share();
    QGuiApplication::setLayoutDirection(Qt::LeftToRight);
    QCOMPARE(marked, QStringLiteral("\u200E< 1 %\u200E"));
}

QTEST_MAIN(MainWindowTest)
#include "tst_mainwindow.moc"
