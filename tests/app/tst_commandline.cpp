// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/program.h"
#include "support/scenarios.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace plimsoll;

class TestCommandLine : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        write("good.json", workedExampleFile());
        write("array.json", '[' + workedExampleFile() + ',' + workedExampleFile() + ']');
        write("mixed.json", '[' + workedExampleFile() + ',' + workedExampleWith("2048", "\"wide\"") + ']');
        write("bad.json", workedExampleWith("2048", "0"));
        write("asks.json", workedExampleWith("\"plimsoll\": 1,", R"("plimsoll": 1, "devices": ["a100-sxm4-40gb"],)"));
    }

    void versionAndHelp()
    {
        const Ran version = runProgram({"--version"});
        QCOMPARE(version.status, 0);
        QCOMPARE(version.output, QByteArray("plimsoll " PLIMSOLL_VERSION "\n"));
        const Ran help = runProgram({"--help"});
        QCOMPARE(help.status, 0);
        QVERIFY(help.messages.isEmpty());
        for (const char* command : {"estimate", "chart", "devices", "models"}) {
            QVERIFY2(help.output.contains(command), command);
            const Ran own = runProgram({command, "--help"});
            QCOMPARE(own.status, 0);
            QVERIFY2(own.output.startsWith(QByteArray("Usage: plimsoll ") + command), own.output);
        }
    }

    void exitStatus_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::newRow("no device asked for") << QStringList{"estimate", "good.json"} << 0;
        QTest::newRow("fits") << QStringList{"estimate", "good.json", "--device", "h100-sxm5-80gb"} << 0;
        QTest::newRow("does not fit") << QStringList{"estimate", "good.json", "--device", "a100-sxm4-40gb"} << 3;
        QTest::newRow("does not fit one of two")
            << QStringList{"estimate", "good.json", "--device=h100-sxm5-80gb", "--device=a100-sxm4-40gb"} << 3;
        QTest::newRow("fits checkpointed")
            << QStringList{"estimate", "good.json", "--device=a100-sxm4-40gb", "--set", "training.checkpointing=full"}
            << 0;
        QTest::newRow("the file asks") << QStringList{"estimate", "asks.json"} << 3;
        QTest::newRow("--device wins over the file") << QStringList{"estimate", "asks.json", "--device=h200-sxm"} << 0;
        QTest::newRow("array") << QStringList{"estimate", "array.json"} << 0;
        QTest::newRow("one of an array is bad") << QStringList{"estimate", "mixed.json"} << 2;
        QTest::newRow("bad outweighs too big") << QStringList{"estimate", "mixed.json", "--device=a100-sxm4-40gb"} << 2;
        QTest::newRow("devices") << QStringList{"devices"} << 0;
        QTest::newRow("models") << QStringList{"models"} << 0;
    }

    void exitStatus()
    {
        QFETCH(QStringList, arguments);
        const Ran ran = runProgram(inFolder(arguments));
        QTEST(ran.status, "status");
    }

    void refusals_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* name, const QStringList& arguments, const char* says) {
            QTest::newRow(name) << arguments << QByteArray(says);
        };
        row("no file", {"estimate"}, "FILE");
        row("missing file", {"estimate", "nowhere.json"}, "nowhere.json");
        row("folder", {"estimate", "."}, "");
        row("unknown option", {"estimate", "good.json", "--devise", "x"}, "--devise");
        row("option without its value", {"estimate", "good.json", "--device"}, "--device");
        row("option given twice", {"estimate", "good.json", "--format=json", "--format=csv"}, "--format");
        row("unknown device", {"estimate", "good.json", "--device", "h100"}, "h100-sxm5-80gb");
        row("unknown format", {"estimate", "good.json", "--format", "xml"}, "text|json|csv|markdown");
        row("unknown unit", {"estimate", "good.json", "--unit", "MB"}, "GB|GiB");
        row("set without a value", {"estimate", "good.json", "--set", "training.micro_batch"}, "training.micro_batch");
        row("set of an unknown path", {"estimate", "good.json", "--set", "training.batch=4"}, "training.batch");
        row("set to a wrong value", {"estimate", "good.json", "--set", "training.micro_batch=-3"},
            "training.micro_batch");
        row("command of later days", {"train", "good.json"},
            "estimate, chart, report, solve, plan, explain-oom, devices, models");
        row("plan over no GPUs", {"plan", "good.json", "--device", "h100-sxm5-80gb"}, "--gpus");
        row("plan over none", {"plan", "good.json", "--device", "h100-sxm5-80gb", "--gpus", "0"}, "--gpus");
        row("plan on no device", {"plan", "good.json", "--gpus", "8"}, "--device");
        row("plan of a batch that cannot be divided",
            {"plan", "good.json", "--device", "h100-sxm5-80gb", "--gpus", "8", "--global-batch", "7"},
            "a batch of 7 sequences");
        row("unknown option of the window", {"--bogus"}, "--bogus");
        row("operand of devices", {"devices", "extra"}, "extra");
        row("operand of models", {"models", "extra"}, "extra");
        row("chart without output", {"chart", "good.json"}, ".png");
        row("chart in an unknown format", {"chart", "good.json", "-o", "x.gif"}, "x.gif");
        row("chart of no size", {"chart", "good.json", "-o", "x.png", "--size", "0x900"}, "--size");
        row("chart of a broken size", {"chart", "good.json", "-o", "x.png", "--size", "1600"}, "--size");
        row("chart of a huge scale", {"chart", "good.json", "-o", "x.png", "--scale", "1e9"}, "--scale");
        row("chart of no scale", {"chart", "good.json", "-o", "x.png", "--scale", "nan"}, "--scale");
        row("chart of no dpi", {"chart", "good.json", "-o", "x.png", "--dpi", "0"}, "--dpi");
        row("chart in an unknown theme", {"chart", "good.json", "-o", "x.png", "--theme", "blue"}, "light|dark");
        row("chart of an unknown view", {"chart", "good.json", "-o", "x.png", "--view", "pie"}, "tiers");
        row("chart into a missing folder", {"chart", "good.json", "-o", "/nowhere/at/all/x.png"},
            "/nowhere/at/all/x.png");
    }

    void refusals()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        const Ran ran = runProgram(inFolder(arguments));
        QCOMPARE(ran.status, 2);
        QVERIFY2(ran.output.isEmpty(), ran.output);
        QVERIFY2(ran.messageLines().size() == 1, ran.messages);
        QVERIFY2(ran.messages.contains(says), ran.messages);
    }

    void badFiles_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* name, const QByteArray& file, const char* says) {
            QTest::newRow(name) << file << QByteArray(says);
        };
        row("empty", {}, "");
        row("blank", " \n", "");
        row("not JSON", "hello", ":1:1");
        row("cut off", workedExampleFile().chopped(40), "");
        row("number for the whole", "3", "");
        row("empty array", "[]", "");
        row("without a model", R"({"plimsoll": 1})", "model");
        row("wrong type", workedExampleWith("2048", R"("wide")"), "model.hidden");
        row("no width", workedExampleWith("2048", "0"), "model.hidden");
        row("negative", workedExampleWith("256", "-256"), "training.micro_batch");
        row("fraction", workedExampleWith("256", "2.5"), "training.micro_batch");
        row("absurd", workedExampleWith("\"layers\": 20", "\"layers\": 1000000000000000000"), "model.layers");
        row("beyond 64 bits", workedExampleWith("\"layers\": 20", "\"layers\": 1e300"), "model.layers");
        row("heads that do not divide", workedExampleWith("\"heads\": 16", "\"heads\": 17"), "heads");
        row("unknown optimizer", workedExampleWith("\"micro_batch\"", R"("optimizer": "adamx", "micro_batch")"),
            "training.optimizer");
        row("unknown device", workedExampleWith("\"plimsoll\": 1,", R"("plimsoll": 1, "devices": ["h1000"],)"),
            "h1000");
        row("duplicate keys", workedExampleWith("\"plimsoll\": 1,", R"("plimsoll": 1, "name": "twice",)"), "name");
        row("deep nesting", QByteArray(100'000, '['), "");
        row("later version", workedExampleWith("\"plimsoll\": 1,", "\"plimsoll\": 2,"), "plimsoll");
        row("NUL bytes", QByteArray(1000, '\0'), "");
    }

    // Exit status 2 and one line that names the file and the place; nothing on standard output.
    void badFiles()
    {
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, says);
        const QString path = write("case.json", file);
        const Ran ran = runProgram({"estimate", path, "--format", "json"});
        QVERIFY2(ran.status == 2, ran.messages);
        QVERIFY2(ran.output.isEmpty(), ran.output);
        QVERIFY2(ran.messageLines().size() == 1, ran.messages);
        QVERIFY2(ran.messages.startsWith("plimsoll: " + path.toUtf8()), ran.messages);
        QVERIFY2(ran.messages.contains("expected"), ran.messages);
        QVERIFY2(ran.messages.contains(says), ran.messages);
    }

    void hugeFile()
    {
        const QString path = m_folder.filePath("huge.json");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.resize(100'000'000));
        file.close();
        const Ran ran = runProgram({"estimate", path});
        QCOMPARE(ran.status, 2);
        QVERIFY2(ran.messageLines().size() == 1 && ran.messages.contains("huge.json"), ran.messages);
        QVERIFY(QFile::remove(path));
    }

    void unreadableFile()
    {
        const QString path = write("secret.json", workedExampleFile());
        QVERIFY(QFile::setPermissions(path, {}));
        if (QFile file(path); file.open(QIODevice::ReadOnly))
            QSKIP("this user may read everything");
        const Ran ran = runProgram({"estimate", path});
        QCOMPARE(ran.status, 2);
        QVERIFY2(ran.messages.contains("secret.json"), ran.messages);
    }

    void jsonAlone()
    {
        const Ran ran = runProgram(inFolder({"estimate", "good.json", "--format", "json"}));
        const QJsonObject estimate = QJsonDocument::fromJson(ran.output).object();
        QCOMPARE(estimate["plimsoll_estimate"].toInt(), 1);
        QCOMPARE(estimate["peak"]["requested_bytes"].toInteger(), 59'091'579'048);
        QCOMPARE(estimate["parameters"]["total"].toInteger(), 1'011'266'536);
        QVERIFY(!estimate["devices"].toArray().isEmpty());
    }

    void standardInput()
    {
        const Ran file = runProgram(inFolder({"estimate", "good.json", "--format", "json"}));
        const Ran piped = runProgram({"estimate", "-", "--format", "json"}, workedExampleFile());
        QCOMPARE(piped.status, 0);
        QCOMPARE(piped.output, file.output);
        const Ran bad = runProgram({"estimate", "-"}, "{");
        QCOMPARE(bad.status, 2);
        QVERIFY2(bad.messages.startsWith("plimsoll: standard input"), bad.messages);
    }

    void severalScenarios()
    {
        const Ran files = runProgram(inFolder({"estimate", "good.json", "bad.json", "good.json", "--format", "json"}));
        QCOMPARE(files.status, 2);
        const QJsonArray array = QJsonDocument::fromJson(files.output).array();
        QCOMPARE(array.size(), 3);
        QVERIFY(array[0].toObject().contains("peak"));
        QCOMPARE(array[1].toObject().keys(), (QStringList{"error", "name"}));
        QVERIFY(array[1]["error"].toString().contains("model.hidden"));
        QVERIFY(array[2].toObject().contains("peak"));
        QCOMPARE(files.messageLines().size(), 1);
        const Ran one = runProgram(inFolder({"estimate", "mixed.json", "--format", "json"}));
        QCOMPARE(QJsonDocument::fromJson(one.output).array().size(), 2);
    }

    void assignmentsAreApplied()
    {
        const Ran set
            = runProgram(inFolder({"estimate", "good.json", "--set", "training.micro_batch=64", "--format=json"}));
        const Ran written = runProgram({"estimate", "-", "--format=json"}, workedExampleWith("256", "64"));
        QCOMPARE(set.status, 0);
        QCOMPARE(set.output, written.output);
    }

    void unknownKeysAreNamedAndIgnored()
    {
        const Ran ran = runProgram({"estimate", "-", "--format=json"},
                                   workedExampleWith("\"plimsoll\": 1,", R"("plimsoll": 1, "colour": "red",)"));
        QCOMPARE(ran.status, 0);
        QVERIFY2(ran.messages.contains("colour"), ran.messages);
        QVERIFY(!QJsonDocument::fromJson(ran.output)["warnings"].toArray().isEmpty());
    }

    void withNoEnvironmentAtAll()
    {
        const Ran ran = runProgram(inFolder({"estimate", "good.json"}), {}, QProcessEnvironment());
        QCOMPARE(ran.status, 0);
        QVERIFY2(ran.messages.isEmpty(), ran.messages);
        const Ran window = runProgram({}, {}, QProcessEnvironment());
        QCOMPARE(window.status, 1);
        QVERIFY2(window.messageLines().size() == 1 && window.messages.contains("display"), window.messages);
    }

    void fullDisk()
    {
        if (!QFile::exists("/dev/full"))
            QSKIP("needs /dev/full");
        QProcess process;
        process.setStandardOutputFile("/dev/full");
        process.start(PLIMSOLL_BINARY, inFolder({"estimate", "good.json"}));
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.readAllStandardError().contains("standard output"));
    }

private:
    QString write(const QString& name, const QByteArray& content) const
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write %s", qPrintable(file.fileName()));
        return file.fileName();
    }

    // Names of scenario files as paths into the test's folder.
    QStringList inFolder(QStringList arguments) const
    {
        for (QString& argument : arguments) {
            if (argument.endsWith(".json") && !argument.startsWith('-'))
                argument = m_folder.filePath(argument);
            else if (argument == ".")
                argument = m_folder.path();
            else if (argument.startsWith("x."))
                argument = m_folder.filePath(argument);
        }
        return arguments;
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_commandline.moc"
