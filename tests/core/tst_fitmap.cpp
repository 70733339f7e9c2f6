// SPDX-License-Identifier: GPL-3.0-or-later
// The map of what fits against the estimate of each cell.
#include "advice/fitmap.h"
#include "advice/mapaxis.h"
#include "memory/cardcheck.h"
#include "scenario/scenariofile.h"

#include <QTest>

#include <random>

using namespace plimsoll;

namespace {

Scenario scenarioOf(const QByteArray& model, const QByteArray& training)
{
    const QByteArray text = R"({"plimsoll": 1, "model": )" + model + R"(, "training": )" + training + '}';
    const Result<ScenarioFile> file = readScenario(text.toStdString(), {});
    if (!file)
        qFatal("%s", file.error().message().c_str());
    return file->scenario;
}

const QByteArray example = R"({"layers": 20, "hidden": 2048, "heads": 16, "ffn": 8192, "vocab": 1000, "dropout": 0.1,
    "mlp_dropout": true, "bias": true, "head_bias": true})";
const QByteArray small = R"({"preset": "meta-llama/Llama-3.2-1B"})";
const QByteArray usual = R"({"preset": "meta-llama/Llama-3.1-8B"})";

struct Case
{
    const char* name;
    QByteArray model;
    QByteArray training;
    const char* device;
};

const std::vector<Case>& cases()
{
    static const std::vector<Case> all{
        {"worked example", example, R"({"micro_batch": 256, "sequence_length": 100})", "h100-sxm5-80gb"},
        {"checkpointed", example, R"({"micro_batch": 256, "sequence_length": 100, "checkpointing": "full"})",
         "a100-sxm4-40gb"},
        {"nothing fits", usual, R"({"micro_batch": 8, "sequence_length": 4096})", "l4"},
        {"odd place", small, R"({"micro_batch": 3, "sequence_length": 777, "precision": "bf16"})", "l4"},
        {"eager attention", small, R"({"micro_batch": 2, "sequence_length": 1024, "attention": "eager"})",
         "a100-sxm4-80gb"},
        {"LoRA", usual, R"({"micro_batch": 4, "sequence_length": 2048, "method": "lora", "precision": "bf16"})",
         "a100-sxm4-80gb"},
        {"QLoRA, checkpointed", usual,
         R"({"micro_batch": 4, "sequence_length": 2048, "method": "qlora", "precision": "bf16",
             "checkpointing": "full"})",
         "l4"},
    };
    return all;
}

constexpr std::size_t samples = 150;

Fit fitByEstimate(const Scenario& scenario, const Device& card)
{
    const Result<Estimate> counted = estimate(scenario, {&card, 1});
    return counted ? fitOf(counted->devices.front()) : Fit::Oom;
}

} // namespace

class TestFitMap : public QObject
{
    Q_OBJECT

private slots:
    void axisIsRoundAndHoldsWhereItStands_data();
    void axisIsRoundAndHoldsWhereItStands();
    void checkIsWhatTheEstimateSays_data();
    void checkIsWhatTheEstimateSays();
    void cellsAreWhatTheirEstimatesSay_data();
    void cellsAreWhatTheirEstimatesSay();
    void sequencesStayWithinThePositions();
};

void TestFitMap::axisIsRoundAndHoldsWhereItStands_data()
{
    QTest::addColumn<qint64>("current");
    for (const qint64 current : {1, 2, 3, 100, 256, 4096, 4097, 16'777'216})
        QTest::addRow("%lld", static_cast<long long>(current)) << current;
}

void TestFitMap::axisIsRoundAndHoldsWhereItStands()
{
    QFETCH(const qint64, current);
    const std::vector<std::int64_t> values = valuesAround(current, 64, [](std::int64_t) { return true; });
    QCOMPARE(values.size(), 64U);
    QVERIFY(std::ranges::is_sorted(values));
    QCOMPARE(std::ranges::adjacent_find(values), values.end());
    QCOMPARE(std::ranges::count(values, current), 1);
    const std::vector<std::int64_t> few
        = valuesAround(current, 64, [=](std::int64_t value) { return value <= current; });
    QCOMPARE(few.back(), current);
}

