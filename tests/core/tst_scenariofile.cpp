// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/scenariofile.h"

#include "base/jsonwriter.h"
#include "scenario/choices.h"
#include "support/compare.h"
#include "support/rows.h"
#include "support/scenariojson.h"

#include <QTest>

#include <algorithm>

using namespace plimsoll;
using namespace plimsoll::test;

class TestScenarioFile : public QObject
{
    Q_OBJECT

private slots:
    void defaults()
    {
        const Result<ScenarioFile> file = readScenario(quotes(smallest), "f.json");
        QVERIFY2(file, file ? "" : file.error().message().c_str());
        Scenario expected;
        expected.model.layers = 4;
        expected.model.hidden = 64;
        expected.model.heads = expected.model.kvHeads = 8;
        expected.model.headDim = 8;
        expected.model.ffn = 256;
        expected.model.vocab = 100;
        QVERIFY(file->scenario == expected);
        QVERIFY(file->warnings.empty());
        QVERIFY(file->devices.empty());
        for (const char* taken :
             {"model.kv_heads: 8", "model.head_dim: 8", "model.tied_embeddings: false", "model.norm: layer",
              "model.dropout: 0", "training.stack: pytorch", "training.precision: bf16-autocast",
              "training.optimizer: adamw", "training.micro_batch: 8", "training.sequence_length: 4,096",
              "training.gradient_accumulation: 1", "training.checkpointing: none", "memory.tight_above: 0.9"})
            QVERIFY2(std::ranges::count(file->defaults, taken) == 1, taken);
    }

    void nullIsTheDefault()
    {
        for (const char* path : {"model.kv_heads", "model.sliding_window", "model.moe", "model.mla", "training.lora",
                                 "training.micro_batch", "memory.context_bytes", "parallelism.stage", "devices"}) {
            const Result<ScenarioFile> file = readScenario(toJsonText(withField(path, nullptr)), {});
            QVERIFY2(file, path);
            QVERIFY2(file->scenario == readScenario(quotes(smallest), {})->scenario, path);
        }
    }

    // Each key that the file's description names is known, also where it has one value so far.
    void everyKeyIsKnown()
    {
        const Result<ScenarioFile> file = readScenario(
            quotes("{'plimsoll': 1, 'name': 'n', 'id': 'x-1', 'model': {'layers': 20, 'hidden': 2048, 'heads': 16,"
                   "'kv_heads': 16, 'head_dim': 128, 'ffn': 8192, 'vocab': 1000, 'tied_embeddings': false,"
                   "'gated_mlp': false, 'norm': 'layer', 'activation': 'gelu', 'positional': 'none',"
                   "'max_position': 2048, 'dropout': 0.0, 'embedding_dropout': false, 'bias': true,"
                   "'head_bias': false, 'qk_norm': false, 'sliding_window': null, 'fused_qkv': true,"
                   "'mlp_dropout': false, 'moe': null, 'mla': null},"
                   "'training': {'stack': 'pytorch', 'method': 'full', 'precision': 'bf16-autocast',"
                   "'autocast': false, 'optimizer': 'adamw', 'optimizer_kernel': 'foreach',"
                   "'optimizer_in_backward': false, 'micro_batch': 8, 'sequence_length': 4096,"
                   "'gradient_accumulation': 1, 'keep_gradients': false, 'attention': 'sdpa', 'kernels': 'eager',"
                   "'checkpointing': 'none', 'checkpoint_every': 1, 'reentrant': false, 'loss': 'logits',"
                   "'loss_chunks': 8, 'keep_logits': false,"
                   "'lora': {'rank': 16, 'targets': 'all-linear', 'dropout': 0.0, 'adapter_dtype': 'fp32'},"
                   "'quantization': {'format': 'nf4-double', 'upcast_fp32': true}},"
                   "'parallelism': {'gpus': 1, 'data': 'none', 'bucket_view': false, 'shard_group': 8,"
                   "'mixed_precision': true, 'reduce_dtype': 'fp32', 'reshard_after_forward': true, 'tensor': 1,"
                   "'sequence_parallel': false, 'pipeline': 1, 'virtual_stages': 1, 'micro_batches': 8,"
                   "'stage': null, 'schedule': '1f1b', 'context': 1, 'expert': 1,"
                   "'offload': {'optimizer': 'none', 'parameters': 'none'}},"
                   "'memory': {'allocator': 'default', 'context_bytes': null, 'data_pipeline_bytes': 0,"
                   "'other_bytes': 0, 'tight_above': 0.90},"
                   "'software': {'torch': '2.15', 'transformers': '5.24'},"
                   "'devices': ['a100-sxm4-40gb', {'id': 'my-card', 'name': 'My card', 'usable_bytes': 42480000000,"
                   "'compute_capability': '8.0'}]}"),
            {});
        QVERIFY2(file, file ? "" : file.error().message().c_str());
        QVERIFY2(file->warnings.empty(), file->warnings.empty() ? "" : file->warnings.front().c_str());
        QCOMPARE(file->devices.size(), std::size_t{2});
        QVERIFY(file->devices[0] == *findDevice("a100-sxm4-40gb"));
        QCOMPARE(text(file->devices[1].name), QString("My card"));
        QCOMPARE(file->devices[1].usable.count(), 42'480'000'000);
        QCOMPARE(text(file->devices[1].computeCapability), QString("8.0"));
    }

    void unknownKeys()
    {
        const Result<ScenarioFile> file = readScenario(
            quotes("{'model': {'layers': 4, 'hidden': 64, 'heads': 8, 'ffn': 256, 'vocab': 100, 'hiden': 3},"
                   "'training': {'micro_bach': 4}, 'note': 'x'}"),
            {});
        QVERIFY(file);
        const std::vector<std::string> expected{
            "model.hiden: not known, and ignored; did you mean hidden?",
            "training.micro_bach: not known, and ignored; did you mean micro_batch?", "note: not known, and ignored"};
        QCOMPARE(file->warnings, expected);
    }

    void kernelThatIsNotThere()
    {
        const Result<ScenarioFile> file = readScenario(
            toJsonText(withField("training", {{"optimizer", "adamw-8bit"}, {"optimizer_kernel", "fused"}})), {});
        QVERIFY(file);
        QCOMPARE(file->warnings,
                 (std::vector<std::string>{
                     "training.optimizer_kernel: adamw-8bit has no kernel fused; for-loop runs instead"}));
    }

    void everyChoiceRoundTrips_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("id");
        const auto rows = [](const char* path, std::span<const Choice> choices) {
            for (const Choice& each : choices)
                QTest::addRow("%s = %s", path, each.id.data()) << QString(path) << text(each.id);
        };
        rows("model.norm", choices<Norm>());
        rows("model.activation", choices<Activation>());
        rows("model.positional", choices<Positional>().first(2)); // rotary positions belong to other models
        rows("training.precision", choices<Precision>());
        rows("training.optimizer", choices<Optimizer>());
        rows("training.optimizer_kernel", choices<OptimizerKernel>());
        rows("training.attention", choices<Attention>());
        rows("training.checkpointing", choices<Checkpointing>());
    }

