// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/windowbench.h"
#include "window/plandialog.h"

#include <QSpinBox>
#include <QTableWidget>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::ui;

namespace {

const char* smallLlama = R"({"plimsoll": 1, "model": {"config": {"model_type": "llama", "hidden_size": 1024,
    "intermediate_size": 2816, "num_attention_heads": 16, "num_key_value_heads": 8, "num_hidden_layers": 12,
    "vocab_size": 32000}}, "training": {"precision": "bf16", "sequence_length": 2048},
    "devices": ["h100-sxm5-80gb", "l4"]})";

PlanDialog& opened(Bench& bench)
{
    bench.window.action(ActionId::FindLayouts).trigger();
    return *bench.window.findChild<PlanDialog*>();
}

void search(PlanDialog& dialog)
{
    QTest::mouseClick(&dialog.searchButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(dialog.table().rowCount() > 0, 60000);
}

} // namespace

class PlanDialogTest : public QObject
{
    Q_OBJECT

private slots:
    void takesOverByItsButton()
    {
        Bench bench;
        bench.window.openFile(bench.write("small.json", smallLlama));
        PlanDialog& dialog = opened(bench);
        QVERIFY(!dialog.useButton().isEnabled());
        dialog.gpus().setValue(4);
        search(dialog);
        QVERIFY(dialog.useButton().isEnabled());
        QTest::mouseClick(&dialog.useButton(), Qt::LeftButton);
        QCOMPARE(bench.window.session().scenario().parallelism.gpus, 4);
    }

    void takesOverALayout()
    {
        Bench bench;
        bench.window.openFile(bench.write("small.json", smallLlama));
        const Scenario before = bench.window.session().scenario();
        PlanDialog& dialog = opened(bench);
        QCOMPARE(dialog.gpus().value(), 8);
        QCOMPARE(dialog.device().currentData().toString(), QStringLiteral("h100-sxm5-80gb"));
        dialog.gpus().setValue(4);
        search(dialog);
        QVERIFY2(dialog.summary().text().startsWith("4 × H100 SXM5 80GB"), qPrintable(dialog.summary().text()));

        const int needs = 7;
        for (const int ofMegatron : {2, 3})
            QVERIFY(dialog.table().isColumnHidden(ofMegatron));
        dialog.table().sortItems(needs);
        dialog.table().setFocus();
        dialog.table().setCurrentCell(0, 0);
        const QString least = dialog.table().item(0, needs)->text();
        QTest::keyClick(&dialog.table(), Qt::Key_Return);
        QCOMPARE(bench.window.session().scenario().parallelism.gpus, 4);
        const auto& devices = bench.estimate().devices;
        const auto card
            = std::ranges::find(devices, "h100-sxm5-80gb", [](const DeviceVerdict& each) { return each.device.id; });
        QCOMPARE(least, QString::fromStdString(formatBytes(card->total, ByteUnit::GB)));
        bench.window.session().undoStack().undo();
        QVERIFY(bench.window.session().scenario() == before);
    }

    void sortsByNumbers()
    {
        Bench bench;
        bench.window.openFile(bench.write("small.json", smallLlama));
        PlanDialog& dialog = opened(bench);
        search(dialog);
        for (int column = 0; column < dialog.table().columnCount(); ++column) {
            dialog.table().sortItems(column);
            for (int row = 1; row < dialog.table().rowCount(); ++row)
                QVERIFY(dialog.table().item(row - 1, column)->data(Qt::UserRole).toDouble()
                        <= dialog.table().item(row, column)->data(Qt::UserRole).toDouble());
        }
    }

    // Columns of what only Megatron-LM does come with it.
    void cutsSequencesWithMegatron()
    {
        Bench bench;
        QByteArray megatron(smallLlama);
        megatron.replace("\"precision\": \"bf16\"", "\"stack\": \"megatron\", \"precision\": \"bf16-master\"");
        bench.window.openFile(bench.write("megatron.json", megatron.constData()));
        PlanDialog& dialog = opened(bench);
        const int context = 2;
        QVERIFY(dialog.table().isColumnHidden(context));
        search(dialog);
        QVERIFY(!dialog.table().isColumnHidden(context));
        QVERIFY(dialog.table().isColumnHidden(context + 1)); // it has no experts
        dialog.table().sortItems(context, Qt::DescendingOrder);
        dialog.table().setFocus();
        dialog.table().setCurrentCell(0, 0);
        const QString largest = dialog.table().item(0, context)->text();
        QTest::keyClick(&dialog.table(), Qt::Key_Return);
        QCOMPARE(QString::number(bench.window.session().scenario().parallelism.context), largest);
        QVERIFY(bench.window.session().scenario().parallelism.context > 1);
    }

    void saysWhyNothingIsFound()
    {
        Bench bench;
        bench.window.openFile(bench.write("small.json", smallLlama));
        PlanDialog& dialog = opened(bench);
        dialog.globalBatch().setValue(7);
        QTest::mouseClick(&dialog.searchButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.summary().text().startsWith("Searching"), 60000);
        QVERIFY(!dialog.summary().text().isEmpty());
    }

    // The search ends with its window.
    void closesWhileSearching()
    {
        Bench bench;
        bench.window.openFile(bench.write("small.json", smallLlama));
        PlanDialog& dialog = opened(bench);
        dialog.gpus().setValue(64);
        QTest::mouseClick(&dialog.searchButton(), Qt::LeftButton);
        dialog.close();
        QCoreApplication::processEvents();
        QVERIFY(bench.window.isVisible());
    }
};

QTEST_MAIN(PlanDialogTest)
#include "tst_plandialog.moc"
