// SPDX-License-Identifier: GPL-3.0-or-later
// The largest batch against runs on full cards (tests/data/limits.jsonl), and out-of-memory messages.
#include "advice/explainoom.h"
#include "advice/solve.h"
#include "interchange/oomreport.h"
#include "interchange/outofmemory.h"
#include "scenario/scenariofile.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <QTest>

#include <fstream>

using namespace plimsoll;

namespace {

struct Limit
{
    std::string id;
    Scenario scenario;
    Device device;
    std::int64_t largest = 0;
};

Limit limitOf(const std::string& line)
{
    const boost::json::value row = boost::json::parse(line);
    const boost::json::value& scenario = row.at("scenario");
    const Result<ScenarioFile> read = readScenario(boost::json::serialize(scenario), {});
    Limit limit;
    limit.id = scenario.at("id").as_string();
    limit.scenario = read.value().scenario;
    limit.scenario.memory.context = Bytes(scenario.at("card").at("context_bytes").as_int64());
    limit.device.id = "card";
    limit.device.usable = Bytes(scenario.at("card").at("usable_bytes").as_int64());
    limit.largest = row.at("largest_micro_batch").as_int64();
    return limit;
}

std::vector<Limit> limits()
{
    std::vector<Limit> all;
    std::ifstream in(PLIMSOLL_TEST_DATA "/limits.jsonl");
    for (std::string line; std::getline(in, line);)
        all.push_back(limitOf(line));
    return all;
}

// Batch 400 of row limit-003, of which 194 run: as PyTorch 2.15 put it, but for what its driver does not tell.
constexpr const char* realMessage
    = "CUDA out of memory. Tried to allocate 3.12 GiB. GPU 0 has a total capacity of 39.56 GiB of which 933.25 MiB is "
      "free. Of the allocated memory 36.49 GiB is allocated by PyTorch, and 1.70 GiB is reserved by PyTorch but "
      "unallocated.";

Scenario overfull()
{
    Scenario scenario = workedExample();
    scenario.training.microBatch = 400;
    scenario.training.sequenceLength = 512;
    scenario.training.checkpointing = Checkpointing::Full;
    scenario.memory.context = Bytes(500'000'000);
    return scenario;
}

} // namespace

class TestAdvice : public QObject
{
    Q_OBJECT

private slots:
    void findsTheLargestBatchThatRan()
    {
        int equal = 0;
        const std::vector<Limit> all = limits();
        QCOMPARE(all.size(), std::size_t{31});
        for (const Limit& limit : all) {
            const Result<Solution> solution = solve(limit.scenario, limit.device, "training.micro_batch");
            QVERIFY(solution);
            if (solution->value == limit.largest)
                ++equal;
            else
                qInfo("%s: %lld, ran with %lld", limit.id.c_str(), static_cast<long long>(solution->value),
                      static_cast<long long>(limit.largest));
            QVERIFY(static_cast<double>(solution->value) <= 1.01 * static_cast<double>(limit.largest));
        }
        QVERIFY(equal >= 30);
    }

    void solvesForTheSequence()
    {
        const Device& card = *findDevice("h100-sxm5-80gb");
        const Result<Solution> solution = solve(workedExample(), card, "training.sequence_length");
        QVERIFY(solution && solution->value > 100);
        QCOMPARE(solution->estimate.scenario.training.sequenceLength, solution->value);
        QVERIFY(solution->estimate.devices.front().verdict != Verdict::Oom);
        Scenario more = workedExample();
        more.training.sequenceLength = solution->value + 1;
        QVERIFY(estimate(more, std::span(&card, 1))->devices.front().verdict == Verdict::Oom);
    }

    void learnedPositionsBoundTheSequence()
    {
        Scenario scenario = workedExample();
        scenario.model.positional = Positional::Learned;
        scenario.model.maxPosition = 120;
        const Result<Solution> solution = solve(scenario, *findDevice("h100-sxm5-80gb"), "training.sequence_length");
        QVERIFY(solution);
        QCOMPARE(solution->value, 120);
    }

