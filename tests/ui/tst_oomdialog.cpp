// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/windowbench.h"
#include "window/oomdialog.h"

#include <QPlainTextEdit>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::ui;

class OomDialogTest : public QObject
{
    Q_OBJECT

private slots:
    void explainsWhatIsTyped()
    {
        Bench bench;
        bench.window.action(ActionId::ExplainOom).trigger();
        auto* dialog = bench.window.findChild<OomDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        QTest::keyClicks(&dialog->message(), "Tried to allocate 400.00 MiB");
        QVERIFY(dialog->answer().toPlainText().contains("mlp down: linear, backward: 419,430,400 B"));
        QTest::keyClick(&bench.slider("training.micro_batch"), Qt::Key_Right);
        QVERIFY(dialog->answer().toPlainText().startsWith("Tensors of 400.00 MiB"));
        QVERIFY(!dialog->answer().toPlainText().contains("mlp down: linear, backward: 419,430,400 B"));
    }

    void saysWhatIsMissing()
    {
        Bench bench;
        OomDialog dialog(bench.window.session(), ByteUnit::GB);
        dialog.message().setPlainText("my training crashed");
        QVERIFY(dialog.answer().toPlainText().contains("Tried to allocate"));
        dialog.message().clear();
        QVERIFY(dialog.answer().toPlainText().isEmpty());
    }
};

QTEST_MAIN(OomDialogTest)
#include "tst_oomdialog.moc"
