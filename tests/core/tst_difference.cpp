// SPDX-License-Identifier: GPL-3.0-or-later
// What lies between two scenarios adds up, to the byte, for pairs drawn at random from a printed seed.
#include "advice/difference.h"
#include "scenario/choices.h"
#include "scenario/scenariofile.h"

#include <QTest>

#include <random>

using namespace plimsoll;

namespace {

// Changes of one field each; what a scenario refuses is left out.
const std::vector<std::string>& assignments()
{
    static const std::vector<std::string> all = [] {
        std::vector<std::string> texts{"training.micro_batch=8",
                                       "training.micro_batch=300",
                                       "training.sequence_length=64",
                                       "training.sequence_length=512",
                                       "training.keep_logits=true",
                                       "training.gradient_accumulation=4",
                                       "training.optimizer_in_backward=true",
                                       "training.reentrant=true",
                                       "training.checkpoint_every=2",
                                       "memory.context_bytes=700000000",
                                       "memory.other_bytes=1000000",
                                       "memory.tight_above=0.8",
                                       "parallelism.gpus=4",
                                       "parallelism.data=fsdp",
                                       "parallelism.data=ddp",
                                       "model.layers=5",
                                       "model.vocab=32000",
                                       "software.torch=2.8"};
        const auto add = [&](const char* path, std::span<const Choice> choices) {
            for (const Choice& choice : choices)
                texts.push_back(std::string(path) + '=' + std::string(choice.id));
        };
        add("training.precision", choices<Precision>());
        add("training.optimizer", choices<Optimizer>());
        add("training.checkpointing", choices<Checkpointing>());
        add("training.loss", choices<Loss>());
        add("memory.allocator", choices<Segments>());
        return texts;
    }();
    return all;
}

Scenario drawn(std::mt19937_64& engine)
{
    Scenario scenario = workedExample();
    scenario.model.layers = 3;
    const auto count = std::uniform_int_distribution<int>(0, 5)(engine);
    for (int i = 0; i < count; ++i) {
        const auto place = std::uniform_int_distribution<std::size_t>(0, assignments().size() - 1)(engine);
        if (Result<Scenario> changed = withValue(scenario, assignments()[place]))
            scenario = std::move(*changed);
    }
    return scenario;
}

std::vector<DifferenceTerm> termsBetween(const Estimate& before, const Estimate& after)
{
    Difference difference(before.scenario, before.total, after, {});
    while (difference.advance())
        continue;
    return difference.terms();
}

} // namespace

class TestDifference : public QObject
{
    Q_OBJECT

private slots:
    void termsAddUp();
    void stepsAreScenarios();
    void stepsSayWhatHasChanged();
    void sameScenariosDoNotDiffer();
    void fieldsThatGoTogetherAreOneStep();
};

void TestDifference::termsAddUp()
{
    constexpr std::uint64_t seed = 20'261'130;
    qInfo("seed %llu", static_cast<unsigned long long>(seed));
    std::mt19937_64 engine(seed);
    int compared = 0;
    while (compared < 120) {
        const Result<Estimate> before = estimate(drawn(engine));
        const Result<Estimate> after = estimate(drawn(engine));
        if (!before || !after)
            continue;
        ++compared;
        Bytes sum;
        Bytes reached = before->total;
        for (const DifferenceTerm& term : termsBetween(*before, *after)) {
            QCOMPARE(term.before, reached);
            reached = term.after;
            sum += term.change();
        }
        QCOMPARE(sum, after->total - before->total);
    }
}

// Every term is what estimates of two scenarios differ by.
void TestDifference::stepsAreScenarios()
{
    std::mt19937_64 engine(11);
    for (int i = 0; i < 20; ++i) {
        const Result<Estimate> before = estimate(drawn(engine));
        const Result<Estimate> after = estimate(drawn(engine));
        if (!before || !after)
            continue;
        for (const DifferenceTerm& term : termsBetween(*before, *after))
            QCOMPARE(estimate(term.step.scenario)->total, term.after);
    }
}

void TestDifference::stepsSayWhatHasChanged()
{
    Scenario after = workedExample();
    after.training.microBatch = 128;
    after.training.checkpointing = Checkpointing::Full;
    const std::vector<DifferenceStep> steps = differenceSteps(workedExample(), after);
    QCOMPARE(steps.size(), 2U);
    QCOMPARE(QString::fromStdString(steps[0].label), QStringLiteral("batch: 256 → 128"));
    QCOMPARE(QString::fromStdString(steps[1].label), QStringLiteral("checkpointing: none → full"));
    QCOMPARE(steps[1].scenario, after);
}

void TestDifference::sameScenariosDoNotDiffer()
{
    QVERIFY(differenceSteps(workedExample(), workedExample()).empty());
}

// FSDP2 needs more than one GPU: the one without the other is no scenario.
void TestDifference::fieldsThatGoTogetherAreOneStep()
{
    Scenario after = workedExample();
    after.parallelism.gpus = 4;
    after.parallelism.data = DataParallel::Fsdp;
    const std::vector<DifferenceStep> steps = differenceSteps(workedExample(), after);
    QVERIFY(!steps.empty());
    QCOMPARE(steps.back().scenario, after);
    for (const DifferenceStep& step : steps)
        QVERIFY(readScenario(writeScenario(step.scenario), {}));
}

QTEST_GUILESS_MAIN(TestDifference)
#include "tst_difference.moc"