    void saysWhereNothingFits()
    {
        Device card;
        card.id = "card";
        card.usable = Bytes(9'000'000'000);
        const Result<Solution> solution = solve(workedExample(), card, "training.micro_batch");
        QVERIFY(solution);
        QCOMPARE(solution->value, 0);
        QVERIFY(solution->estimate.devices.front().oom);
        QVERIFY(!solve(workedExample(), card, "training.no_such_field"));
    }

    void printsPyTorchsMessage()
    {
        Device card;
        card.usable = Bytes(42'480'000'000);
        const Result<Estimate> result = estimate(overfull(), std::span(&card, 1));
        QVERIFY(result);
        const Result<OomText> ours = parseOomText(outOfMemoryMessage(result->devices.front()));
        const Result<OomText> real = parseOomText(realMessage);
        QVERIFY(ours && real);
        QCOMPARE(ours->tried, real->tried);
        QCOMPARE(ours->capacity, real->capacity);
        QCOMPARE(ours->free, real->free);
        QCOMPARE(ours->allocated, real->allocated);
        QCOMPARE(ours->unallocated, real->unallocated);
    }

    void namesTheTensor()
    {
        const Result<OomExplanation> explanation = explainOom(overfull(), realMessage);
        QVERIFY(explanation && explanation->exact && !explanation->candidates.empty());
        const auto up = std::ranges::find(explanation->candidates, "mlp up: linear", &OomCandidate::tensor);
        QVERIFY(up != explanation->candidates.end());
        QCOMPARE(up->bytes.count(), 400LL * 512 * 8192 * 2);
        QVERIFY(up->growsWithBatch && up->growsWithSequence);
    }

    void parametersTensorsDoNotGrow()
    {
        // A foreach temporary of the optimizer: as large as the weights it belongs to.
        const Result<OomExplanation> explanation = explainOom(workedExample(), "Tried to allocate 64.00 MiB");
        QVERIFY(explanation && explanation->exact);
        const auto step = std::ranges::find(explanation->candidates, Phase::OptimizerStep, &OomCandidate::phase);
        QVERIFY(step != explanation->candidates.end());
        QVERIFY(!step->growsWithBatch && !step->growsWithSequence);
    }

    void offersTheNearestSizes()
    {
        const Result<OomExplanation> explanation = explainOom(workedExample(), "Tried to allocate 390.00 MiB");
        QVERIFY(explanation && !explanation->exact);
        QCOMPARE(explanation->candidates.front().bytes.count(), 400 * mib);
        QVERIFY(oomText(*explanation, *estimate(workedExample())).starts_with("No tensor"));
    }

    void readsOldMessages()
    {
        const Result<OomText> text = parseOomText(
            "RuntimeError: CUDA out of memory. Tried to allocate 20.00 MiB (GPU 0; 7.79 GiB total capacity; 6.10 GiB "
            "already allocated; 17.06 MiB free; 6.20 GiB reserved in total by PyTorch)");
        QVERIFY(text);
        QCOMPARE(text->bytes.count(), 20 * mib);
        QCOMPARE(text->capacity, std::optional(Bytes(static_cast<std::int64_t>(7.79 * gib + 0.5))));
        QVERIFY(text->unallocated && *text->unallocated < Bytes(110 * mib) && *text->unallocated > Bytes(90 * mib));
    }

    void refusesWhatIsNoMessage_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("empty") << QString();
        QTest::newRow("other text") << QStringLiteral("segmentation fault");
        QTest::newRow("no number") << QStringLiteral("Tried to allocate much");
        QTest::newRow("no unit") << QStringLiteral("Tried to allocate 12");
        QTest::newRow("nothing") << QStringLiteral("Tried to allocate 0 bytes");
        QTest::newRow("beyond counting") << QStringLiteral("Tried to allocate 999999999999999 TiB");
        QTest::newRow("very long") << QString(100'000, u'x');
    }

    void refusesWhatIsNoMessage()
    {
        QFETCH(QString, text);
        const Result<OomText> result = parseOomText(text.toStdString());
        QVERIFY(!result);
        QVERIFY(QString::fromStdString(result.error().message()).contains("Tried to allocate"));
    }
};

QTEST_APPLESS_MAIN(TestAdvice)
#include "tst_advice.moc"
