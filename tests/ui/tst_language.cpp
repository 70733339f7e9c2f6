// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/tierchart.h"
#include "coretexts.h"
#include "format.h"
#include "interchange/report.h"
#include "interchange/report/tables.h"
#include "language.h"
#include "memory/lineitem.h"
#include "scenario/choices.h"
#include "scenario/scenariofile.h"
#include "support/windowbench.h"
#include "window/helpdialogs.h"
#include "window/modelfield.h"

#include <QFile>
#include <QToolButton>
#include <QXmlStreamReader>

using namespace plimsoll;
using namespace plimsoll::ui;

namespace {

struct Message
{
    QString context;
    QString english;
    QString german;
    QString state; // "unfinished", "vanished"; empty for one that is done
};

QList<Message> messages()
{
    QFile file(QStringLiteral(PLIMSOLL_TRANSLATIONS "/plimsoll_de.ts"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no catalogue");
    QXmlStreamReader xml(&file);
    QList<Message> all;
    QString context;
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement())
            continue;
        if (xml.name() == QStringLiteral("name"))
            context = xml.readElementText();
        else if (xml.name() == QStringLiteral("source"))
            all << Message{context, xml.readElementText(), {}, {}};
        else if (xml.name() == QStringLiteral("translation")) {
            all.back().state = xml.attributes().value(QStringLiteral("type")).toString();
            all.back().german = xml.readElementText();
        }
    }
    return all;
}

QStringList placesIn(const QString& text)
{
    static const QRegularExpression place(QStringLiteral("%\\d"));
    QStringList places;
    for (auto match = place.globalMatch(text); match.hasNext();)
        places << match.next().captured();
    places.sort();
    return places;
}

template <class Enum>
void addLabels(QStringList& labels)
{
    for (const Choice& choice : choices<Enum>())
        labels << QString::fromUtf8(choice.label.data(), static_cast<qsizetype>(choice.label.size()))
               << QString::fromUtf8(choice.cost.data(), static_cast<qsizetype>(choice.cost.size()));
}

const QStringList german{QStringLiteral("de-DE")};

} // namespace

class LanguageTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void hasEveryTextInGerman();
    void coversCoresLabels();
    void speaksEnglishWhereNothingElseIsKnown();
    void speaksGerman();
    void speaksGermanInCharts();
    void saysAssumptionsInGerman();
    void writesReportsInGerman();
    void namesTensorsInGerman();
    void writesAndReadsNumbers_data();
    void writesAndReadsNumbers();
    void writesFigures_data();
    void writesFigures();
    void hasDistinctMnemonics();
    void fitsSmallScreens();
    void goesBackToEnglish();
};

void LanguageTest::hasEveryTextInGerman()
{
    const QList<Message> all = messages();
    QVERIFY(all.size() > 600);
    for (const Message& message : all) {
        const QByteArray where = (message.context + QStringLiteral(": ") + message.english).toUtf8();
        QVERIFY2(message.state.isEmpty() && !message.german.isEmpty(), where.constData());
        QVERIFY2(placesIn(message.english) == placesIn(message.german), where.constData());
        QVERIFY2(message.english.contains(u'&') == message.german.contains(u'&'), where.constData());
        QVERIFY2(message.english.count(u'\n') == message.german.count(u'\n'), where.constData());
    }
}

void LanguageTest::coversCoresLabels()
{
    QStringList labels;
    addLabels<Norm>(labels);
    addLabels<Activation>(labels);
    addLabels<Positional>(labels);
    addLabels<Stack>(labels);
    addLabels<Method>(labels);
    addLabels<QuantizationFormat>(labels);
    addLabels<Widened>(labels);
    addLabels<Precision>(labels);
    addLabels<Optimizer>(labels);
    addLabels<OptimizerKernel>(labels);
    addLabels<Attention>(labels);
    addLabels<Kernels>(labels);
    addLabels<Checkpointing>(labels);
    addLabels<Loss>(labels);
    addLabels<Segments>(labels);
    addLabels<DataParallel>(labels);
    addLabels<ReduceType>(labels);
    addLabels<PipelineSchedule>(labels);
    addLabels<ParameterOffload>(labels);
    addLabels<MegatronLayers>(labels);
    addLabels<MegatronLoss>(labels);
    addLabels<RecomputeMethod>(labels);
    addLabels<ContextExchange>(labels);
    for (const LineItemInfo& item : lineItems())
        for (const std::string_view text : {item.label, item.meaning, item.lever, item.leverCost, item.source})
            labels << QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    QStringList known;
    for (const char* label : coreLabels())
        known << QString::fromUtf8(label);
    for (const QString& label : labels)
        QVERIFY2(label.isEmpty() || known.contains(label), qPrintable(label));
}

