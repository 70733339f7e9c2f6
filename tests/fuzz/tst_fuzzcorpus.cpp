// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/textfile.h"
#include "fuzz/readscenario.h"

#include <QDir>
#include <QTest>

#include <random>

using namespace plimsoll;

namespace {

// A few random edits: bytes set, removed, doubled; pieces of the file copied over others.
std::string mutated(std::string text, std::mt19937_64& random)
{
    const auto upTo = [&random](std::size_t end) { return static_cast<std::size_t>(random() % end); };
    static constexpr std::string_view likely = "{}[]\",:\\-+.eE0123456789ntf \n";
    for (std::size_t edits = 1 + upTo(4); edits > 0 && !text.empty(); --edits) {
        const std::size_t at = upTo(text.size());
        const std::size_t length = std::min(1 + upTo(16), text.size() - at);
        switch (upTo(5)) {
        case 0:
            text[at] = static_cast<char>(random());
            break;
        case 1:
            text[at] = likely[upTo(likely.size())];
            break;
        case 2:
            text.erase(at, length);
            break;
        case 3:
            text.insert(at, text.substr(at, length));
            break;
        default:
            text.replace(at, length, text.substr(upTo(text.size()), length));
        }
    }
    return text;
}

} // namespace

class TestFuzzCorpus : public QObject
{
    Q_OBJECT

private slots:
    void file_data()
    {
        QTest::addColumn<QString>("path");
        const QDir corpus(PLIMSOLL_FUZZ_CORPUS);
        const QStringList names = corpus.entryList(QDir::Files, QDir::Name);
        QVERIFY(names.size() > 10);
        for (const QString& name : names)
            QTest::newRow(qPrintable(name)) << corpus.filePath(name);
    }

    void file()
    {
        QFETCH(QString, path);
        const Result<std::string> text = readWholeFile(path.toStdString());
        QVERIFY(text);
        std::string broken = test::brokenPromise(*text);
        QVERIFY2(broken.empty(), broken.c_str());

        constexpr int rounds = 2'000;
        std::mt19937_64 random(20'241'130);
        for (int round = 0; round < rounds; ++round) {
            const std::string changed = mutated(*text, random);
            broken = test::brokenPromise(changed);
            QVERIFY2(broken.empty(), (broken + "\n" + changed).c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestFuzzCorpus)
#include "tst_fuzzcorpus.moc"
