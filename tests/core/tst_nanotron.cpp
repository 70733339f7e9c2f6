// SPDX-License-Identifier: GPL-3.0-or-later
// nanotron's stack: what a layer keeps for backward, added up by hand from its modules, and which layers a stage gets.
// Its public rows are those of tst_publicruns.
#include "memory/estimate.h"
#include "memory/timeline.h"
#include "scenario/nanotronrules.h"
#include "scenario/scenariofile.h"
#include "step/trainingloop.h"

#include <QTest>

#include <set>
#include <string>
#include <vector>

using namespace plimsoll;

namespace {

constexpr std::int64_t sequence = 1024;
constexpr std::int64_t batch = 2;
constexpr std::int64_t hidden = 512;
constexpr std::int64_t ffn = 1536;
constexpr std::int64_t heads = 8;

struct Case
{
    int layers = 2;
    int tensor = 1;
    bool sequenceParallel = false;
    bool overlaps = false;
    std::string checkpointing = "none";
};

Result<ScenarioFile> fileOf(const Case& c)
{
    const auto word = [](bool value) { return std::string(value ? "true" : "false"); };
    const std::string gpus = std::to_string(c.tensor);
    return readScenario(R"({"model": {"config": {"model_type": "llama", "hidden_size": 512, "num_hidden_layers": )"
                            + std::to_string(c.layers)
                            + R"(, "num_attention_heads": 8, "intermediate_size": 1536, "vocab_size": 1024}},
        "training": {"stack": "nanotron", "precision": "bf16-master-fp32-grad", "attention": "flash",
        "optimizer_kernel": "fused", "micro_batch": 2, "sequence_length": 1024, "checkpointing": ")"
                            + c.checkpointing + R"(", "nanotron": {"async_communication": )" + word(c.overlaps)
                            + R"(}}, "parallelism": {"gpus": )" + gpus + R"(, "tensor": )" + gpus
                            + R"(, "sequence_parallel": )" + word(c.sequenceParallel) + "}}",
                        {});
}

// Bytes of activations that are there when the layers are through and the loss begins.
std::int64_t keptAfterForward(const Case& c)
{
    const StepProgram program = step::record(fileOf(c)->scenario, {}, step::Recording::SteadyStepWhole);
    std::set<std::int32_t> alive;
    for (std::size_t i = 0; i < program.sections.size(); ++i) {
        if (i >= program.steadyFrom && program.sections[i].phase == Phase::Loss)
            break;
        for (std::uint32_t e = program.sections[i].firstEvent; e < program.sectionEnd(i); ++e) {
            const std::int32_t event = program.events[e];
            if (event >= 0)
                alive.insert(event);
            else
                alive.erase(~event);
        }
    }
    std::int64_t bytes = 0;
    for (const std::int32_t each : alive)
        if (const Allocation& made = program.allocations[static_cast<std::size_t>(each)];
            made.item == LineItem::Activations)
            bytes += made.bytes;
    return bytes;
}

std::int64_t keptByALayer(Case c)
{
    c.layers = 3;
    const std::int64_t three = keptAfterForward(c);
    c.layers = 4;
    return keptAfterForward(c) - three;
}

// The rotary tables of a layer, which stay.
std::int64_t tables()
{
    constexpr std::int64_t pairs = hidden / heads / 2;
    return sequence * pairs * (2 * 4 + 2 * 2) + pairs * 4;
}

} // namespace

class TestNanotron : public QObject
{
    Q_OBJECT

private slots:
    void layerKeepsWhatItsModulesSave_data()
    {
        QTest::addColumn<int>("tensor");
        QTest::addColumn<bool>("sequenceParallel");
        QTest::addColumn<bool>("overlaps");
        for (const int tensor : {1, 2, 4})
            for (const bool sequenceParallel : {false, true})
                for (const bool overlaps : {false, true})
                    if (!overlaps || (sequenceParallel && tensor > 1))
                        QTest::addRow("t %d%s%s", tensor, sequenceParallel ? ", sequence parallel" : "",
                                      overlaps ? ", overlapped" : "")
                            << tensor << sequenceParallel << overlaps;
    }

