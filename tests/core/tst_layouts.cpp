// SPDX-License-Identifier: GPL-3.0-or-later
// How layers are split over GPUs and spread over stages: what does not divide is named with what would, stages hold as
// many micro-batches as their schedule says, and an estimate shows the stage that needs most.
#include "memory/estimate.h"
#include "memory/timeline.h"
#include "scenario/parallellayout.h"
#include "scenario/scenariofile.h"
#include "step/pipeline.h"
#include "step/trainingloop.h"
#include "step/unroll.h"
#include "support/events.h"

#include <QTest>

#include <algorithm>

using namespace plimsoll;

namespace {

QString text(const std::string& s)
{
    return QString::fromStdString(s);
}

std::string llama(const QByteArray& parallelism, const QByteArray& training)
{
    QByteArray json = "{'plimsoll': 1, 'model': {'config': {'model_type': 'llama', 'hidden_size': 1024,"
                      "'intermediate_size': 2816, 'num_hidden_layers': 6, 'num_attention_heads': 16,"
                      "'num_key_value_heads': 4, 'vocab_size': 32000, 'tie_word_embeddings': false}},"
                      "'training': {'micro_batch': 1, 'sequence_length': 250"
        + (training.contains("'precision'") ? QByteArray() : QByteArray(", 'precision': 'bf16'")) + training
        + "}, 'parallelism': " + parallelism + "}";
    return json.replace('\'', '"').toStdString();
}

Scenario read(const QByteArray& parallelism)
{
    const Result<ScenarioFile> file = readScenario(llama(parallelism, {}), {});
    return file ? file->scenario : Scenario();
}

} // namespace