void TestFitMap::checkIsWhatTheEstimateSays_data()
{
    QTest::addColumn<int>("number");
    for (std::size_t i = 0; i < cases().size(); ++i)
        QTest::newRow(cases()[i].name) << static_cast<int>(i);
}

void TestFitMap::checkIsWhatTheEstimateSays()
{
    QFETCH(const int, number);
    const Case& each = cases()[static_cast<std::size_t>(number)];
    Scenario scenario = scenarioOf(each.model, each.training);
    for (const Device& device : deviceCatalog()) {
        const DeviceVerdict said = estimate(scenario, {&device, 1})->devices.front();
        const std::optional<CardCheck> check = checkOn(scenario, device);
        QVERIFY(check);
        QCOMPARE(check->verdict, said.verdict);
        QCOMPARE(check->releasesCache, said.releasesCache);
        if (said.verdict != Verdict::Oom)
            QCOMPARE(check->total, said.total);
        QVERIFY(*leastOn(scenario, device) <= said.total);
        scenario.training.microBatch += 1;
    }
}

void TestFitMap::cellsAreWhatTheirEstimatesSay_data()
{
    checkIsWhatTheEstimateSays_data();
}

// Cells near a border are drawn as often as all others.
void TestFitMap::cellsAreWhatTheirEstimatesSay()
{
    QFETCH(const int, number);
    const Case& each = cases()[static_cast<std::size_t>(number)];
    const Device& card = *findDevice(each.device);
    FitMap map(scenarioOf(each.model, each.training), card);
    QCOMPARE(map.batches().size(), FitMap::side);
    std::size_t untilWhole = 0;
    while (map.advance())
        untilWhole = map.isWhole() ? untilWhole : map.simulations();
    QVERIFY(map.isWhole());
    std::vector<std::pair<std::size_t, std::size_t>> near;
    std::vector<std::pair<std::size_t, std::size_t>> all;
    for (std::size_t s = 0; s < map.sequences().size(); ++s)
        for (std::size_t b = 0; b < map.batches().size(); ++b) {
            QVERIFY(map.fit(b, s).has_value());
            all.emplace_back(b, s);
            if (b + 1 < map.batches().size() && map.fit(b, s) != map.fit(b + 1, s)) {
                near.emplace_back(b, s);
                near.emplace_back(b + 1, s);
                if (b > 0)
                    near.emplace_back(b - 1, s);
            }
        }
    std::mt19937 random(7);
    int compared = 0;
    int different = 0;
    for (auto* cells : {&near, &all}) {
        std::ranges::shuffle(*cells, random);
        cells->resize(std::min<std::size_t>(cells->size(), samples));
        for (const auto& [b, s] : *cells) {
            ++compared;
            const Fit said = fitByEstimate(map.scenarioAt(b, s), card);
            if (said == *map.fit(b, s))
                continue;
            ++different;
            qInfo("batch %lld × %lld: %d, the estimate says %d", static_cast<long long>(map.batches()[b]),
                  static_cast<long long>(map.sequences()[s]), static_cast<int>(*map.fit(b, s)), static_cast<int>(said));
        }
    }
    qInfo("%d of %d differ; %d simulations, %d to confirm", different, compared, static_cast<int>(untilWhole),
          static_cast<int>(map.simulations() - untilWhole));
    QCOMPARE(different, 0);
}

void TestFitMap::sequencesStayWithinThePositions()
{
    Scenario scenario = workedExample();
    scenario.model.positional = Positional::Learned;
    scenario.model.maxPosition = 120;
    const FitMap map(scenario, *findDevice("h100-sxm5-80gb"));
    QVERIFY(map.sequences().back() <= 120);
    QCOMPARE(map.sequences()[map.currentSequence()], 100);
}

QTEST_GUILESS_MAIN(TestFitMap)
#include "tst_fitmap.moc"
