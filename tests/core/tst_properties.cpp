// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold for every scenario, held on scenarios drawn at random from a printed seed.
#include "memory/estimate.h"
#include "memory/timeline.h"
#include "step/trainingloop.h"
#include "step/unroll.h"
#include "support/events.h"

#include <QTest>

#include <random>

using namespace plimsoll;

namespace {

class Draw
{
public:
    explicit Draw(std::uint64_t seed)
        : m_engine(seed)
    {
    }

    std::int64_t from(std::initializer_list<std::int64_t> values)
    {
        return values.begin()[std::uniform_int_distribution<std::size_t>(0, values.size() - 1)(m_engine)];
    }
    bool flip() { return from({0, 1}) != 0; }
    template <class Enum>
    Enum choose(std::initializer_list<Enum> values)
    {
        return values.begin()[std::uniform_int_distribution<std::size_t>(0, values.size() - 1)(m_engine)];
    }

private:
    std::mt19937_64 m_engine;
};

Scenario drawn(Draw& draw)
{
    Scenario s;
    ModelSpec& m = s.model;
    m.layers = draw.from({1, 2, 3, 4, 5, 7, 12});
    m.heads = draw.from({4, 8, 16});
    m.kvHeads = draw.flip() ? m.heads : m.heads / 4;
    m.headDim = draw.from({32, 64, 80, 128});
    m.hidden = m.heads * m.headDim;
    m.ffn = draw.from({2, 4}) * m.hidden;
    m.vocab = draw.from({1000, 32000, 50257});
    m.tiedEmbeddings = draw.flip();
    m.gatedMlp = draw.flip();
    m.bias = draw.flip();
    m.fusedQkv = draw.flip();
    m.norm = draw.choose({Norm::Layer, Norm::Rms});
    m.activation = draw.choose({Activation::Gelu, Activation::Relu, Activation::Silu});
    m.positional = draw.choose({Positional::None, Positional::Learned});
    m.maxPosition = 4096;
    m.dropout = draw.flip() ? 0.1 : 0.0;
    m.mlpDropout = draw.flip();
    TrainingPlan& t = s.training;
    t.precision = draw.choose({Precision::Bf16Autocast, Precision::Fp32, Precision::Fp16Autocast, Precision::Bf16});
    t.optimizer = draw.choose({Optimizer::AdamW, Optimizer::Sgd, Optimizer::SgdMomentum, Optimizer::AdamW8bit});
    t.attention = draw.choose({Attention::Sdpa, Attention::Eager});
    t.checkpointing = draw.choose({Checkpointing::None, Checkpointing::Full, Checkpointing::EveryNth});
    t.checkpointEvery = draw.from({1, 2, 3});
    t.reentrant = draw.flip();
    t.microBatch = draw.from({1, 2, 5, 16});
    t.sequenceLength = draw.from({64, 100, 512, 1024});
    t.gradientAccumulation = draw.from({1, 2, 3});
    t.keepLogits = draw.flip();
    return s;
}

Timeline timelineOf(const Scenario& scenario)
{
    return replay(step::record(scenario, {}, step::Recording::SteadyStep));
}

constexpr int draws = 150;

} // namespace

class TestProperties : public QObject
{
    Q_OBJECT

private slots:
    void itemsSumToThePeak()
    {
        Draw draw(1);
        for (int i = 0; i < draws; ++i) {
            const Scenario scenario = drawn(draw);
            const StepProgram program = step::record(scenario, {}, step::Recording::SteadyStep);
            const Timeline timeline = replay(program);
            Bytes items;
            for (std::size_t k = 0; k < lineItemCount; ++k) {
                items += timeline.atPeak[k];
                QVERIFY(timeline.atPeak[k] >= Bytes());
                QVERIFY(timeline.atPeak[k] <= timeline.highest[k]);
            }
            QCOMPARE(items.count(), timeline.peak.count());
            Bytes alive;
            for (const LiveTensors& tensors : aliveAt(program, timeline.peakMoment)) {
                QVERIFY(tensors.count > 0);
                alive += tensors.bytes;
            }
            QCOMPARE(alive.count(), timeline.peak.count());
        }
    }

    void foldedEqualsWhole()
    {
        Draw draw(2);
        for (int i = 0; i < draws; ++i) {
            Scenario scenario = drawn(draw);
            scenario.model.layers = draw.from({8, 9, 13, 24});
            const Timeline folded = timelineOf(scenario);
            const Timeline whole = replay(step::record(scenario, {}, step::Recording::SteadyStepWhole));
            QCOMPARE(folded.peak.count(), whole.peak.count());
            QCOMPARE(folded.resident.count(), whole.resident.count());
            for (std::size_t k = 0; k < lineItemCount; ++k) {
                QCOMPARE(folded.atPeak[k].count(), whole.atPeak[k].count());
                QCOMPARE(folded.highest[k].count(), whole.highest[k].count());
            }
            const auto unrolled = step::unroll(step::record(scenario, {}, step::Recording::FirstSteps));
            QVERIFY(unrolled);
            QCOMPARE(test::eventSizes(*unrolled),
                     test::eventSizes(step::record(scenario, {}, step::Recording::FirstStepsWhole)));
        }
    }

    // Nothing but the batch is left when a step has ended and the batch goes.
    void everyTensorIsFreed()
    {
        Draw draw(3);
        for (int i = 0; i < draws; ++i) {
            const Scenario scenario = drawn(draw);
            const StepProgram program = step::record(scenario, {}, step::Recording::FirstStepsWhole);
            std::vector<int> made(program.allocations.size());
            for (std::int32_t event : program.events)
                made[static_cast<std::size_t>(event >= 0 ? event : ~event)] += event >= 0 ? 1 : -1;
            std::int64_t left = 0;
            for (std::size_t k = 0; k < made.size(); ++k) {
                QVERIFY(made[k] == 0 || made[k] == 1);
                left += made[k] * program.allocations[k].bytes;
            }
            QCOMPARE(left, timelineOf(scenario).resident.count());
        }
    }

    void moreNeverNeedsLess_data()
    {
        QTest::addColumn<int>("field");
        QTest::addRow("micro batch") << 0;
        QTest::addRow("sequence length") << 1;
        QTest::addRow("layers") << 2;
        QTest::addRow("vocabulary") << 3;
    }

    void moreNeverNeedsLess()
    {
        QFETCH(int, field);
        Draw draw(4);
        for (int i = 0; i < draws; ++i) {
            Scenario less = drawn(draw);
            // The kernels' scratch falls in steps as the work fills the card better: a proven exception, of megabytes.
            Scenario more = less;
            std::int64_t* const fields[]{&more.training.microBatch, &more.training.sequenceLength, &more.model.layers,
                                         &more.model.vocab};
            *fields[field] *= 2;
            const std::int64_t difference = timelineOf(more).peak.count() - timelineOf(less).peak.count();
            constexpr std::int64_t scratch = 256 * mib;
            QVERIFY2(difference > -scratch, qPrintable(QString::number(difference)));
        }
    }
};

QTEST_APPLESS_MAIN(TestProperties)
#include "tst_properties.moc"
