// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever a person does to the scenario is one step, and undo goes back over it.
#include "support/windowbench.h"
#include "window/advicepanel.h"
#include "window/modelfield.h"

#include <QCheckBox>
#include <QToolButton>

#include <functional>

using namespace plimsoll;
using namespace plimsoll::ui;

namespace {

struct Act
{
    const char* name;
    std::function<void(Bench&)> act;
    std::function<void(Bench&)> before = [](Bench&) {};
};

void open(Bench& bench, LeverGroup group)
{
    bench.window.leverPanel().group(group)->setOpen(true);
}

void dragBatch(Bench& bench)
{
    QSlider& slider = bench.slider("training.micro_batch");
    QPoint at = handle(slider);
    QTest::mousePress(&slider, Qt::LeftButton, {}, at);
    for (int step = 0; step < 20; ++step)
        QTest::mouseMove(&slider, at += QPoint(3, 0));
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, at);
}

// As autorepeat sends it: one release at the end.
void holdKey(Bench& bench)
{
    QSlider& slider = bench.slider("training.sequence_length");
    for (int press = 0; press < 4; ++press)
        QTest::keyPress(&slider, Qt::Key_Right);
    QTest::keyRelease(&slider, Qt::Key_Right);
}

void typeText(QLineEdit& field, const char* text)
{
    field.setFocus();
    field.selectAll();
    QTest::keyClicks(&field, text);
    QTest::keyClick(&field, Qt::Key_Return);
}

void paste(Bench& bench, const QByteArray& text)
{
    QGuiApplication::clipboard()->setText(QString::fromUtf8(text));
    bench.window.setFocus();
    QTest::keyClick(&bench.window, Qt::Key_V, Qt::ControlModifier);
}

void uncheckATier(Bench& bench)
{
    const QTreeWidget& tree = *bench.window.devicePicker().tree();
    for (int group = 0; group < tree.topLevelItemCount(); ++group)
        for (int child = 0; child < tree.topLevelItem(group)->childCount(); ++child)
            if (QTreeWidgetItem* item = tree.topLevelItem(group)->child(child); item->checkState(0) == Qt::Checked) {
                item->setCheckState(0, Qt::Unchecked);
                return;
            }
}

void takeAdvice(Bench& bench)
{
    bench.window.action(ActionId::ShowAdvice).trigger();
    AdvicePanel& advice = bench.window.advice();
    if (!QTest::qWaitFor([&] { return advice.isComplete(); }, 60'000))
        qFatal("no advice");
    QTest::mouseClick(advice.applyButton(0), Qt::LeftButton);
}

const QByteArray config = R"({"model_type": "llama", "hidden_size": 512, "intermediate_size": 1024,
    "num_hidden_layers": 2, "num_attention_heads": 8, "vocab_size": 1000})";

