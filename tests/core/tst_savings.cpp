// SPDX-License-Identifier: GPL-3.0-or-later
// Advice against brute force, on reference scenarios of every file of counted runs.
#include "advice/advicesearch.h"
#include "advice/goals.h"
#include "scenario/choices.h"
#include "scenario/scenariofile.h"
#include "support/rows.h"

#include <QTest>

using namespace plimsoll;

namespace {

// Of the rows: about thirty of them, or with PLIMSOLL_EVERY_NTH in the environment as many as one asks for.
std::size_t everyNth()
{
    const int asked = qEnvironmentVariableIntValue("PLIMSOLL_EVERY_NTH");
    return asked > 0 ? static_cast<std::size_t>(asked) : 53;
}

std::vector<test::Row> referenceRows()
{
    std::vector<test::Row> sampled;
    std::size_t number = 0;
    for (const char* file : {"runs", "runs-dense", "runs-losses", "runs-moe", "runs-optimizers", "runs-parallel",
                             "runs-recipes", "runs-variants", "runs-encoders"})
        for (test::Row& row : test::readRows(std::string(PLIMSOLL_TEST_DATA "/") + file + ".jsonl"))
            if (row.scenario && number++ % everyNth() == 0)
                sampled.push_back(std::move(row));
    return sampled;
}

// The choices of the scenario file that may be made otherwise, and what --set calls them.
std::vector<std::string> otherValues()
{
    std::vector<std::string> assignments;
    const auto add = [&](const char* path, std::span<const Choice> choices) {
        for (const Choice& choice : choices)
            assignments.push_back(std::string(path) + '=' + std::string(choice.id));
    };
    add("training.precision", choices<Precision>());
    add("training.optimizer", choices<Optimizer>());
    add("training.checkpointing", choices<Checkpointing>());
    add("training.method", choices<Method>());
    add("training.attention", choices<Attention>());
    add("training.kernels", choices<Kernels>());
    add("training.loss", choices<Loss>());
    add("training.optimizer_kernel", choices<OptimizerKernel>());
    add("memory.allocator", choices<Segments>());
    for (const char* flag : {"training.optimizer_in_backward", "training.keep_gradients", "training.keep_logits"})
        for (const char* value : {"=false", "=true"})
            assignments.push_back(std::string(flag) + value);
    return assignments;
}

std::vector<Advice> singlesOf(const Estimate& estimate)
{
    AdviceSearch search(estimate, {});
    const std::size_t singles = search.count();
    while (search.tried() < singles && search.advance())
        continue;
    return search.singles();
}

} // namespace

class TestSavings : public QObject
{
    Q_OBJECT

private slots:
    void bestIsTheBestByBruteForce_data();
    void bestIsTheBestByBruteForce();
    void everySavingIsADifferenceOfEstimates();
    void everyStopHasACostAndASource();
    void goalsAreReachedAndNotSurpassed();
};

void TestSavings::bestIsTheBestByBruteForce_data()
{
    QTest::addColumn<int>("number");
    const std::vector<test::Row> rows = referenceRows();
    QVERIFY(rows.size() >= 20);
    for (std::size_t i = 0; i < rows.size(); ++i)
        QTest::newRow(rows[i].id.c_str()) << static_cast<int>(i);
}

// Set as --set does, without the table of levers; batch and sequence at their next smaller stop.
void TestSavings::bestIsTheBestByBruteForce()
{
    QFETCH(const int, number);
    static const std::vector<test::Row> rows = referenceRows();
    const Scenario& scenario = *rows[static_cast<std::size_t>(number)].scenario;
    const Estimate now = *estimate(scenario);
    Bytes least = now.total;
    for (const std::string& assignment : otherValues())
        if (const Result<Scenario> changed = withValue(scenario, assignment))
            if (const Result<Estimate> counted = estimate(*changed))
                least = std::min(least, counted->total);
    const std::vector<Advice> advice = singlesOf(now);
    if (least < now.total)
        QVERIFY(!advice.empty());
    if (!advice.empty())
        QVERIFY2(advice.front().after <= least, advice.front().change.label.c_str());
    // And what advice knows beyond it, it knows from other levers' stops.
    for (const Advice& each : advice)
        if (each.after < least)
            QVERIFY2(each.change.levers.front() != "training.checkpointing", each.change.label.c_str());
}

void TestSavings::everySavingIsADifferenceOfEstimates()
{
    for (const char* assignment : {"training.micro_batch=256", "training.checkpointing=full"}) {
        const Estimate now = *estimate(*withValue(workedExample(), assignment));
        AdviceSearch search(now, {});
        while (search.advance())
            continue;
        QCOMPARE(search.tried(), search.count());
        QVERIFY(!search.pairs().empty());
        for (const std::vector<Advice>* advice : {&search.singles(), &search.pairs()})
            for (const Advice& each : *advice)
                QCOMPARE(each.saving(), now.total - estimate(each.change.scenario)->total);
    }
}

void TestSavings::everyStopHasACostAndASource()
{
    Scenario spread = workedExample();
    spread.parallelism.gpus = 8;
    spread.parallelism.data = DataParallel::Fsdp;
    for (const Scenario& scenario : {workedExample(), spread})
        for (const Change& change : singleChanges(scenario)) {
            const bool isUsual = change.label.ends_with(": none");
            QVERIFY2(!change.cost.empty() || isUsual, change.label.c_str());
            QVERIFY2(!change.source.empty() || change.levers.front() == "training.sequence_length",
                     change.label.c_str());
        }
}

void TestSavings::goalsAreReachedAndNotSurpassed()
{
    const Device& card = *findDevice("a100-sxm4-40gb");
    const auto fits = [&](const Scenario& scenario) {
        return estimate(scenario, {&card, 1})->devices.front().verdict != Verdict::Oom;
    };
    const Scenario large = readScenario(R"({"plimsoll": 1, "model": {"preset": "meta-llama/Llama-3.1-8B"}, "training":
                           {"micro_batch": 1, "sequence_length": 2048, "checkpointing": "full"}})",
                                        {})
                               ->scenario;
    QVERIFY(!fits(large));
    for (const Goal& goal : goals()) {
        const Result<Goal::Reached> reached = goal.reach(goal.name == "fewest GPUs" ? large : workedExample(), card);
        QVERIFY(reached && reached->scenario);
        QVERIFY2(fits(*reached->scenario), goal.name.data());
    }
    Scenario more = *goals()[0].reach(workedExample(), card)->scenario;
    more.training.microBatch += 1;
    QVERIFY(!fits(more));
    // Spreading weights over many does not make activations smaller.
    QVERIFY(!fewestGpus(workedExample(), card)->scenario);
    Scenario fewer = *fewestGpus(large, card)->scenario;
    QVERIFY(fewer.parallelism.gpus > 1);
    fewer.parallelism.gpus -= 1;
    QVERIFY(fewer.parallelism.gpus == 1 || !fits(fewer));
    QCOMPARE(fewestGpus(workedExample(), *findDevice("h100-sxm5-80gb"))->value, std::string("1"));
}

QTEST_GUILESS_MAIN(TestSavings)
#include "tst_savings.moc"
