// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "base/jsonreader.h"
#include "base/jsonsyntax.h"
#include "base/jsonwriter.h"
#include "base/utf8.h"
#include "support/compare.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <bit>
#include <random>

using namespace plimsoll;

namespace {

std::string nested(std::size_t depth)
{
    return std::string(depth, '[') + std::string(depth, ']');
}

const std::string sample = "{\"a\": [1, -2.5e3, true, {\"näme\": \"x\\n\\\"y\\\" \\u00e9\"}], \"b\": {\"c\": null}}";

} // namespace

class TestJson : public QObject
{
    Q_OBJECT

private slots:
    void refused_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<QString>("found");
        const auto row = [](const char* name, const QByteArray& json, int line, int column, const char* path,
                            const char* expected, const char* found) {
            QTest::newRow(name) << json << line << column << QString(path) << QString(expected) << QString(found);
        };
        const char* cutOff = "the end of the file: it is cut off";
        row("empty", "", 1, 1, "", "a value", "an empty file");
        row("blank", " \n ", 2, 2, "", "a value", cutOff);
        row("word", "hello", 1, 1, "", "a value", "\"hello\"");
        row("cut off in an object", "{\"a\": 1", 1, 8, "", "\",\" or \"}\"", cutOff);
        row("cut off after a key", "{\n\"a\"", 2, 4, "a", "\":\" after the key", cutOff);
        row("cut off in a text", "{\"a\": \"xy", 1, 10, "a", "the closing double quote of a text", cutOff);
        row("cut off in an escape", "[\"xy\\", 1, 6, "[0]", "the closing double quote of a text", cutOff);
        row("cut off in a word", "{\"a\": tru", 1, 7, "a", "a value", "\"tru\"");
        row("text over two lines", "[\"a\nb\"]", 1, 4, "[0]", "the closing double quote of a text",
            "the end of the line");
        row("control character", "[\"a\tb\"]", 1, 4, "[0]", "control characters as in \\t or \\u0001", "the byte 0x09");
        row("unknown escape", "[\"\\x41\"]", 1, 3, "[0]", "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u", "\"\\x\"");
        row("short escape", "[\"\\u41\"]", 1, 3, "[0]", "four hexadecimal digits after \\u", "\"\\u41\"]\"");
        row("not UTF-8", "[\"a\xFF\"]", 1, 4, "[0]", "text in UTF-8", "the byte 0xFF");
        row("overlong UTF-8", "[\"\xC0\x80\"]", 1, 3, "[0]", "text in UTF-8", "the byte 0xC0");
        row("UTF-16", QByteArray("\xFF\xFE{\0}\0", 6), 1, 1, "", "JSON as text in UTF-8", "the byte 0xFF");
        row("zeros", QByteArray(8, '\0'), 1, 1, "", "JSON as text in UTF-8", "the byte 0x00");
        row("NaN", "{\"a\": {\"b\": NaN}}", 1, 13, "a.b", "a number: JSON has neither NaN nor Infinity", "\"NaN\"");
        row("infinity", "[1, -Infinity]", 1, 5, "[1]", "a number: JSON has neither NaN nor Infinity", "\"-Infinity\"");
        row("number beyond a double", "{\"a\": -1e400 }", 1, 7, "a", "a number up to 1.8e308", "\"-1e400\"");
        row("exponent beyond counting", "{\"a\": 1e99999999999}", 1, 7, "a", "a number up to 1.8e308",
            "\"1e99999999999\"");
        row("leading zero", "[01]", 1, 2, "[0]", "a number as in 12, -3 or 0.5", "\"01\"");
        row("leading point", "[.5]", 1, 2, "[0]", "a number as in 12, -3 or 0.5", "\".5\"");
        row("trailing point", "[5.]", 1, 2, "[0]", "a number as in 12, -3 or 0.5", "\"5.\"");
        row("plus", "[+5]", 1, 2, "[0]", "a number as in 12, -3 or 0.5", "\"+5\"");
        row("suffix", "[4k]", 1, 2, "[0]", "a number as in 12, -3 or 0.5", "\"4k\"");
        row("Python's True", "{\"a\": True}", 1, 7, "a", "true, false or null, in lower case", "\"True\"");
        row("single quotes", "{'a': 1}", 1, 2, "", "a key in double quotes or \"}\"", "\"'a'\"");
        row("comment", "[ // one\n1]", 1, 3, "[0]", "a value: JSON has no comments", "\"//\"");
        row("trailing comma in an object", "{\"a\": 1,}", 1, 9, "", "a key in double quotes", "\"}\"");
        row("trailing comma in a list", "[1, ]", 1, 5, "[1]", "a value", "\"]\"");
        row("no comma", "{\"a\": 1 \"b\": 2}", 1, 9, "", "\",\" or \"}\"", "\"\"\"");
        row("no colon", "{\"a\" 1}", 1, 6, "a", "\":\" after the key", "\"1\"");
        row("wrong bracket", "{\"a\": [1}]", 1, 9, "a[1]", "\",\" or \"]\"", "\"}\"");
        row("something after the end", "{}\n x", 2, 2, "", "nothing more: the JSON ends before", "\"x\"");
        row("two values", "{}{}", 1, 3, "", "nothing more: the JSON ends before", "\"{\"");
        row("key twice", "{\"m\": {\"a\": 1,\n  \"a\": 2}}", 2, 3, "m.a", "each key once", "\"a\" a second time");
        row("key twice, once in escapes", "{\"ab\": 1, \"\\u0061b\": 2}", 1, 11, "ab", "each key once",
            "\"ab\" a second time");
        row("key twice in a later list element", "[{\"a\": 1}, {\"a\": 1, \"a\": 1}]", 1, 21, "[1].a", "each key once",
            "\"a\" a second time");
        row("odd key twice", "{\"a.b\\n\": 1, \"a.b\\n\": 2}", 1, 14, "\"a.b?\"", "each key once",
            "\"a.b?\" a second time");
        row("65 levels", nested(65).c_str(), 1, 65, "", "at most 64 levels of nesting", "one more");
        row("a column counts characters", "[\"äöü€😀\", x]", 1, 11, "[1]", "a value", "\"x\"");
        row("line ends of Windows", "[\r\n1,\r\nx]", 3, 1, "[1]", "a value", "\"x\"");
        row("byte order mark", "\xEF\xBB\xBF[x]", 1, 2, "[0]", "a value", "\"x\"");
    }

    void refused()
    {
        QFETCH(QByteArray, json);
        const Result<JsonDocument> document = parseJson(json.toStdString(), "f.json");
        QVERIFY(!document);
        const Error& error = document.error();
        QTEST(text(error.expected), "expected");
        QTEST(text(error.found), "found");
        if (json.size() < 100)
            QTEST(text(error.path), "path");
        QTEST(error.line, "line");
        QTEST(error.column, "column");
        QCOMPARE(text(error.file), QString("f.json"));
    }

    void taken_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("sample") << QByteArray::fromStdString(sample);
        QTest::newRow("number") << QByteArray("-0.5e-3");
        QTest::newRow("64 levels") << QByteArray::fromStdString(nested(64));
        QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF{}");
        QTest::newRow("too small for a double") << QByteArray("[1e-400]");
        QTest::newRow("key of other objects") << QByteArray("[{\"a\": {\"a\": 1}}, {\"a\": 2}]");
    }

    void taken()
    {
        QFETCH(QByteArray, json);
        const Result<JsonDocument> document = parseJson(json.toStdString(), {});
        QVERIFY2(document, document ? "" : document.error().message().c_str());
    }

    void sizeLimit()
    {
        const JsonLimits limits{.bytes = 4};
        QVERIFY(parseJson("1234", {}, limits));
        const Result<JsonDocument> document = parseJson("12345", "f.json", limits);
        QVERIFY(!document);
        QCOMPARE(text(document.error().message()), QString("f.json: expected at most 0 MiB, found 1 MiB"));
    }

    void cutAtEveryByte()
    {
        for (std::size_t size = 0; size < sample.size(); ++size) {
            const Result<JsonDocument> document = parseJson(std::string_view(sample).substr(0, size), {});
            QVERIFY(!document);
            QCOMPARE(document.error().line, 1);
            QVERIFY(document.error().column <= static_cast<int>(size) + 1);
        }
    }

    // The words for what is wrong come from a second reading of the text: both must agree on what is JSON.
    void scannerAgreesWithParser()
    {
        std::mt19937_64 random(20'241'130);
        const std::string alphabet = "{}[],:\" \\\n-+.0123456789eEtrufalsn\xC3\xA4\x01/u";
        const JsonLimits deep{.depth = 1'000};
        for (int round = 0; round < 20'000; ++round) {
            std::string changed = sample;
            for (std::uint64_t edits = 1 + random() % 3; edits > 0; --edits) {
                const std::size_t at = random() % changed.size();
                if (random() % 3 == 0)
                    changed.erase(at, 1);
                else
                    changed[at] = alphabet[random() % alphabet.size()];
            }
            const Result<JsonDocument> document = parseJson(changed, {}, deep);
            const bool syntax = !document && document.error().expected != "each key once"
                && document.error().expected != "a number up to 1.8e308"
                && document.error().expected != "JSON in UTF-8"; // half a surrogate pair
            QVERIFY2(syntax == syntaxProblem(changed).has_value(), changed.c_str());
        }
    }

    void places_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        QTest::newRow("member") << "a" << 2 << 8;
        QTest::newRow("element") << "b[1]" << 4 << 3;
        QTest::newRow("inside an element") << "b[2].c" << 5 << 10;
        QTest::newRow("key in escapes") << "d" << 6 << 14;
        QTest::newRow("missing key") << "b[2].x" << 5 << 3;
    }

    void places()
    {
        const std::string json = "{\n  \"a\": \"{[,\\\"\",\n  \"b\": [1,\n  2,\n  {\"c\" : 3}],\n  \"\\u0064\" : 4\n}";
        QFETCH(QString, path);
        JsonPath steps;
        for (const QString& step : path.split(QRegularExpression("[.\\[\\]]+"), Qt::SkipEmptyParts)) {
            bool isIndex = false;
            const uint index = step.toUInt(&isIndex);
            if (isIndex)
                steps.emplace_back(std::size_t{index});
            else
                steps.emplace_back(step.toStdString());
        }
        const Result<JsonDocument> document = parseJson(json, {});
        QVERIFY(document);
        const Error error = document->errorAt(steps, "x", "y");
        QCOMPARE(text(error.path), path);
        QTEST(error.line, "line");
        QTEST(error.column, "column");
    }

    void numbersReadBackTheSame()
    {
        std::mt19937_64 random(7);
        for (int round = 0; round < 20'000; ++round) {
            const auto number = std::bit_cast<double>(random());
            if (!std::isfinite(number))
                continue;
            const std::string json = toJsonText(boost::json::value(number));
            const Result<JsonDocument> document = parseJson(json, {});
            QVERIFY2(document, json.c_str());
            QVERIFY2(document->root.to_number<double>() == number, json.c_str());
        }
        QCOMPARE(text(toJsonScalar(boost::json::value(std::nan("")))), QString("null"));
    }

    void readerCollects()
    {
        const Result<JsonDocument> document
            = parseJson("{\"size\": 3, \"rat\": 0.5, \"kind\": null, \"extra\": {}, \"flag\": true}", {});
        QVERIFY(document);
        JsonFindings findings;
        JsonObjectReader reader(*document, document->root, {}, findings);
        std::int64_t size = 1;
        double rate = 0.25;
        std::size_t kind = 1;
        bool flag = false;
        constexpr std::string_view kinds[]{"small", "large"};
        reader.whole("size", size, {1, 10});
        reader.number("rate", rate, 0, 1, true);
        reader.oneOf("kind", kind, kinds);
        reader.flag("flag", flag);
        reader.finish();
        QVERIFY(!findings.error);
        QCOMPARE(size, 3);
        QCOMPARE(rate, 0.25);
        QCOMPARE(kind, std::size_t{1});
        QVERIFY(flag);
        QCOMPARE(findings.defaults, (std::vector<std::string>{"rate: 0.25", "kind: large"}));
        QCOMPARE(findings.unknown,
                 (std::vector<std::string>{"rat: not known, and ignored; did you mean rate?",
                                           "extra: not known, and ignored"}));
    }

    void readerRefuses_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* value, const char* kind, const char* message) {
            QTest::addRow("%s as %s", value, kind) << QByteArray(value) << QString(kind) << QString(message);
        };
        const char* whole = "a whole number from 1 to 1,000";
        const auto said = [](const char* expected, const char* found) {
            return QString("x.json:1:7: a: expected %1, found %2").arg(expected, found).toUtf8();
        };
        for (const char* wrong :
             {"0", "-3", "1001", "2.5", "1e300", "1000000000000000000", "99999999999999999999", "true", "\"8\""})
            row(wrong, "whole",
                said(whole,
                     QByteArray(wrong) == "1e300"                      ? "1e+300"
                         : QByteArray(wrong) == "99999999999999999999" ? "1e+20"
                                                                       : wrong));
        row("{}", "whole", said(whole, "an object"));
        row("1", "number", said("a number from 0 to below 1", "1"));
        row("-0.25", "number", said("a number from 0 to below 1", "-0.25"));
        row("\"0\"", "number", said("a number from 0 to below 1", "\"0\""));
        row("1", "flag", said("true or false", "1"));
        row("[]", "text", said("a text", "a list"));
        row("\"smal\"", "choice", said("one of small or large (small?)", "\"smal\""));
        row("1", "choice", said("one of small or large", "1"));
    }

    void readerRefuses()
    {
        QFETCH(QByteArray, value);
        QFETCH(QString, kind);
        const Result<JsonDocument> document = parseJson("{\"a\": " + value.toStdString() + "}", "x.json");
        QVERIFY(document);
        JsonFindings findings;
        JsonObjectReader reader(*document, document->root, {}, findings);
        std::int64_t whole = 1;
        double number = 0;
        bool flag = false;
        std::string words;
        std::size_t choice = 0;
        constexpr std::string_view choices[]{"small", "large"};
        if (kind == "whole")
            reader.whole("a", whole, {1, 1'000});
        else if (kind == "number")
            reader.number("a", number, 0, 1, false);
        else if (kind == "flag")
            reader.flag("a", flag);
        else if (kind == "text")
            reader.text("a", words);
        else
            reader.oneOf("a", choice, choices);
        QVERIFY(findings.error);
        QTEST(text(findings.error->message()), "message");
        QCOMPARE(whole, 1);
    }

    void filesThatCannotBeRead()
    {
        const QTemporaryDir folder;
        const auto path = [&folder](const char* name) { return folder.filePath(name).toStdString(); };
        const Result<std::string> missing = readWholeFile(path("missing.json"));
        QVERIFY(!missing);
        QCOMPARE(text(missing.error().message()),
                 text(path("missing.json") + ": expected a file that can be read, found No such file or directory"));
        const Result<std::string> isFolder = readWholeFile(folder.path().toStdString());
        QVERIFY(!isFolder);
        QCOMPARE(text(isFolder.error().found), QString("a folder"));

        QFile large(folder.filePath("large.json"));
        QVERIFY(large.open(QIODevice::WriteOnly) && large.resize(100'000'000));
        const Result<std::string> tooLargeToRead = readWholeFile(path("large.json"));
        QVERIFY(!tooLargeToRead);
        QCOMPARE(text(tooLargeToRead.error().expected), QString("at most 64 MiB"));
        QCOMPARE(text(tooLargeToRead.error().found), QString("96 MiB"));
        const Result<std::string> endless = readWholeFile("/dev/zero");
        QVERIFY(!endless);
        QCOMPARE(text(endless.error().found), QString("more"));
    }

    void filesThatCanBeRead()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath("ä b.json"));
        const QByteArray bytes = QByteArray(100'000, 'x') + '\0' + "\r\n";
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
        file.close();
        const Result<std::string> read = readWholeFile(file.fileName().toStdString());
        QVERIFY(read);
        QCOMPARE(QByteArray::fromStdString(*read), bytes);
    }

    void quotedIsShortAndPrintable()
    {
        QCOMPARE(text(quotedText("a\nb\xFF\x7F")), QString("\"a?b??\""));
        QCOMPARE(text(quotedText(std::string(30, 'x'))), "\"" + QString(24, 'x') + "…\"");
        QCOMPARE(text(quotedText("äöü")), QString("\"äöü\""));
    }
};

QTEST_APPLESS_MAIN(TestJson)
#include "tst_json.moc"