void LanguageTest::speaksEnglishWhereNothingElseIsKnown()
{
    const Language language({QStringLiteral("xx-YY"), QStringLiteral("en-GB"), QStringLiteral("de-DE")});
    QCOMPARE(language.locale().language(), QLocale::English);
    Bench bench;
    compareShown(bench);
}

void LanguageTest::speaksGerman()
{
    const Language language(german);
    QCOMPARE(language.locale().language(), QLocale::German);
    Bench bench;
    QCOMPARE(bench.window.menuBar()->actions().front()->text(), QStringLiteral("&Datei"));
    QCOMPARE(bench.row("training.micro_batch").name(), QStringLiteral("Batch"));
    QCOMPARE(bench.row("training.checkpointing").name(), QStringLiteral("Checkpointing"));
    const QString verdict = bench.window.verdict().sentence();
    QVERIFY2(verdict.startsWith(QStringLiteral("Braucht 60,9 GB auf der Karte. Passt auf H100")), qPrintable(verdict));
    QVERIFY2(verdict.contains(QStringLiteral("Höchststand 59,1 GB im Rückwärtslauf, bei mlp down (linear)")),
             qPrintable(verdict));
    const LedgerModel& ledger = bench.window.ledger().ledger();
    const int weights = ledger.rowOf(LineItem::Weights);
    QCOMPARE(ledger.index(weights, LedgerModel::Item).data().toString(), QStringLiteral("Gewichte"));
    QCOMPARE(ledger.index(weights, LedgerModel::AtPeak).data().toString(), QStringLiteral("4.045.066.144 B"));
    QVERIFY(bench.row("training.precision").toolTip().contains(QStringLiteral("Quelle: ")));
    QCOMPARE(QCoreApplication::translate("MapDrawing", "fits by releasing cache"),
             QStringLiteral("passt durch Freigeben von Vorrat"));
    QCOMPARE(QCoreApplication::translate("TierChart", "No tiers are shown."),
             QStringLiteral("Es werden keine Karten gezeigt."));
}