const std::vector<Act>& acts()
{
    const auto press = [](const char* path, Qt::Key key) {
        return [path, key](Bench& bench) { QTest::keyClick(&bench.slider(path), key); };
    };
    static const std::vector<Act> all{
        {"drag", dragBatch},
        {"key held down", holdKey},
        {"model size", press("model", Qt::Key_Left)},
        {"precision", press("training.precision", Qt::Key_End)},
        {"optimizer", press("training.optimizer", Qt::Key_End)},
        {"checkpointing", press("training.checkpointing", Qt::Key_End)},
        {"typed value", [](Bench& bench) { bench.type("training.micro_batch", "77"); }},
        {"field stepped",
         [](Bench& bench) {
             open(bench, LeverGroup::Model);
             bench.row("model.layers").field()->setFocus();
             QTest::keyClick(bench.row("model.layers").field(), Qt::Key_Up);
         }},
        {"choice",
         [](Bench& bench) {
             open(bench, LeverGroup::Kernels);
             QTest::keyClick(bench.row("training.attention").combo(), Qt::Key_Down);
         }},
        {"switch",
         [](Bench& bench) {
             open(bench, LeverGroup::Training);
             QTest::keyClick(bench.row("training.keep_gradients").check(), Qt::Key_Space);
         }},
        {"text",
         [](Bench& bench) {
             open(bench, LeverGroup::Document);
             typeText(*bench.row("name").textField(), "my plan");
         }},
        {"data parallelism",
         [](Bench& bench) {
             open(bench, LeverGroup::Parallel);
             QTest::keyClick(bench.row("parallelism.data").combo(), Qt::Key_Down);
         }},
        {"reset arrow",
         [](Bench& bench) { QTest::mouseClick(bench.row("training.micro_batch").reset(), Qt::LeftButton); },
         [](Bench& bench) { bench.type("training.micro_batch", "77"); }},
        {"reset of the model", [](Bench& bench) { QTest::mouseClick(bench.row("model").reset(), Qt::LeftButton); },
         [](Bench& bench) { typeText(*bench.window.leverPanel().model().field(), "Qwen/Qwen3-8B"); }},
        {"reset of all",
         [](Bench& bench) {
             bench.window.activateWindow();
             QTest::keyClick(&bench.window, Qt::Key_R, Qt::ControlModifier);
         },
         [](Bench& bench) { bench.type("training.micro_batch", "77"); }},
        {"model by name", [](Bench& bench) { typeText(*bench.window.leverPanel().model().field(), "Qwen/Qwen3-8B"); }},
        {"dropped config", [](Bench& bench) { drop(bench.window, bench.write("config.json", config)); }},
        {"pasted config", [](Bench& bench) { paste(bench, config); }},
        {"pasted scenario", [](Bench& bench) { paste(bench, workedExampleWith("\"layers\": 20", "\"layers\": 3")); }},
        {"tiers", uncheckATier},
        {"advice", takeAdvice},
    };
    return all;
}

} // namespace

class UndoTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void goesBackOverEachAct_data();
    void goesBackOverEachAct();
    void goesBackOverAllActs();
};

void UndoTest::goesBackOverEachAct_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t index = 0; index < acts().size(); ++index)
        QTest::newRow(acts()[index].name) << static_cast<int>(index);
}

void UndoTest::goesBackOverEachAct()
{
    QFETCH(const int, index);
    const Act& act = acts()[static_cast<std::size_t>(index)];
    Bench bench;
    act.before(bench);
    Session& session = bench.window.session();
    const Document before = session.document();
    const int steps = session.undoStack().count();
    act.act(bench);
    const Document after = session.document();
    QVERIFY(after != before);
    QVERIFY2(!session.refusal(), session.refusal() ? session.refusal()->message().c_str() : "");
    QCOMPARE(session.undoStack().count(), steps + 1);
    QVERIFY(!session.undoStack().undoText().isEmpty());
    QVERIFY(bench.window.isWindowModified());
    compareShown(bench);

    bench.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&bench.window));
    QTest::keyClick(&bench.window, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(session.document(), before);
    QCOMPARE(bench.window.isWindowModified(), steps > 0);
    compareShown(bench);
    QTest::keyClick(&bench.window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(session.document(), after);
    compareShown(bench);
}

void UndoTest::goesBackOverAllActs()
{
    Bench bench;
    Session& session = bench.window.session();
    const Document start = session.document();
    for (const Act& act : acts())
        act.act(bench);
    const Document end = session.document();
    const int steps = session.undoStack().count();
    QVERIFY(steps > 10);
    for (int step = 0; step < steps; ++step)
        session.undoStack().undo();
    QCOMPARE(session.document(), start);
    QVERIFY(!bench.window.isWindowModified());
    compareShown(bench);
    for (int step = 0; step < steps; ++step)
        session.undoStack().redo();
    QCOMPARE(session.document(), end);
}

QTEST_MAIN(UndoTest)
#include "tst_undo.moc"
