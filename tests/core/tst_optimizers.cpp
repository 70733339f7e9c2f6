// SPDX-License-Identifier: GPL-3.0-or-later
// Every optimizer, with each kernel, against runs of real PyTorch drawn for it: tests/data/runs-optimizers.jsonl,
// described in tests/data/README.md. Every figure is equal to the byte, but for reserved bytes of torchao's optimizers:
// torch.compile times its kernels in the first step, on buffers that depend on what it has cached before.
#include "memory/allocatorreplay.h"
#include "memory/timeline.h"
#include "scenario/choices.h"
#include "scenario/optimizerkernels.h"
#include "step/optimizers/rules.h"
#include "step/trainingloop.h"
#include "support/rows.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

using namespace plimsoll;

namespace {

constexpr std::array kernels{OptimizerKernel::Foreach, OptimizerKernel::Fused, OptimizerKernel::ForLoop};

std::int64_t peakOf(const Timeline& timeline, Phase phase)
{
    return timeline.phasePeaks[static_cast<std::size_t>(phase)].value_or(Bytes()).count();
}

struct StateBytes
{
    std::int64_t total = 0;
    std::int64_t tables = 0; // lookup tables of 8-bit states
    std::int64_t scales = 0; // how many tensors hold the scales of 8-bit states
};

// What the optimizer keeps between steps, without the gradient scaler's numbers. program: recorded whole.
StateBytes statesOf(const StepProgram& program)
{
    StateBytes states;
    for (std::size_t s = 0; s < program.steadyFrom; ++s)
        for (std::uint32_t e = program.sections[s].firstEvent; e < program.sectionEnd(s); ++e) {
            if (program.events[e] < 0)
                continue;
            const Allocation& made = program.allocations[static_cast<std::size_t>(program.events[e])];
            if (made.item != LineItem::OptimizerStates || made.module == std::string("gradient scaler"))
                continue;
            states.total += made.bytes;
            if (made.operation == std::string("lookup tables, for all parameters"))
                states.tables += made.bytes;
            if (made.operation == std::string("scales of 8-bit states"))
                ++states.scales;
        }
    return states;
}

// As the oracle counts them: with the lookup tables, a KiB each, once for every state that reads one. They exist once.
std::int64_t countedTablesByParameter(const StateBytes& states)
{
    return states.total - states.tables + states.scales * kib;
}

bool isCompiled(Optimizer optimizer)
{
    return optimizer == Optimizer::AdamW4bit || optimizer == Optimizer::AdamWFp8;
}

Scenario stepSetsThePeak(Optimizer optimizer)
{
    Scenario scenario;
    scenario.model.layers = 6;
    scenario.training.optimizer = optimizer;
    scenario.training.microBatch = 1;
    scenario.training.sequenceLength = 16;
    return scenario;
}

} // namespace