    void layerKeepsWhatItsModulesSave()
    {
        QFETCH(int, tensor);
        QFETCH(bool, sequenceParallel);
        QFETCH(bool, overlaps);
        constexpr std::int64_t tokens = sequence * batch;
        constexpr std::int64_t stream = 2 * tokens * hidden;
        const std::int64_t shares = sequenceParallel ? tensor : 1;
        const std::int64_t inputs = overlaps ? stream / tensor : stream; // of the products that split outputs
        // queries, keys and values; keys and values; attention's result, and its copy in the sequence's order, which
        // overlapped products read anew
        const std::int64_t attention = (3 + 2 + (overlaps ? 1 : 2)) * stream / tensor;
        const std::int64_t mlp = 2 * tokens * 4 * ffn / tensor; // gate and up, SiLU of the gate, their product
        const std::int64_t statistics = 2 * 4 * tokens / shares + 4 * tokens * heads / tensor;
        constexpr std::int64_t small = 2 * 4 * (batch + 1) + 16; // where sequences begin, the random generator's state
        QCOMPARE(keptByALayer({.tensor = tensor, .sequenceParallel = sequenceParallel, .overlaps = overlaps}),
                 2 * stream / shares + 2 * inputs + attention + mlp + statistics + small + tables());
    }

    void recomputedLayerKeepsItsInput()
    {
        QCOMPARE(keptByALayer({.tensor = 2, .sequenceParallel = true, .checkpointing = "full"}),
                 2 * sequence * batch * hidden / 2 + tables());
    }

    // Micro-batches that are said to repeat, and all of them run by themselves; every stage, grouped heads.
    void foldedStepsPeakAsWholeOnes_data()
    {
        QTest::addColumn<QByteArray>("schedule");
        QTest::addColumn<int>("tensor");
        QTest::addColumn<int>("stage");
        QTest::addColumn<bool>("full");
        for (const char* schedule : {"1f1b", "gpipe"})
            for (const int tensor : {1, 2})
                for (int stage = 0; stage < 4; ++stage)
                    for (const bool full : {false, true})
                        QTest::addRow("%s, t %d, stage %d%s", schedule, tensor, stage, full ? ", full" : "")
                            << QByteArray(schedule) << tensor << stage << full;
    }

    void foldedStepsPeakAsWholeOnes()
    {
        QFETCH(QByteArray, schedule);
        QFETCH(int, tensor);
        QFETCH(int, stage);
        QFETCH(bool, full);
        Scenario scenario
            = fileOf({.layers = 8, .tensor = tensor, .sequenceParallel = true, .checkpointing = full ? "full" : "none"})
                  ->scenario;
        scenario.model.kvHeads = 2;
        scenario.parallelism.gpus = tensor * 4 * 2;
        scenario.parallelism.data = DataParallel::Zero1;
        scenario.parallelism.pipeline = 4;
        scenario.parallelism.microBatches = 12;
        scenario.parallelism.stage = stage;
        scenario.parallelism.schedule
            = schedule == "gpipe" ? PipelineSchedule::GPipe : PipelineSchedule::OneForwardOneBackward;
        QVERIFY(!nanotronLayoutMisfit(scenario));
        const Timeline folded = replay(step::record(scenario, {}, step::Recording::SteadyStep));
        const Timeline whole = replay(step::record(scenario, {}, step::Recording::SteadyStepWhole));
        QCOMPARE(folded.peak, whole.peak);
        QCOMPARE(folded.resident, whole.resident);
        QVERIFY(estimate(scenario, {}));
    }

    // 8 layers and a head of a fifth of one: with two stages the fifth layer passes half of the work.
    void stagesAreCutByTheirWork()
    {
        Scenario scenario = fileOf({.layers = 8})->scenario;
        scenario.parallelism.pipeline = 2;
        QCOMPARE(nanotronLayers(scenario), (std::vector<std::int64_t>{5, 3}));
        scenario.model.vocab = 100'000;
        scenario.parallelism.pipeline = 3;
        QCOMPARE(nanotronLayers(scenario), (std::vector<std::int64_t>{8, 0, 0}));
        QVERIFY(nanotronLayoutMisfit(scenario));
    }

    void othersAreRefused()
    {
        Scenario scenario = fileOf({})->scenario;
        QVERIFY(!nanotronMisfit(scenario));
        scenario.training.attention = Attention::Sdpa;
        QCOMPARE(nanotronMisfit(scenario)->key, std::string("attention"));
        scenario = fileOf({})->scenario;
        scenario.training.nanotron.asyncCommunication = true;
        QCOMPARE(nanotronMisfit(scenario)->key, std::string("nanotron"));
        scenario = fileOf({})->scenario;
        scenario.parallelism.data = DataParallel::Ddp;
        QCOMPARE(nanotronLayoutMisfit(scenario)->key, std::string("data"));
    }
};

QTEST_APPLESS_MAIN(TestNanotron)
#include "tst_nanotron.moc"
