// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/program.h"
#include "support/scenarios.h"

#include <QFile>
#include <QTest>

using namespace plimsoll;

// What the program prints, word for word. With UPDATE_GOLDEN=1 in the environment the files are written anew; read the
// difference before committing it.
class TestGolden : public QObject
{
    Q_OBJECT

private slots:
    void output_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("input");
        const auto row
            = [](const char* file, const QStringList& arguments, const QByteArray& input = workedExampleFile()) {
                  QTest::newRow(file) << arguments << input;
              };
        row("estimate.txt", {"estimate", "-"});
        row("estimate.json", {"estimate", "-", "--format=json"});
        row("estimate.csv", {"estimate", "-", "--format=csv"});
        row("estimate.md", {"estimate", "-", "--format=markdown"});
        row("estimate-gib.txt", {"estimate", "-", "--unit=GiB", "--device=h100-sxm5-80gb"});
        row("estimate-checkpointed.txt",
            {"estimate", "-", "--set=training.checkpointing=full", "--device=a100-sxm4-40gb"});
        row("estimate-several.json", {"estimate", "-", "--format=json", "--device=h100-sxm5-80gb"},
            '[' + workedExampleFile() + ',' + workedExampleWith("2048", "0") + ']');
        row("solve.txt", {"solve", "-", "--device=h100-sxm5-80gb"});
        row("solve-nothing.txt", {"solve", "-", "--device=l4", "--set=model.layers=200"});
        row("solve.json",
            {"solve", "-", "--device=h100-sxm5-80gb", "--maximize=training.sequence_length", "--format=json"});
        row("explain-oom.txt",
            {"explain-oom", "-",
             "CUDA out of memory. Tried to allocate 400.00 MiB. GPU 0 has a total capacity of 56.35 GiB of which "
             "371.30 MiB is free. Of the allocated memory 54.49 GiB is allocated by PyTorch, and 954.99 MiB is "
             "reserved by PyTorch but unallocated."});
        row("explain-oom.json", {"explain-oom", "-", "Tried to allocate 1.00 GiB", "--format=json"});
        row("devices.txt", {"devices"}, {});
        row("devices.json", {"devices", "--format=json"}, {});
        row("models.txt", {"models"}, {});
        row("help.txt", {"--help"}, {});
        row("help-estimate.txt", {"estimate", "--help"}, {});
        row("help-chart.txt", {"chart", "--help"}, {});
        row("help-report.txt", {"report", "--help"}, {});
        row("help-solve.txt", {"solve", "--help"}, {});
        row("help-plan.txt", {"plan", "--help"}, {});
        row("help-explain-oom.txt", {"explain-oom", "--help"}, {});
        row("help-devices.txt", {"devices", "--help"}, {});
        row("help-models.txt", {"models", "--help"}, {});
    }

    void output()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, input);
        const Ran ran = runProgram(arguments, input);
        QVERIFY2(ran.status == 0 || ran.status == 2 || ran.status == 3, ran.messages);
        QFile golden(QStringLiteral(PLIMSOLL_GOLDEN "/") + QTest::currentDataTag());
        if (qEnvironmentVariableIntValue("UPDATE_GOLDEN") == 1) {
            QVERIFY(golden.open(QIODevice::WriteOnly));
            QCOMPARE(golden.write(ran.output), ran.output.size());
            return;
        }
        QVERIFY2(golden.open(QIODevice::ReadOnly), qPrintable(golden.fileName()));
        const QList<QByteArray> expected = golden.readAll().split('\n');
        const QList<QByteArray> found = ran.output.split('\n');
        for (qsizetype line = 0; line < qMin(expected.size(), found.size()); ++line)
            QCOMPARE(QString::fromUtf8(found[line]), QString::fromUtf8(expected[line]));
        QCOMPARE(found.size(), expected.size());
    }
};

QTEST_GUILESS_MAIN(TestGolden)
#include "tst_golden.moc"