class TestOptimizers : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_rows = test::readRows(std::string(PLIMSOLL_TEST_DATA) + "/runs-optimizers.jsonl");
        QVERIFY(m_rows.size() > 100);
        for (const test::Row& row : m_rows)
            QVERIFY2(row.scenario, (row.id + ": " + row.refusal).c_str());
    }

    void rowsCoverEveryOptimizerAndKernel()
    {
        std::set<std::pair<Optimizer, OptimizerKernel>> covered;
        std::set<Optimizer> inBackward;
        for (const test::Row& row : m_rows) {
            const TrainingPlan& training = row.scenario->training;
            covered.insert({training.optimizer, kernelTaken(training.optimizer, training.optimizerKernel)});
            if (training.optimizerInBackward)
                inBackward.insert(training.optimizer);
        }
        for (std::size_t i = 0; i < choices<Optimizer>().size(); ++i)
            for (OptimizerKernel kernel : kernels)
                if (hasKernel(static_cast<Optimizer>(i), kernel))
                    QVERIFY2(covered.contains({static_cast<Optimizer>(i), kernel}),
                             std::string(choice(static_cast<Optimizer>(i)).id).c_str());
        QVERIFY(inBackward.size() >= 10);
    }

    // The scenario's table of kernels and the engine's rules say the same.
    void kernelsThatExistHaveRules()
    {
        for (std::size_t i = 0; i < choices<Optimizer>().size(); ++i) {
            const auto optimizer = static_cast<Optimizer>(i);
            for (OptimizerKernel kernel : kernels) {
                const bool hasRule = step::rulesOf(optimizer).update[static_cast<std::size_t>(kernel)] != nullptr;
                QCOMPARE(hasRule, hasKernel(optimizer, kernel));
                QVERIFY(hasKernel(optimizer, kernelTaken(optimizer, kernel)));
            }
        }
    }

    void replayIsExact_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            QTest::addRow("%s", m_rows[i].id.c_str()) << static_cast<int>(i);
    }

    void replayIsExact()
    {
        QFETCH(int, index);
        const test::Row& row = m_rows[static_cast<std::size_t>(index)];
        const StepProgram folded = step::record(*row.scenario, {}, step::Recording::SteadyStep);
        const Timeline timeline = replay(folded);

        QCOMPARE(folded.parameters, row.figure("parameters"));
        QCOMPARE(std::max(peakOf(timeline, Phase::Forward), peakOf(timeline, Phase::Loss)), row.phasePeak("forward"));
        QCOMPARE(peakOf(timeline, Phase::Backward), row.phasePeak("backward"));
        QCOMPARE(peakOf(timeline, Phase::OptimizerStep), row.phasePeak("optimizer_step"));
        QCOMPARE(timeline.peak.count(), row.peakRequested());
        if (!row.scenario->training.optimizerInBackward)
            QCOMPARE(timeline.highest[static_cast<std::size_t>(LineItem::Gradients)].count(),
                     row.figure("gradients_bytes"));
    }

    void foldedEqualsWhole_data() { replayIsExact_data(); }

    void foldedEqualsWhole()
    {
        QFETCH(int, index);
        const test::Row& row = m_rows[static_cast<std::size_t>(index)];
        const StepProgram wholeProgram = step::record(*row.scenario, {}, step::Recording::SteadyStepWhole);
        const Timeline whole = replay(wholeProgram);
        const Timeline folded = replay(step::record(*row.scenario, {}, step::Recording::SteadyStep));
        QVERIFY(folded.phasePeaks == whole.phasePeaks);
        QVERIFY(folded.atPeak == whole.atPeak);
        QCOMPARE(folded.resident.count(), whole.resident.count());
        QCOMPARE(countedTablesByParameter(statesOf(wholeProgram)), row.figure("optimizer_bytes"));
    }

    void allocatorIsExact_data() { replayIsExact_data(); }

    void allocatorIsExact()
    {
        QFETCH(int, index);
        const test::Row& row = m_rows[static_cast<std::size_t>(index)];
        const AllocatorFigures figures
            = replayThroughAllocator(step::record(*row.scenario, {}, step::Recording::FirstStepsWhole)).figures;
        QCOMPARE(figures.peakAllocated.count(), row.peakAllocated());
        QCOMPARE(figures.resident.count(), row.figure("resident_bytes"));
        if (!isCompiled(row.scenario->training.optimizer))
            QCOMPARE(figures.reservedPeak.count(), row.figure("reserved_peak_bytes"));
    }

    void temporariesAreNamed_data()
    {
        QTest::addColumn<Optimizer>("optimizer");
        QTest::addColumn<std::string>("name");
        QTest::newRow("AdamW") << Optimizer::AdamW << std::string("optimizer: square roots of second moments");
        QTest::newRow("RMSprop") << Optimizer::RmsProp << std::string("optimizer: square roots of mean squares");
        QTest::newRow("Adagrad") << Optimizer::Adagrad << std::string("optimizer: scaled gradients");
        QTest::newRow("Adafactor") << Optimizer::Adafactor << std::string("optimizer: estimated second moments");
    }

    void temporariesAreNamed()
    {
        QFETCH(Optimizer, optimizer);
        QFETCH(std::string, name);
        const StepProgram program = step::record(stepSetsThePeak(optimizer), {}, step::Recording::SteadyStep);
        const Timeline timeline = replay(program);
        QCOMPARE(timeline.peakPhase, Phase::OptimizerStep);
        const std::vector<LiveTensors> alive = aliveAt(program, timeline.peakMoment);
        QVERIFY(std::any_of(alive.begin(), alive.end(), [&](const LiveTensors& tensors) {
            return tensors.name == name && tensors.item == LineItem::Workspace;
        }));
    }

    // torch.optim.Muon is given matrices alone; nobody clears the other gradients.
    void muonLeavesVectors()
    {
        Scenario scenario = stepSetsThePeak(Optimizer::Muon);
        const Timeline muon = replay(step::record(scenario, {}, step::Recording::SteadyStep));
        scenario.training.optimizer = Optimizer::SgdMomentum;
        const Timeline momentum = replay(step::record(scenario, {}, step::Recording::SteadyStep));
        QCOMPARE(muon.resident.count(), momentum.resident.count()); // a vector's gradient in place of its momentum
    }

private:
    std::vector<test::Row> m_rows;
};

QTEST_APPLESS_MAIN(TestOptimizers)
#include "tst_optimizers.moc"