class TestLayouts : public QObject
{
    Q_OBJECT

private slots:
    void undivided_data()
    {
        QTest::addColumn<QByteArray>("parallelism");
        QTest::addColumn<QByteArray>("training");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* parallelism, const char* training, const char* path, const char* expected) {
            QTest::addRow("%s %s", parallelism, training) << QByteArray(parallelism) << QByteArray(training)
                                                          << QString("parallelism.") + path << QString(expected);
        };
        row("{'gpus': 3, 'tensor': 3}", "", "tensor", "a divisor of heads (16); 2 or 4 would do");
        row("{'gpus': 8, 'tensor': 8}", "", "tensor", "a divisor of kv_heads (4); 4 would do");
        row("{'gpus': 4, 'tensor': 4, 'sequence_parallel': true}", "", "sequence_parallel",
            "false, or a training.sequence_length of which tensor (4) is a divisor: 248 or 252");
        row("{'gpus': 8, 'pipeline': 8}", "", "pipeline", "6 or fewer: each stage needs a layer, and layers is 6");
        row("{'gpus': 2, 'pipeline': 2, 'virtual_stages': 4, 'schedule': 'interleaved'}", "", "pipeline",
            "1 or fewer: pipeline × virtual_stages (4) parts need a layer each, and layers is 6");
        row("{'gpus': 2, 'pipeline': 2, 'stage': 2}", "", "stage", "0 to 1, or null: the one that needs most");
        row("{'gpus': 2, 'pipeline': 2, 'schedule': 'interleaved'}", "", "virtual_stages",
            "2 or more with schedule interleaved");
        row("{'gpus': 2, 'pipeline': 2, 'virtual_stages': 2, 'schedule': 'interleaved', 'micro_batches': 5}", "",
            "micro_batches", "a multiple of pipeline (2) with virtual stages: 4 or 6");
        row("{'gpus': 2, 'pipeline': 2, 'virtual_stages': 3, 'schedule': 'zbv'}", "", "virtual_stages",
            "2 with schedule zbv: each stage has two parts");
        row("{'gpus': 4, 'data': 'fsdp', 'pipeline': 2, 'schedule': 'zero-bubble'}", "", "data",
            "none with schedule zero-bubble, which this version counts by itself");
        row("{'gpus': 2, 'pipeline': 2, 'schedule': 'zero-bubble'}", ", 'checkpointing': 'full'", "schedule",
            "1f1b, gpipe or interleaved with checkpointing: PyTorch would run a block once more for each of its "
            "weights");
        row("{'gpus': 4, 'tensor': 2, 'pipeline': 3}", "", "gpus",
            "6, as tensor (2) × pipeline (3), or data fsdp beside it");
        row("{'gpus': 15, 'data': 'fsdp', 'tensor': 2, 'pipeline': 3}", "", "gpus",
            "a multiple of tensor (2) × pipeline (3): 12 or 18");
        row("{'gpus': 6, 'data': 'fsdp', 'tensor': 2, 'pipeline': 3}", "", "gpus",
            "12 or more, to spread weights over");
        row("{'gpus': 4, 'data': 'ddp', 'tensor': 2}", "", "data", "none or fsdp with tensor or pipeline parallelism");
        row("{'gpus': 2, 'pipeline': 2}", ", 'gradient_accumulation': 2", "pipeline",
            "1 with gradient_accumulation: a pipeline's micro_batches accumulate");
    }

    void undivided()
    {
        QFETCH(QByteArray, parallelism);
        QFETCH(QByteArray, training);
        const Result<ScenarioFile> file = readScenario(llama(parallelism, training), {});
        QVERIFY(!file);
        QTEST(text(file.error().path), "path");
        QTEST(text(file.error().expected), "expected");
    }

    void stagesHoldWhatTheirScheduleSays()
    {
        ParallelPlan plan;
        plan.pipeline = 4;
        plan.microBatches = 16;
        for (std::int64_t stage = 0; stage < 4; ++stage)
            QCOMPARE(step::mostInFlight(plan, stage), 4 - stage);
        plan.microBatches = 2;
        QCOMPARE(step::mostInFlight(plan, 0), 2);
        plan.schedule = PipelineSchedule::GPipe;
        plan.microBatches = 6;
        QCOMPARE(step::mostInFlight(plan, 3), 6);
        plan.schedule = PipelineSchedule::Interleaved;
        plan.microBatches = 16;
        plan.virtualStages = 2;
        QCOMPARE(step::mostInFlight(plan, 0), 11);
        plan.pipeline = 2;
        plan.virtualStages = 4;
        QCOMPARE(step::mostInFlight(plan, 0), 9);
        plan.pipeline = 4;
        plan.virtualStages = 1;
        plan.schedule = PipelineSchedule::ZeroBubble;
        for (std::int64_t stage = 0; stage < 4; ++stage)
            QCOMPARE(step::mostInFlight(plan, stage), 4);
        plan.virtualStages = 2;
        plan.schedule = PipelineSchedule::ZeroBubbleV;
        for (std::int64_t stage = 0; stage < 4; ++stage)
            QCOMPARE(step::mostInFlight(plan, stage), 8);
    }

    // Each micro-batch goes forward once through each part and back once.
    void everyMicroBatchGoesBothWays()
    {
        for (const PipelineSchedule schedule :
             {PipelineSchedule::OneForwardOneBackward, PipelineSchedule::GPipe, PipelineSchedule::Interleaved}) {
            ParallelPlan plan;
            plan.pipeline = 4;
            plan.microBatches = 12;
            plan.schedule = schedule;
            plan.virtualStages = schedule == PipelineSchedule::Interleaved ? 3 : 1;
            for (std::int64_t stage = 0; stage < plan.pipeline; ++stage) {
                std::int64_t forwards = 0;
                std::int64_t backwards = 0;
                for (const step::StageTasks& run : step::scheduleOf(plan, stage))
                    for (const step::StageTask& task : run.tasks) {
                        (task.direction == step::Direction::Forth ? forwards : backwards) += run.times;
                        QVERIFY(backwards <= forwards);
                    }
                QCOMPARE(forwards, plan.microBatches * plan.virtualStages);
                QCOMPARE(backwards, forwards);
            }
        }
    }

    void layersAreSpreadEvenly()
    {
        ParallelPlan plan;
        plan.pipeline = 4;
        std::int64_t all = 0;
        for (std::int64_t part = 0; part < 4; ++part)
            all += layersOfPart(7, plan, part);
        QCOMPARE(all, 7);
        QCOMPARE(layersOfPart(7, plan, 0), 2);
        QCOMPARE(layersOfPart(7, plan, 3), 1);
    }

    void theNeediestStageIsShown()
    {
        const Result<Estimate> shown = estimate(read("{'gpus': 3, 'pipeline': 3, 'micro_batches': 6}"));
        QVERIFY(shown);
        QCOMPARE(shown->stages.size(), std::size_t{3});
        QCOMPARE(shown->parameters.total, estimate(read("{}"))->parameters.total);
        const auto needs = [](const StageFigure& figure) { return figure.peak.requested; };
        const auto neediest = std::ranges::max_element(shown->stages, {}, needs);
        QCOMPARE(shown->stage, neediest->stage);
        QCOMPARE(shown->peak.requested.count(), neediest->peak.requested.count());
        for (const StageFigure& figure : shown->stages) {
            Scenario asked = read("{'gpus': 3, 'pipeline': 3, 'micro_batches': 6}");
            asked.parallelism.stage = figure.stage;
            const Result<Estimate> alone = estimate(asked);
            QVERIFY(alone);
            QCOMPARE(alone->peak.requested.count(), figure.peak.requested.count());
        }
    }

    // A micro-batch that is recorded as a copy of another asks for what it would ask for itself, in the same order.
    void copiesAreMicroBatches_data()
    {
        QTest::addColumn<QByteArray>("spread");
        QTest::newRow("alone") << QByteArray("'gpus': 2, 'pipeline': 2, 'virtual_stages': 2");
        QTest::newRow("three stages") << QByteArray("'gpus': 3, 'pipeline': 3, 'virtual_stages': 2");
        QTest::newRow("split") << QByteArray("'gpus': 4, 'pipeline': 2, 'tensor': 2, 'virtual_stages': 2");
        QTest::newRow("FSDP2") << QByteArray("'gpus': 8, 'pipeline': 2, 'data': 'fsdp', 'virtual_stages': 2");
        QTest::newRow("FSDP2, three stages")
            << QByteArray("'gpus': 6, 'pipeline': 3, 'data': 'fsdp', 'virtual_stages': 2");
        QTest::newRow("FSDP2, split") << QByteArray(
            "'gpus': 8, 'pipeline': 2, 'tensor': 2, 'data': 'fsdp', 'virtual_stages': 2");
        QTest::newRow("FSDP2, parts alike")
            << QByteArray("'gpus': 4, 'pipeline': 2, 'virtual_stages': 3, 'data': 'fsdp'");
        QTest::newRow("FSDP2, weights stay gathered") << QByteArray(
            "'gpus': 8, 'pipeline': 2, 'data': 'fsdp', 'virtual_stages': 3, 'reshard_after_forward': false");
        QTest::newRow("FSDP2, the root's stay gathered")
            << QByteArray("'gpus': 8, 'pipeline': 2, 'data': 'fsdp', 'virtual_stages': 2, 'reshard_root': false");
    }

    void copiesAreMicroBatches()
    {
        QFETCH(QByteArray, spread);
        for (const char* schedule : {"interleaved", "gpipe"})
            for (const int rounds : {1, 2, 5}) {
                Scenario scenario = read("{" + spread + ", 'schedule': '" + schedule
                                         + "', 'micro_batches': " + QByteArray::number(6 * rounds) + "}");
                QVERIFY(scenario.parallelism.virtualStages >= 2);
                for (std::int64_t stage = 0; stage < scenario.parallelism.pipeline; ++stage) {
                    scenario.parallelism.stage = stage;
                    const StepProgram copied = step::record(scenario, {}, step::Recording::FirstSteps);
                    const StepProgram whole = step::record(scenario, {}, step::Recording::FirstStepsWhole);
                    QVERIFY(test::eventSizes(copied) == test::eventSizes(whole));
                    QVERIFY(copied.events == whole.events);
                    QVERIFY(std::ranges::equal(copied.allocations, whole.allocations, {}, &Allocation::stream,
                                               &Allocation::stream));
                }
            }
    }

    // DDP's buckets span layers; folded ones are made as large as those of all.
    void bucketsOfFoldedLayers_data()
    {
        QTest::addColumn<QByteArray>("ddp");
        QTest::addColumn<QByteArray>("training");
        const QByteArray views = ", 'bucket_view': true";
        QTest::newRow("copies") << QByteArray() << QByteArray();
        QTest::newRow("views") << views << QByteArray();
        QTest::newRow("fp32") << views << QByteArray(", 'precision': 'fp32'");
        QTest::newRow("two micro-batches") << views << QByteArray(", 'gradient_accumulation': 2");
        QTest::newRow("checkpoints") << views << QByteArray(", 'checkpointing': 'full'");
        QTest::newRow("adapters") << QByteArray() << QByteArray(", 'method': 'lora'");
        QTest::newRow("adapters of the MLP") << views << QByteArray(", 'method': 'lora', 'lora': {'targets': ['up']}");
        QTest::newRow("packed weights") << QByteArray() << QByteArray(", 'method': 'qlora'");
        QTest::newRow("kept gradients") << views << QByteArray(", 'keep_gradients': true");
        QTest::newRow("steps in backward") << views << QByteArray(", 'optimizer_in_backward': true");
    }

    void bucketsOfFoldedLayers()
    {
        QFETCH(QByteArray, ddp);
        QFETCH(QByteArray, training);
        const Result<ScenarioFile> file = readScenario(llama("{'gpus': 4, 'data': 'ddp'" + ddp + "}", training), {});
        QVERIFY2(file, file ? "" : file.error().message().c_str());
        const StepProgram folded = step::record(file->scenario, {}, step::Recording::FirstSteps);
        QCOMPARE(step::isFolded(folded), !file->scenario.training.optimizerInBackward);
        const std::optional<StepProgram> unrolled = step::unroll(folded);
        QVERIFY(unrolled);
        const StepProgram whole = step::record(file->scenario, {}, step::Recording::FirstStepsWhole);
        QVERIFY(test::eventSizes(*unrolled) == test::eventSizes(whole));
        QCOMPARE(unrolled->secondStepAt, whole.secondStepAt);
    }

    // Rounds of an interleaved pipeline that are left out do what others do.
    void roundsAreAlike_data()
    {
        QTest::addColumn<QByteArray>("parallelism");
        QTest::newRow("alone") << QByteArray(
            "{'gpus': 2, 'pipeline': 2, 'virtual_stages': 3, 'schedule': 'interleaved', 'micro_batches': 24}");
        QTest::newRow("beside FSDP2") << QByteArray(
            "{'gpus': 8, 'data': 'fsdp', 'pipeline': 2, 'virtual_stages': 2, 'schedule': 'interleaved',"
            "'micro_batches': 20}");
    }

    void roundsAreAlike()
    {
        QFETCH(QByteArray, parallelism);
        Scenario scenario = read(parallelism);
        for (const std::int64_t stage : {0, 1}) {
            scenario.parallelism.stage = stage;
            QVERIFY(step::roundsAlike(scenario.parallelism, stage) > 0);
            const auto replayed
                = [&](step::Recording recording) { return replay(step::record(scenario, {}, recording)); };
            const Timeline some = replayed(step::Recording::SteadyStep);
            const Timeline all = replayed(step::Recording::SteadyStepWhole);
            QCOMPARE(some.peak, all.peak);
            QCOMPARE(some.resident, all.resident);
            QVERIFY(some.phasePeaks == all.phasePeaks);
        }
    }
};

QTEST_APPLESS_MAIN(TestLayouts)
#include "tst_layouts.moc"