    void everyChoiceRoundTrips()
    {
        QFETCH(QString, path);
        QFETCH(QString, id);
        const std::string assignment = (path + '=' + id).toStdString();
        const Result<Scenario> set = withValue(workedExample(), assignment);
        QVERIFY2(set, set ? "" : set.error().message().c_str());
        const Result<ScenarioFile> file = readScenario(writeScenario(*set), {});
        QVERIFY2(file, file ? "" : file.error().message().c_str());
        QVERIFY(file->scenario == *set);
    }

    void everythingRoundTrips()
    {
        Scenario scenario;
        scenario.name = "a \"name\"\n– Ω";
        ModelSpec& model = scenario.model;
        model.layers = 7;
        model.hidden = 96;
        model.heads = 6;
        model.kvHeads = 2;
        model.headDim = 24;
        model.ffn = 100;
        model.vocab = 11;
        model.maxPosition = 9'000;
        model.tiedEmbeddings = true;
        model.gatedMlp = true;
        model.norm = Norm::Rms;
        model.activation = Activation::Silu;
        model.positional = Positional::Learned;
        model.dropout = 0.123456789012345678;
        model.embeddingDropout = true;
        model.mlpDropout = true;
        model.bias = false;
        model.headBias = true;
        model.fusedQkv = false;
        TrainingPlan& training = scenario.training;
        training.precision = Precision::Bf16;
        training.autocastOverBf16 = true;
        training.optimizer = Optimizer::SgdMomentum;
        training.optimizerKernel = OptimizerKernel::Fused;
        training.attention = Attention::Eager;
        training.checkpointing = Checkpointing::EveryNth;
        training.checkpointEvery = 3;
        training.reentrant = true;
        training.microBatch = 17;
        training.sequenceLength = 8'191;
        training.gradientAccumulation = 5;
        training.keepGradients = true;
        training.keepLogits = true;
        training.lora.rank = 4; // kept for when the method changes
        training.lora.targets = {"q", "v"};
        training.quantization.widened = Widened::Norms;
        scenario.memory = {{Segments::Expandable, 8, 200 * mib, 0.75}, Bytes(5), Bytes(9), Bytes(6), Bytes(7), 1.0 / 3};
        scenario.parallelism.gpus = 24;
        scenario.parallelism.shardGroup = 4; // kept for when the kind changes
        scenario.parallelism.data = DataParallel::Ddp;
        scenario.parallelism.bucketView = true;
        scenario.parallelism.mixedPrecision = false;
        scenario.parallelism.reduceType = ReduceType::Bf16;
        scenario.parallelism.reshardAfterForward = false;
        scenario.parallelism.reshardRoot = false;
        scenario.parallelism.flatSharding = FlatSharding::None; // kept for FSDP1
        scenario.parallelism.originalParameters = false;
        scenario.parallelism.wrapsAdapters = true;
        scenario.parallelism.sequenceParallel = true; // kept for when there is something to split or to spread
        scenario.parallelism.virtualStages = 3;
        scenario.parallelism.microBatches = 24;
        scenario.parallelism.stage = 2;
        scenario.parallelism.schedule = PipelineSchedule::Interleaved;
        scenario.parallelism.zero = {7, false, true, 8, 9, 10, 11, 12}; // as well
        scenario.parallelism.pinnedMemory = false;
        Device own;
        own.id = "x";
        own.name = "X \"1\"";
        own.tierClass = "custom";
        own.usable = Bytes(123'456'789);
        own.usableSource = "given in the scenario";
        own.computeCapability = "9.0";
        const std::vector<Device> devices{*findDevice("h100-sxm5-80gb"), own};

        const std::string written = writeScenario(scenario, devices);
        const Result<ScenarioFile> file = readScenario(written, {});
        QVERIFY2(file, file ? "" : file.error().message().c_str());
        QVERIFY(file->scenario == scenario);
        QVERIFY(file->devices == devices);
        QVERIFY(file->warnings.empty());
        QCOMPARE(text(writeScenario(file->scenario, file->devices)), text(written));
    }

