// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/program.h"
#include "support/scenarios.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace plimsoll;

namespace {

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestReportCommand : public QObject
{
    Q_OBJECT

private slots:
    void writesOnePage()
    {
        const QString path = m_folder.filePath("report.pdf");
        const Ran ran = report(path, {});
        QCOMPARE(ran.status, 0);
        QVERIFY(ran.output.isEmpty());
        const QByteArray pdf = contents(path);
        QVERIFY(pdf.startsWith("%PDF-"));
        QCOMPARE(pdf.count("/Type /Page\n"), 1);
    }

    void writesMarkdownWithItsChart()
    {
        const QString path = m_folder.filePath("page.md");
        QCOMPARE(report(path, {"--unit", "GiB"}).status, 0);
        const QByteArray text = contents(path);
        QVERIFY(text.startsWith("# worked example: 1.01B"));
        QVERIFY(text.contains("![worked example"));
        QVERIFY(text.contains("](<page.svg>)"));
        for (const char* part : {"GiB", "## Ledger", "## Assumptions", "## Versions", "- PyTorch 2.15"})
            QVERIFY2(text.contains(part), part);
        QVERIFY(contents(m_folder.filePath("page.svg")).contains("<svg"));
    }

    void numbersSeveral()
    {
        QCOMPARE(report(m_folder.filePath("many.pdf"), {}, '[' + workedExampleFile() + ',' + workedExampleFile() + ']')
                     .status,
                 0);
        QVERIFY(QFile::exists(m_folder.filePath("many-1.pdf")));
        QVERIFY(QFile::exists(m_folder.filePath("many-2.pdf")));
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("suffix") << "report.doc" << QStringList() << QByteArray("ending in .pdf or .md");
        QTest::newRow("folder") << "no/such/report.pdf" << QStringList()
                                << QByteArray("a place that can be written to");
        QTest::newRow("view") << "report.pdf" << QStringList{"--view", "pie"} << QByteArray("tiers");
    }

    void refuses()
    {
        QFETCH(QString, path);
        QFETCH(QStringList, options);
        QFETCH(QByteArray, said);
        const Ran ran = report(m_folder.filePath(path), options);
        QCOMPARE(ran.status, 2);
        QVERIFY2(ran.messages.contains(said), ran.messages);
    }

private:
    Ran report(const QString& path, const QStringList& options, const QByteArray& input = workedExampleFile())
    {
        return runProgram(QStringList{"report", "-", "-o", path} + QStringList{"--device", "h100-sxm5-80gb"} + options,
                          input);
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestReportCommand)
#include "tst_reportcommand.moc"