void LanguageTest::speaksGermanInCharts()
{
    const Language language(german);
    const TierChart chart = tierChart(*estimate(workedExample(), defaultTiers()), ByteUnit::GB);
    QCOMPARE(chart.bars.front().label, QStringLiteral("+37,2 GB OOM"));
    QCOMPARE(chart.bars.back().label, QStringLiteral("32 % passt"));
    QCOMPARE(chart.bars.back().sentence, QStringLiteral("Passt auf B200 SXM 180GB (32 %)."));
    QVERIFY(chart.bars.front().failure.contains(QStringLiteral("attention qkv: Umwandlung")));
    Bench bench;
    QCOMPARE(bench.window.filing().name(), QStringLiteral("Rechenbeispiel"));
    QCOMPARE(differenceText(Bytes(1'500'000'000), ByteUnit::GB), QStringLiteral("+1,50 GB"));
    QCOMPARE(shownTitle("worked example: 1.01B · batch 256 × 4,096 · AdamW · no checkpointing"),
             QStringLiteral("Rechenbeispiel: 1,01B · Batch 256 × 4.096 · AdamW · kein Checkpointing"));
    QCOMPARE(shown(std::string_view("batch: 256 → 1,024")), QStringLiteral("Batch: 256 → 1.024"));
    QCOMPARE(shown(std::string_view("0.25")), QStringLiteral("0,25"));
    QCOMPARE(shown(std::string_view("12.5M")), QStringLiteral("12,5M"));
    QCOMPARE(shown(std::string_view("2.15")), QStringLiteral("2.15")); // a release
}

// Whatever recipe an estimate is of.
void LanguageTest::saysAssumptionsInGerman()
{
    std::set<std::string_view> headings;
    for (const char* heading : coreReports())
        QVERIFY2(headings.insert(heading).second, heading);
    std::vector<Scenario> scenarios{workedExample()};
    for (const char* assignment :
         {"training.checkpointing=selective", "training.checkpointing=sqrt", "training.checkpointing=offloaded",
          "training.precision=bf16-master", "training.precision=bf16-master-fp32-grad", R"(software.torch="2.4")",
          R"(software.transformers="4.45")", R"(software.transformers="4.47")"})
        scenarios.push_back(*withValue(workedExample(), assignment));
    for (const DataParallel data : {DataParallel::Ddp, DataParallel::Fsdp, DataParallel::Zero2, DataParallel::Zero3}) {
        scenarios.push_back(workedExample());
        findLever("parallelism.data")->write(scenarios.back(), static_cast<double>(data));
    }
    scenarios.push_back(workedExample());
    scenarios.back().model.mlpDropout = false;
    scenarios.back().parallelism.gpus = 8;
    scenarios.back().parallelism.data = DataParallel::Zero1;
    findLever("training.stack")->write(scenarios.back(), static_cast<double>(Stack::Megatron));
    const Language language(german);
    for (const Scenario& scenario : scenarios) {
        const Result<Estimate> counted = estimate(scenario, defaultTiers());
        QVERIFY2(counted, counted ? "" : counted.error().message().c_str());
        QVERIFY(!counted->assumptions.empty());
        for (const std::vector<std::string>& lines : {counted->assumptions, counted->warnings})
            for (const std::string& line : lines) {
                QVERIFY2(shown(line) != QString::fromStdString(line), line.c_str());
                QVERIFY2(!shown(line).contains(QStringLiteral("2,15")), line.c_str());
            }
        QVERIFY(shown(verdictSentence(*counted)).startsWith(QStringLiteral("Braucht ")));
    }
}

// What a user takes out of a German window, whatever is in it; devices' names, releases and sources stay.
void LanguageTest::writesReportsInGerman()
{
    std::set<std::string_view> headings;
    for (const char* heading : coreReports())
        QVERIFY2(headings.insert(heading).second, heading);
    std::vector<Scenario> scenarios{workedExample()};
    for (const char* assignment : {"training.stack=\"megatron\"", "parallelism.pipeline=2"})
        if (const Result<Scenario> changed = withValue(workedExample(), assignment))
            scenarios.push_back(*changed);
    const Language language(german);
    for (const Scenario& scenario : scenarios) {
        const Result<Estimate> counted = estimate(scenario, defaultTiers());
        if (!counted)
            continue;
        for (const report::Table& table : report::tables(*counted, ByteUnit::GB)) {
            QVERIFY2(saidInReports(ReportText::Sentence, table.title) != table.title || table.title == "Phases",
                     table.title.c_str());
            for (const report::Column& column : table.columns)
                QVERIFY2(column.title.empty() || saidInReports(ReportText::Cell, column.title) != column.title
                             || column.title == "phase",
                         column.title.c_str());
        }
        const ReportEntry entry{scenario.name, *counted};
        ReportOptions options;
        options.say = &saidInReports;
        const QString text = QString::fromStdString(findReportFormat("markdown")->render({&entry, 1}, options));
        for (const char* english :
             {" the ", " of ", "buffers", "what ", "peak", "weights |", "4,045", "activations", "parameters"})
            for (const QString& line : text.split(u'\n'))
                if (!line.contains(QStringLiteral("GB | ")) || !line.contains(QStringLiteral("%"))) // devices
                    QVERIFY2(!line.contains(QLatin1String(english)), qPrintable(line));
        const QByteArray csv = QByteArray::fromStdString(findReportFormat("csv")->render({&entry, 1}, options));
        QVERIFY(csv.contains("weights"));
        QVERIFY(csv.contains("4045066144"));
    }
}

void LanguageTest::namesTensorsInGerman()
{
    QCOMPARE(shownTensors("20 × 33.6 MB mlp down: cast + 1 × 4 B loss: initial gradient + 3 kinds more"),
             QStringLiteral("20 × 33.6 MB mlp down: cast + 1 × 4 B loss: initial gradient + 3 kinds more"));
    const Language language(german);
    QCOMPARE(figures(shownTensors("20 × 33.6 MB mlp down: cast + 1 × 4 B loss: initial gradient + 3 kinds more")),
             QStringLiteral("20 × 33,6 MB mlp down: Umwandlung + 1 × 4 B Verlust: erster Gradient + 3 weitere Arten"));
    QCOMPARE(shown(std::string_view("1 × 138 MB mlp down: linear, backward + 2 × 64 B loss: add")),
             QStringLiteral("1 × 138 MB mlp down: linear, Rückwärtslauf + 2 × 64 B Verlust: Addition"));
    QCOMPARE(shownTensors("mlp down: linear, backward"), QStringLiteral("mlp down: linear, Rückwärtslauf"));
    QCOMPARE(shownTensors("1,011,266,536 × 4 B"), QStringLiteral("1,011,266,536 × 4 B"));
    QCOMPARE(shown(std::string_view("attention qkv: cast, 105 MB, in forward of step 1")),
             QStringLiteral("attention qkv: Umwandlung, 105 MB, im Vorwärtslauf von Schritt 1"));
    // Each word once, and those of a step's largest tensors are there.
    std::set<std::string_view> words;
    for (const char* word : coreTensors())
        QVERIFY2(words.insert(word).second, word);
    const Estimate counted = *estimate(workedExample(), defaultTiers());
    for (const LiveTensors& tensors : counted.alive) {
        const QString operation
            = QString::fromStdString(tensors.name).section(QStringLiteral(": "), 1).section(u',', 0, 0);
        static const QStringList code{QStringLiteral("dropout"), QStringLiteral("gelu"), QString()};
        QVERIFY2(code.contains(operation) || words.contains(operation.toStdString()), tensors.name.c_str());
    }
}

void LanguageTest::writesAndReadsNumbers_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("shown");
    QTest::newRow("groups") << "training.sequence_length"
                            << "4.096" << 4096.0 << "4.096";
    QTest::newRow("suffix") << "training.sequence_length"
                            << "2k" << 2048.0 << "2.048";
    QTest::newRow("decimals") << "model.dropout"
                              << "0,25" << 0.25 << "0,25";
    QTest::newRow("bytes") << "memory.other_bytes"
                           << "1,5 GB" << 1.5e9 << "1,5 GB";
    QTest::newRow("parameters") << "model"
                                << "1,01B" << 1'011'266'536.0 << "1,01B";
}

void LanguageTest::writesAndReadsNumbers()
{
    QFETCH(const QString, path);
    QFETCH(const QString, typed);
    QFETCH(const double, value);
    QFETCH(const QString, shown);
    const Language language(german);
    Bench bench;
    for (std::size_t group = 1; group < leverGroupCount; ++group)
        bench.window.leverPanel().group(static_cast<LeverGroup>(group))->setOpen(true);
    const QByteArray lever = path.toUtf8();
    bench.type(lever.constData(), typed.toUtf8().constData());
    QCOMPARE(findLever(lever.toStdString())->read(bench.window.session().scenario()), value);
    QCOMPARE(bench.row(lever.constData()).field()->text(), shown);
}

void LanguageTest::writesFigures_data()
{
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("german");
    QTest::newRow("bytes") << "4,045,066,144 B (4.05 GB)"
                           << "4.045.066.144 B (4,05 GB)";
    QTest::newRow("formula") << "1,011,266,536 × 4 B"
                             << "1.011.266.536 × 4 B";
    QTest::newRow("names") << "Llama-3.1-8B on v2.15"
                           << "Llama-3.1-8B on v2.15";
    QTest::newRow("sentence") << "norm 2, in step 3."
                              << "norm 2, in step 3.";
}

void LanguageTest::writesFigures()
{
    QFETCH(const QString, english);
    QFETCH(const QString, german);
    QCOMPARE(figures(english), english);
    const Language language(::german);
    QCOMPARE(figures(english), german);
}

void LanguageTest::hasDistinctMnemonics()
{
    const Language language(german);
    Bench bench;
    std::set<QString> taken;
    const auto take = [&](const QString& text) {
        const QString key = QKeySequence::mnemonic(text).toString();
        return key.isEmpty() || taken.insert(key).second;
    };
    for (const QAction* menu : bench.window.menuBar()->actions())
        QVERIFY2(take(menu->text()), qPrintable(menu->text()));
    for (const QLabel* label : bench.window.findChildren<QLabel*>())
        if (label->buddy())
            QVERIFY2(take(label->text()), qPrintable(label->text()));
    for (std::size_t group = 1; group < leverGroupCount; ++group) {
        const QString title = bench.window.leverPanel().group(static_cast<LeverGroup>(group))->heading()->text();
        QVERIFY2(take(title), qPrintable(title));
    }
    for (const QMenu* menu : bench.window.findChildren<QMenu*>()) {
        taken.clear();
        for (const QAction* action : menu->actions())
            QVERIFY2(take(action->text()), qPrintable(action->text()));
    }
}

void LanguageTest::fitsSmallScreens()
{
    const Language language(german);
    Bench bench;
    bench.window.resize(800, 600);
    QCOMPARE(bench.window.size(), QSize(800, 600));
    for (std::size_t group = 1; group < leverGroupCount; ++group)
        bench.window.leverPanel().group(static_cast<LeverGroup>(group))->setOpen(true);
    QCoreApplication::processEvents();
    const LeverPanel& levers = bench.window.leverPanel();
    QVERIFY(levers.widget()->width() <= levers.viewport()->width());
    QCOMPARE(bench.window.size(), QSize(800, 600));
    for (const QLabel* label : bench.window.findChildren<QLabel*>())
        if (label->isVisible() && !label->text().isEmpty() && !label->wordWrap())
            QVERIFY2(label->width() >= label->sizeHint().width(), qPrintable(label->text()));
}

void LanguageTest::goesBackToEnglish()
{
    {
        const Language language(german);
        QCOMPARE(shown(std::string_view("weights")), QStringLiteral("Gewichte"));
    }
    QCOMPARE(shown(std::string_view("weights")), QStringLiteral("weights"));
}

QTEST_MAIN(LanguageTest)
#include "tst_language.moc"