    void groupSizeRoundTrips()
    {
        const std::string text = R"({"model": {"preset": "meta-llama/Llama-2-70b-hf"}, "training": {"method": "qlora",
            "quantization": {"format": "gptq-int4", "group_size": 0}}})";
        const Result<ScenarioFile> file = readScenario(text, {});
        QVERIFY(file);
        QCOMPARE(file->scenario.training.quantization.groupSize, 0);
        QVERIFY(readScenario(writeScenario(file->scenario, {}), {})->scenario == file->scenario);
    }

    void packingRoundTrips()
    {
        const std::string text = R"({"model": {"preset": "meta-llama/Llama-3.1-8B"}, "training": {"packed_sequences": 3,
            "precision": "fp8"}})";
        const Result<ScenarioFile> file = readScenario(text, {});
        QVERIFY(file);
        QCOMPARE(file->scenario.training.packedSequences, 3);
        QVERIFY(readScenario(writeScenario(file->scenario, {}), {})->scenario == file->scenario);
    }

    void withValueSets()
    {
        const Scenario example = workedExample();
        QCOMPARE(withValue(example, "training.micro_batch=64")->training.microBatch, 64);
        QCOMPARE(withValue(example, "memory.context_bytes=5")->memory.context, Bytes(5));
        QCOMPARE(text(withValue(example, "name=a=b")->name), QString("a=b"));
        QCOMPARE(text(withValue(example, "name=\"64\"")->name), QString("64"));
        // What follows from other sizes goes on following them.
        const Result<Scenario> heads = withValue(example, "model.heads=32");
        QCOMPARE(heads->model.kvHeads, 32);
        QCOMPARE(heads->model.headDim, 64);
    }

    void workedExampleIsItsRow()
    {
        const std::vector<test::Row> rows = test::readRows(PLIMSOLL_TEST_DATA "/runs.jsonl");
        const auto row = std::ranges::find(rows, "seed-000", &test::Row::id);
        QVERIFY(row != rows.end() && row->scenario);
        QVERIFY(*row->scenario == workedExample());
        QCOMPARE(text(inWords(workedExample())),
                 QString("1.01B · batch 256 × 100 · bf16 autocast · AdamW · no checkpointing"));
    }

    void plainRowsAreRead()
    {
        int plain = 0;
        for (const test::Row& row : test::readRows(PLIMSOLL_TEST_DATA "/runs.jsonl")) {
            if (!row.id.starts_with("plain-") && !row.id.starts_with("seed-"))
                continue;
            ++plain;
            QVERIFY2(row.scenario, row.refusal.c_str());
            const Result<ScenarioFile> again = readScenario(writeScenario(*row.scenario), {});
            QVERIFY2(again && again->scenario == *row.scenario, row.id.c_str());
        }
        QCOMPARE(plain, 124);
    }

    void costsAreShort()
    {
        const auto check = [](std::span<const Choice> choices) {
            for (const Choice& each : choices) {
                QVERIFY2(!each.id.empty() && !each.label.empty(), each.id.data());
                QVERIFY2(text(each.cost).size() <= 80, each.cost.data());
            }
        };
        check(choices<Precision>());
        check(choices<Optimizer>());
        check(choices<OptimizerKernel>());
        check(choices<Attention>());
        check(choices<Checkpointing>());
    }
};

QTEST_APPLESS_MAIN(TestScenarioFile)
#include "tst_scenariofile.moc"
